import StatePattern

extension MachineModel {
    /// Creates a model of a context.
    ///
    /// The context is activated as soon as it is made, so the start is its initial state, entered. A state of the model
    /// is the path of the current state, then the deferred requests, the data and the states of its regions:
    /// `Idle, deferred: call(), floor 2`. The arguments of deferred requests are not part of it. If the further
    /// behavior depends on them, name them, as in `request: "call(to: \(floor))"`.
    ///
    /// - Parameters:
    ///   - make: Makes the context, in its initial state, and always the same.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The requests that are made in each state.
    ///   - perform: Makes a request and returns its outcome; `nil` when the request was not made, which is no refusal.
    ///   - data: Returns other data that the further behavior depends on, as text; nothing by default.
    ///   - trace: Returns the consequences since the last call, such as effects, in order; nothing by default.
    ///   - restored: Saves a machine, and makes another one from the saved data.
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
            trace: { trace($0) }, restored: restored)
        // Not activated: a hook might start a task, which keeps the machine until it runs.
        makeObject = { make() }
    }
}

extension MachineModel where Request == String {
    /// Creates a model of a context with requests by name.
    ///
    /// `MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])` is all that
    /// it takes.
    ///
    /// The context is activated as soon as it is made, so the start is its initial state, entered. A state of the model
    /// is the path of the current state, then the deferred requests, the data and the states of its regions:
    /// `Idle, deferred: call(), floor 2`.
    ///
    /// - Parameters:
    ///   - make: Makes the context, in its initial state, and always the same.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The name of each request, and a closure that makes it and returns its outcome; `nil` if it was not
    ///     made. A request of another name is unhandled.
    ///   - data: Returns other data that the further behavior depends on, as text; nothing by default.
    ///   - trace: Returns the consequences since the last call, such as effects, in order; nothing by default.
    ///   - restored: Saves a machine, and makes another one from the saved data.
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

    /// Creates a model of a context with requests that return nothing; their outcomes are the context's answers.
    ///
    /// - Parameters:
    ///   - make: Makes the context, in its initial state, and always the same.
    ///   - name: The machine's name in messages; by default, the name of the context's class.
    ///   - requests: The name of each request, and a closure that makes it.
    ///   - data: Returns other data that the further behavior depends on, as text; nothing by default.
    ///   - trace: Returns the consequences since the last call, such as effects, in order; nothing by default.
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
