import StatePattern

/// The requests of a machine, each written once: its methods, with arguments to try.
///
/// All tools take this list. A context knows the names of its requests, so you need not write them:
///
/// ```swift
/// import StateExploration
/// import StatePattern
///
/// final class Turnstile: Context<Turnstile.State> {
///     class State: ContextState {
///         func didEnter(_ turnstile: Turnstile) {}
///         func willExit(_ turnstile: Turnstile) {}
///         func insert(_ turnstile: Turnstile, _ cents: Int) -> Reaction { .unhandled }
///         func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
///     }
///
///     final class Locked: State {
///         override func insert(_ turnstile: Turnstile, _ cents: Int) -> Reaction {
///             cents < 50 ? .refused : .transition(to: turnstile.unlocked)
///         }
///     }
///
///     final class Unlocked: State {
///         override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
///     }
///
///     let locked = Locked()
///     let unlocked = Unlocked()
///
///     init() { super.init(initial: locked) }
///
///     @discardableResult func insert(_ cents: Int) -> Outcome { delegate(State.insert, cents) }
///     @discardableResult func push() -> Outcome { delegate(State.push) }
/// }
///
/// extension Turnstile {
///     static var requests: RequestList<Turnstile> { [.init(Turnstile.insert, 20, 50), .init(Turnstile.push)] }
/// }
///
/// let graph = try MachineModel(Turnstile.init, requests: Turnstile.requests).explore()
/// print(graph.states, graph.requests)  // Prints "["Locked", "Unlocked"] ["insert(20)", "insert(50)", "push"]"
/// print(graph.deadEnds, graph.unhandledRequests)  // Prints "[] ["insert(20)"]"
/// ```
///
/// You write a name for a request that is no request of a context or more than one, such as the requests of a plain
/// class. The short form for closures that return an `Outcome` is a dictionary: `["push": { $0.push() }]`. A closure
/// may look at the machine first, and returns `nil` if it makes no request.
public struct RequestList<Machine> {
    let elements: [Element]

    /// A request with its examples.
    public struct Element {
        /// The written name; `nil` if the context tells the name.
        let name: String?
        let examples: [Example]
        /// True if the examples return the outcome, or `nil` if they make no request.
        let returnsOutcome: Bool
        /// Makes the request with other arguments; `nil` if the request is a closure.
        package let makeWithArguments: ((inout Machine, Reader) throws -> Void)?

        struct Example {
            /// The arguments, which are part of the name; empty if there are none, or if the machine tells them.
            var values: [Any] = []
            let make: (inout Machine) -> Outcome?
        }
    }

    /// Returns the argument at a position, which must have the type.
    package typealias Reader = (_ index: Int, _ type: Any.Type) throws -> Any
}

extension RequestList: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a list of requests.
    public init(arrayLiteral elements: Element...) { self.elements = elements }

    /// Creates a list of named closures, which return the outcome, or `nil` if they make no request.
    public init(dictionaryLiteral elements: (String, (inout Machine) -> Outcome?)...) {
        self.elements = elements.map { Element(named: $0, $1) }
    }

    /// Creates a list of values, such as the cases of an enum or the events of a table, and a closure that makes them.
    ///
    /// - Parameters:
    ///   - values: The requests. Their descriptions are the names.
    ///   - perform: Makes a request, and returns its outcome; `nil` if it makes no request.
    public init<Values: Sequence>(
        _ values: Values, perform: @escaping (_ machine: inout Machine, _ value: Values.Element) -> Outcome?
    ) {
        elements = values.map { value in Element(named: "\(value)") { perform(&$0, value) } }
    }

    /// The requests of both lists.
    public static func + (left: RequestList, right: RequestList) -> RequestList {
        RequestList(elements: left.elements + right.elements)
    }
}

extension RequestList.Element {
    /// Creates a request from a method without parameters: `.init(Turnstile.push)`.
    ///
    /// - Parameters:
    ///   - method: A method of the machine.
    ///   - name: The name; `nil` if the context tells it: `push`.
    public init<Result>(_ method: @escaping (Machine) -> () -> Result, named name: String? = nil) {
        self.init(name, { (machine, _: Void) in method(machine)() }, [([], { _ in })]) { _ in }
    }

    /// Creates a request from a method with one parameter, and examples of its argument: `.init(Turnstile.insert, 20, 50)`.
    ///
    /// - Parameters:
    ///   - method: A method of the machine.
    ///   - example: The argument to try.
    ///   - others: Further arguments to try.
    ///   - name: The name; `nil` if the context tells it, with the example: `insert(20)`.
    /// - Precondition: A request with a name has one example.
    public init<Argument, Result>(
        _ method: @escaping (Machine) -> (Argument) -> Result, _ example: Argument, _ others: Argument...,
        named name: String? = nil
    ) {
        let examples = ([example] + others).map { value in ([value] as [Any], { (_: Machine) in value }) }
        self.init(name, { method($0)($1) }, examples) { try read($0, 0) }
    }

    /// Creates a request from a method with two parameters, and examples of both: `.init(Player.skip, ("Air", 5))`.
    ///
    /// - Precondition: A request with a name has one example.
    public init<A, B, Result>(
        _ method: @escaping (Machine) -> (A, B) -> Result, _ example: (A, B), _ others: (A, B)...,
        named name: String? = nil
    ) {
        let examples = ([example] + others).map { value in ([value.0, value.1] as [Any], { (_: Machine) in value }) }
        self.init(name, { method($0)($1.0, $1.1) }, examples) { (try read($0, 0), try read($0, 1)) }
    }

    /// Creates a request from a method with three parameters, and examples of all.
    ///
    /// - Precondition: A request with a name has one example.
    public init<A, B, C, Result>(
        _ method: @escaping (Machine) -> (A, B, C) -> Result, _ example: (A, B, C), _ others: (A, B, C)...,
        named name: String? = nil
    ) {
        let examples = ([example] + others).map { value in
            ([value.0, value.1, value.2] as [Any], { (_: Machine) in value })
        }
        self.init(name, { method($0)($1.0, $1.1, $1.2) }, examples) {
            (try read($0, 0), try read($0, 1), try read($0, 2))
        }
    }

    /// Creates a request from a method, with the argument that the machine has: `.init(Player.stalled) { $0.loadNumber }`.
    ///
    /// - Parameters:
    ///   - method: A method of the machine.
    ///   - name: The name; `nil` if the context tells it, without the argument: `stalled`.
    ///   - argument: Returns the argument for a machine.
    public init<Argument, Result>(
        _ method: @escaping (Machine) -> (Argument) -> Result, named name: String? = nil,
        argument: @escaping (_ machine: Machine) -> Argument
    ) {
        self.init(name, { method($0)($1) }, [([], argument)]) { try read($0, 0) }
    }

    /// Creates a request from a method, with the two arguments that the machine has.
    public init<A, B, Result>(
        _ method: @escaping (Machine) -> (A, B) -> Result, named name: String? = nil,
        arguments: @escaping (_ machine: Machine) -> (A, B)
    ) {
        self.init(name, { method($0)($1.0, $1.1) }, [([], arguments)]) {
            (try read($0, 0), try read($0, 1))
        }
    }

    private init<Values, Result>(
        _ name: String?, _ call: @escaping (Machine, Values) -> Result,
        _ examples: [(values: [Any], arguments: (Machine) -> Values)],
        read: @escaping (_ reader: RequestList.Reader) throws -> Values
    ) {
        if let name, examples.count > 1 {
            fatalError("“\(name)” names \(examples.count) requests: write one “.init” for each example.")
        }
        let isOutcome = Self.isOutcome(Result.self)
        self.init(
            name: name,
            examples: examples.map { example in
                Example(values: example.values) { machine in
                    let result = call(machine, example.arguments(machine))
                    return isOutcome ? result as? Outcome : nil
                }
            }, returnsOutcome: isOutcome,
            makeWithArguments: { machine, reader in _ = call(machine, try read(reader)) })
    }

    /// Creates a request from a closure that looks at the machine first, or that makes no request of a context or
    /// several.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` if the context tells it.
    ///   - make: Makes the request, and returns its outcome; `nil` if it makes no request.
    public init(named name: String? = nil, _ make: @escaping (_ machine: inout Machine) -> Outcome?) {
        self.init(name: name, examples: [Example(make: make)], returnsOutcome: true, makeWithArguments: nil)
    }

    /// Creates a request from a closure that returns no outcome.
    ///
    /// The outcome is that of the first request that a context gets. For any other machine, it is `transitioned` if the
    /// state has changed, `handled` if there is only a trace, else `unhandled`.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` if the context tells it.
    ///   - make: Makes the request.
    public init<Result>(named name: String? = nil, _ make: @escaping (_ machine: inout Machine) -> Result) {
        let isOutcome = Self.isOutcome(Result.self)
        self.init(
            name: name,
            examples: [
                Example { machine in
                    let result = make(&machine)
                    return isOutcome ? result as? Outcome : nil
                }
            ], returnsOutcome: isOutcome, makeWithArguments: nil)
    }

    private static func isOutcome(_ type: Any.Type) -> Bool { type == Outcome.self || type == Outcome?.self }
}

/// Reads an argument of the type that the method has at this position.
private func read<Value>(_ reader: (Int, Any.Type) throws -> Any, _ index: Int) throws -> Value {
    guard let value = try reader(index, Value.self) as? Value else { fatalError("An argument is no \(Value.self).") }
    return value
}
