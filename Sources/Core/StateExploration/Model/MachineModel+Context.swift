import StatePattern

extension MachineModel {
    /// Creates a model of a context.
    ///
    /// Each context is activated when it is made, so it starts in its initial state. A state of the model has a text:
    /// the path of the current state, then the deferred requests, the data and the states of its regions, as in
    /// `Idle, deferred: call(), floor 2`. The text lacks the arguments of deferred requests. If the further behavior
    /// depends on them, put them into the request's name, as in `request: "call(to: \(floor))"`.
    ///
    /// - Parameters:
    ///   - make: Makes a new context in its initial state. All contexts must behave alike.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The requests that are made in each state.
    ///   - perform: Makes a request and returns its outcome; `nil` if it does not make the request, which does not
    ///     count as a refusal.
    ///   - data: Returns, as text, further data on which the behavior depends; by default, none.
    ///   - trace: Returns the consequences since the previous call, such as effects, in order; by default, none.
    ///   - restored: Saves a machine, and makes another machine from the saved data; `nil` if machines cannot be
    ///     restored.
    /// - Precondition: No two requests are equal.
    public init<Machine, S>(
        _ make: @escaping () -> Machine, named name: String? = nil, requests: [Request],
        perform: @escaping (_ machine: Machine, _ request: Request) -> Outcome?,
        data: @escaping (_ machine: Machine) -> String = { _ in "" },
        trace: @escaping (_ machine: Machine) -> [String] = { _ in [] },
        restored: ((_ machine: Machine) -> Machine)? = nil
    ) where Machine: Context<S> {
        self.init(
            {
                let machine = make()
                machine.activate()
                return machine
            },
            named: name, requests: requests, perform: { perform($0, $1) },
            label: { StateLabel(withRegionsOf: $0.state, deferredRequests: $0.deferredRequests, data: data($0)) },
            trace: { trace($0) }, restored: restored, objects: { [("", $0)] + $0.activeStates })
        // Not activated, because a hook might start a task, which keeps the machine alive until it runs.
        makeObject = { make() }
    }
}

extension MachineModel where Request == String {
    /// Creates a model of a context with requests by name.
    ///
    /// For example:
    /// `MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])`.
    ///
    /// Each context is activated when it is made, so it starts in its initial state. A state of the model has a text:
    /// the path of the current state, then the deferred requests, the data and the states of its regions, as in
    /// `Idle, deferred: call(), floor 2`.
    ///
    /// - Parameters:
    ///   - make: Makes a new context in its initial state. All contexts must behave alike.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The name of each request, and a closure that makes it and returns its outcome; `nil` if it does
    ///     not make the request. A request with any other name is unhandled.
    ///   - data: Returns, as text, further data on which the behavior depends; by default, none.
    ///   - trace: Returns the consequences since the previous call, such as effects, in order; by default, none.
    ///   - restored: Saves a machine, and makes another machine from the saved data; `nil` if machines cannot be
    ///     restored.
    /// - Precondition: No two requests have the same name.
    public init<Machine, S>(
        _ make: @escaping () -> Machine, named name: String? = nil,
        requests: KeyValuePairs<String, (_ machine: Machine) -> Outcome?>,
        data: @escaping (_ machine: Machine) -> String = { _ in "" },
        trace: @escaping (_ machine: Machine) -> [String] = { _ in [] },
        restored: ((_ machine: Machine) -> Machine)? = nil
    ) where Machine: Context<S> {
        let performers = Dictionary(named: requests)
        self.init(
            make, named: name, requests: requests.map(\.key),
            perform: { machine, request in
                guard let perform = performers[request] else { return .unhandled }
                return perform(machine)
            },
            data: data, trace: trace, restored: restored)
    }

    /// Creates a model of a context with requests that return nothing. The model gets their outcomes from the context.
    ///
    /// - Parameters:
    ///   - make: Makes a new context in its initial state. All contexts must behave alike.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The name of each request, and a closure that makes it.
    ///   - data: Returns, as text, further data on which the behavior depends; by default, none.
    ///   - trace: Returns the consequences since the previous call, such as effects, in order; by default, none.
    /// - Precondition: No two requests have the same name.
    public init<Machine, S>(
        _ make: @escaping () -> Machine, named name: String? = nil,
        requests: KeyValuePairs<String, (_ machine: Machine) -> Void>,
        data: @escaping (_ machine: Machine) -> String = { _ in "" },
        trace: @escaping (_ machine: Machine) -> [String] = { _ in [] }
    ) where Machine: Context<S> {
        let performers = Dictionary(named: requests)
        self.init(
            make, named: name, requests: requests.map(\.key),
            perform: { machine, request in
                var outcome: Outcome?
                let observation = machine.observeRequests { outcome = outcome ?? $0.outcome }
                performers[request]?(machine)
                observation.cancel()
                return outcome
            },
            data: data, trace: trace)
    }
}
