import StatePattern

extension MachineModel where Request == String {
    /// Creates a model of a context.
    ///
    /// For example: `MachineModel(Turnstile.init, requests: [.init(Turnstile.insertCoin), .init(Turnstile.push)])`.
    ///
    /// Each context is activated when it is made, so it starts in its initial state. A state of the model has a text:
    /// the path of the current state, then the deferred requests, the data and the states of its regions, as in
    /// `Idle, deferred: call(), floor 2`. The text lacks the arguments of deferred requests. If the further behavior
    /// depends on them, put them into the request's name, as in `request: "call(to: \(floor))"`.
    ///
    /// - Parameters:
    ///   - make: Makes a new context in its initial state. All contexts must behave alike.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The requests that are made in each state. A request with any other name is unhandled.
    ///   - data: Returns, as text, further data on which the behavior depends; by default, none.
    ///   - trace: Returns the consequences since the previous call, such as effects, in order; by default, none.
    ///   - restored: Saves a machine, and makes another machine from the saved data; `nil` if machines cannot be
    ///     restored.
    /// - Precondition: No two requests have the same name. A request without a name makes one request of a new context.
    public init<Machine, S>(
        _ make: @escaping () -> Machine, named name: String? = nil, requests: RequestList<Machine>,
        data: @escaping (_ machine: Machine) -> String = { _ in "" },
        trace: @escaping (_ machine: Machine) -> [String] = { _ in [] },
        restored: ((_ machine: Machine) -> Machine)? = nil
    ) where Machine: Context<S> {
        let list = requests.named(on: make)
        let (makers, returnsOutcome) = (list.map(\.make), list.map(\.element.returnsOutcome))
        self.init(
            {
                let machine = make()
                machine.activate()
                return machine
            },
            named: name, requests: list.map(\.name),
            perform: { machine, request in
                if returnsOutcome[request] { return makers[request](&machine) }
                var outcome: Outcome?
                let observation = machine.observeRequests { outcome = outcome ?? $0.outcome }
                _ = makers[request](&machine)
                observation.cancel()
                return outcome
            },
            label: { StateLabel(withRegionsOf: $0.state, deferredRequests: $0.deferredRequests, data: data($0)) },
            trace: { trace($0) }, restored: restored, objects: { [("", $0)] + $0.activeStates })
        // Not activated, because a hook might start a task, which keeps the machine alive until it runs.
        makeObject = { make() }
    }
}
