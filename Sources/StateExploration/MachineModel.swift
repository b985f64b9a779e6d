/// A system that can be made afresh and driven by requests: what is explored, and what is compared.
///
/// It need not be a context of this package, nor a class: anything that starts in one state and answers requests will
/// do. What it is asked is a value of `Request`, such as an enum of all requests, so that two systems of different types
/// can be asked the same.
///
/// ```swift
/// import StateExploration
///
/// let light = MachineModel(
///     { "red" }, named: "traffic light", requests: ["next", "off"],
///     perform: { light, request in
///         if request == "off" { light = "off" } else if light != "off" { light = light == "red" ? "green" : "red" }
///         return "done"
///     },
///     state: { $0 })
/// let graph = try light.explore()
/// print(graph.states)  // Prints "["red", "green", "off"]"
/// print(graph.deadEnds)  // Prints "["off"]"
/// ```
public struct MachineModel<Request: Hashable & Sendable> {
    /// What the system is called in messages.
    public let name: String
    /// All that the system can be asked.
    public let requests: [Request]

    let start: () -> Run

    /// Describes a system.
    ///
    /// - Parameters:
    ///   - make: Makes the system, in its initial state, and always the same.
    ///   - name: What the system is called in messages; by default, the name of its type.
    ///   - requests: All that it can be asked.
    ///   - perform: Makes a request, and answers what became of it; only its description counts.
    ///   - state: All that the further behaviour of the system depends on, in words: of a context, the path of its
    ///     state, its data, and its deferred requests. A slash separates a superstate from its substate.
    ///   - trace: Hands over what has happened since it was last asked, such as hooks or effects, in order.
    public init<System, Answer>(
        _ make: @escaping () -> System, named name: String? = nil, requests: [Request],
        perform: @escaping (inout System, Request) -> Answer,
        state: @escaping (System) -> String,
        trace: @escaping (inout System) -> [String] = { _ in [] }
    ) {
        self.name = name ?? "\(System.self)"
        self.requests = requests
        start = {
            var system = make()
            return Run(
                advance: { _ = perform(&system, $0) },
                observe: { request in
                    _ = trace(&system)  // What happened on the way here is not of interest.
                    let outcome = request.map { "\(perform(&system, $0))" }
                    return Response(outcome: outcome ?? "", state: state(system), trace: trace(&system))
                })
        }
    }

    /// One life of the system.
    struct Run {
        /// Makes a request, whatever becomes of it.
        let advance: (Request) -> Void
        /// Makes a request, or none, and tells what can be seen then.
        let observe: (Request?) -> Response
    }

    /// What can be seen when a fresh system has got `path` behind it, and is then asked `request`.
    func observe(_ request: Request?, after path: [Request]) -> Response {
        let run = start()
        for request in path { run.advance(request) }
        return run.observe(request)
    }
}

extension MachineModel {
    /// What can be seen of a system after a request.
    public struct Response: Hashable, Sendable, CustomStringConvertible {
        /// What became of the request, in the system's words.
        public let outcome: String
        /// The state that the system is in.
        public let state: String
        /// What has happened meanwhile, such as hooks or effects.
        public let trace: [String]

        public init(outcome: String, state: String, trace: [String] = []) {
            self.outcome = outcome
            self.state = state
            self.trace = trace
        }

        public var description: String {
            let trace = trace.isEmpty ? "" : " [\(trace.joined(separator: ", "))]"
            return outcome.isEmpty ? "\(state)\(trace)" : "\(outcome), \(state)\(trace)"
        }
    }
}
