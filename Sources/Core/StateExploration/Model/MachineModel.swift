import StatePattern

/// A recipe to make a machine any number of times and drive it by requests, to explore and compare it.
///
/// A context needs only its initializer and its requests: the model reads the path of the current state and the
/// deferred requests itself. ``RequestList`` has an example. `try model.explore()` finds all states, and `graph.deadEnds` and
/// `graph.unhandledRequests` are the first questions to its result.
///
/// The machine can be of any type; it need not be a context. It must start in one state. Machines of different types
/// can be compared if their requests have the same names.
///
/// A model is not `Sendable`. It makes its machines and calls its closures in the isolation domain in which it was
/// made. So a machine on the main actor is modelled on the main actor.
public struct MachineModel<Request: Hashable & Sendable>: CustomStringConvertible {
    /// The machine's name in messages.
    public let name: String
    /// The requests that are made in each state.
    public let requests: [Request]

    let start: () -> Run
    /// The position of each request in `requests`.
    private let positions: [Request: Int]
    /// Makes a machine without using it, to check that it is freed; returns `nil` if the machine is no object.
    var makeObject: () -> AnyObject?

    /// Creates a model with values as requests, such as the cases of an enum that a table has as well.
    package init<System>(
        _ make: @escaping () -> System, named name: String? = nil, requests: [Request],
        perform: @escaping (_ system: inout System, _ request: Request) -> Outcome?,
        state: @escaping (_ system: System) -> String,
        trace: @escaping (_ system: inout System) -> [String] = { _ in [] }
    ) {
        self.init(
            make, named: name, requests: requests, perform: { perform(&$0, requests[$1]) },
            label: { StateLabel(state($0)) }, trace: trace)
    }

    /// Creates a model of a machine with a label for its state. The closures get a position in `requests`.
    init<System>(
        _ make: @escaping () -> System, named name: String? = nil, requests: [Request],
        perform: @escaping (_ system: inout System, _ request: Int) -> Outcome?,
        infersOutcome: @escaping (_ request: Int) -> Bool = { _ in false },
        label: @escaping (_ system: System) -> StateLabel,
        trace: @escaping (_ system: inout System) -> [String], restored: ((_ system: System) -> System)? = nil,
        objects: @escaping (_ system: System) -> [(path: String, object: AnyObject)] = { _ in [] }
    ) {
        var positions: [Request: Int] = [:]
        for (position, request) in requests.enumerated() where positions.updateValue(position, forKey: request) != nil {
            fatalError(
                """
                Two requests of a model have one name: “\("\(request)".onOneLine)”. Write another one, as in \
                “.init(Player.load, [], named: "loadNothing")”.
                """)
        }
        self.name = name ?? "\(System.self)"
        self.requests = requests
        self.positions = positions
        makeObject = {
            let system = make()
            return type(of: system as Any) is AnyClass ? system as AnyObject : nil
        }
        func run(_ first: System) -> Run {
            var system = first
            return Run(
                hasHooks: { Self.hasContext(system) }, takeTrace: { trace(&system) },
                advance: { if $0 >= 0 { _ = perform(&system, $0) } },
                respond: { request in
                    _ = trace(&system)  // The consequences of earlier requests are not of interest.
                    if request == -1 { return Response(outcome: .unhandled, state: label(system)) }
                    let before = request.map(infersOutcome) == true ? label(system) : nil
                    var outcome = request.flatMap { perform(&system, $0) }
                    let (state, trace) = (label(system), trace(&system))
                    if let before {
                        outcome = state != before ? .transitioned : trace.isEmpty ? .unhandled : .handled
                    }
                    return Response(outcome: outcome, state: state, trace: trace)
                },
                restored: restored.map { restored in { run(restored(system)) } }, objects: { objects(system) })
        }
        start = { run(make()) }
    }

    /// The name and the requests on one line: `Turnstile: insertCoin, push`.
    public var description: String {
        "\(name): \(requests.map { "\($0)" }.joined(separator: ", "))".onOneLine
    }

    package typealias Response = MachineResponse

    /// A machine of the model, from its start on.
    struct Run {
        /// True if the system's states can have hooks.
        let hasHooks: () -> Bool
        /// Returns the consequences since the previous call; at first, of the start.
        let takeTrace: () -> [String]
        /// Makes a request, by its position, without reading the response, which is faster.
        let advance: (Int) -> Void
        /// Makes a request and returns the response; for `nil`, makes no request and returns the current situation.
        let respond: (Int?) -> Response
        /// Makes a run of a machine that is restored from this run's machine; `nil` if the model cannot restore
        /// machines.
        let restored: (() -> Run)?
        /// The context and its current states, each with its path; empty if the machine is no context.
        let objects: () -> [(path: String, object: AnyObject)]
    }

    /// True if a system is a context or has one, at most three properties deep.
    private static func hasContext(_ system: Any, depth: Int = 3) -> Bool {
        if system is any RegionContext { return true }
        let mirrors = sequence(first: Mirror(reflecting: system)) { $0.superclassMirror }
        return depth > 0 && mirrors.contains { $0.children.contains { hasContext($0.value, depth: depth - 1) } }
    }

    /// The response of a new machine to `request` after the requests of `path`; for `nil`, its situation after them.
    func response(to request: Request?, after path: [Request]) -> Response {
        run(after: path).respond(request.map(position))
    }

    /// A run of a new machine after the requests of `path`.
    func run(after path: [Request]) -> Run {
        let run = start()
        for request in path { run.advance(position(of: request)) }
        return run
    }

    /// The position of a request in ``requests``; -1 for any other request, which is unhandled.
    func position(of request: Request) -> Int { positions[request] ?? -1 }
}

extension MachineModel where Request == String {
    /// Creates a model of any machine.
    ///
    /// ```swift
    /// import StateExploration
    /// import StatePattern
    ///
    /// struct Counter {
    ///     var count = 0
    ///
    ///     mutating func add() -> Outcome {
    ///         guard count < 3 else { return .unhandled }
    ///         count += 1
    ///         return .transitioned
    ///     }
    /// }
    ///
    /// let counter = MachineModel({ Counter() }, requests: ["add": { $0.add() }], state: { "Counting, \($0.count)" })
    /// print(try counter.explore().deadEnds)  // Prints "["Counting, 3"]"
    /// ```
    ///
    /// Requests may return nothing, as in books on the pattern. The model infers their outcomes: `transitioned` if the
    /// state has changed, `handled` if there is only a trace, else `unhandled`.
    ///
    /// ```swift
    /// import StateExploration
    ///
    /// final class Lamp {
    ///     var isOn = false
    ///     func press() { isOn.toggle() }
    ///     func dim() {}
    /// }
    ///
    /// let lamp = MachineModel(
    ///     Lamp.init, requests: [.init(Lamp.press, named: "press"), .init(Lamp.dim, named: "dim")],
    ///     state: { $0.isOn ? "On" : "Off" })
    /// print(try lamp.explore().unhandledRequests)  // Prints "["dim"]"
    /// ```
    ///
    /// - Parameters:
    ///   - make: Makes a new machine in its initial state. All machines must behave alike.
    ///   - name: The machine's name in messages; by default, the name of its type.
    ///   - requests: The requests that are made in each state. A request with any other name is unhandled.
    ///   - state: Returns, as text, everything on which the machine's further behavior depends: the path of its state
    ///     and, after a comma and a space, its data. In the path, a slash separates a superstate from its substate.
    ///   - trace: Returns the consequences since the previous call, such as hooks or effects, in order.
    ///   - restored: Saves a machine, and makes another machine from the saved data; `nil` if machines cannot be
    ///     restored.
    /// - Precondition: No two requests have the same name. Each one has a name, or makes one request of a new context.
    public init<System>(
        _ make: @escaping () -> System, named name: String? = nil, requests: RequestList<System>,
        state: @escaping (_ system: System) -> String,
        trace: @escaping (_ system: inout System) -> [String] = { _ in [] },
        restored: ((_ system: System) -> System)? = nil
    ) {
        let list = requests.named(on: make)
        let (makers, returnsOutcome) = (list.map(\.make), list.map(\.element.returnsOutcome))
        self.init(
            make, named: name, requests: list.map(\.name), perform: { makers[$1](&$0) },
            infersOutcome: { !returnsOutcome[$0] }, label: { StateLabel(state($0)) }, trace: trace, restored: restored)
    }
}

/// The visible result of a request: its outcome, the state after it, and its consequences.
package struct MachineResponse: Hashable, Sendable, CustomStringConvertible {
    /// The outcome of the request; `nil` if it was not made, and for the start of a machine.
    package let outcome: Outcome?
    /// The state after the request.
    package let state: StateLabel
    /// The consequences of the request, such as hooks or effects, in order.
    package let trace: [String]

    package init(outcome: Outcome?, state: StateLabel, trace: [String] = []) {
        self.outcome = outcome
        self.state = state
        self.trace = trace
    }

    /// Returns true if another machine's response has the same outcome, state text and trace.
    package func agrees(with other: MachineResponse) -> Bool {
        outcome == other.outcome && state.description == other.state.description && trace == other.trace
    }

    /// The response on one line: `transitioned, Suspended/Idle [endSession]`.
    package var description: String { "\(outcome.map { "\($0)" } ?? "not made"), \(situation)" }

    /// The state and the trace on one line.
    var situation: String {
        let trace = trace.isEmpty ? "" : " [\(trace.map(\.onOneLine).joined(separator: ", "))]"
        return state.description.onOneLine + trace
    }
}
