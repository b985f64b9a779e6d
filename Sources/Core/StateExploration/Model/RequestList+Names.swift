import StatePattern

/// A request of a list, with the name that it has in a model.
package struct NamedRequest<Machine> {
    package let name: String
    let element: RequestList<Machine>.Element
    package let make: (inout Machine) -> Outcome?
}

extension RequestList {
    /// The requests with their names. Each request without a written name is made once of a new machine, which tells
    /// the name.
    ///
    /// - Precondition: Each request without a name makes one request of a context.
    package func named(on make: () -> Machine) -> [NamedRequest<Machine>] {
        typealias Named = (call: ToldRequest?, element: Element, example: Element.Example)
        let examples = elements.flatMap { element in
            element.examples.map { example -> Named in
                (element.name == nil ? request(by: example.make, of: make()) : nil, element, example)
            }
        }
        let calls = examples.compactMap(\.call)
        let methods = Dictionary(grouping: Set(calls.map(\.method)), by: \.base)
        return examples.map { call, element, example in
            let name = call.map { call in
                if !example.values.isEmpty { return call.method.call(with: example.values) }
                return methods[call.method.base]?.count == 1 ? call.method.base : call.method.text
            }
            return NamedRequest(name: element.name ?? name ?? "", element: element, make: example.make)
        }
    }

    /// Makes the request with a name, such as one of a path that a search has found.
    ///
    /// - Parameters:
    ///   - name: The name of a request in a model.
    ///   - machine: The machine that gets the request.
    ///   - new: Makes other machines, which tell the names.
    /// - Returns: The outcome; `nil` if the request returns none, or was not made.
    /// - Precondition: There is such a name.
    @discardableResult public func make(_ name: String, of machine: Machine, namedBy new: () -> Machine) -> Outcome? {
        let requests = named(on: new)
        guard let request = requests.first(where: { $0.name == name }) else {
            fatalError("There is no request “\(name)”; there is \(requests.map(\.name).joined(separator: ", ")).")
        }
        var machine = machine
        return request.make(&machine)
    }

    /// The examples of which a context tells the method, such as `seek(to:)`, in the order of the list.
    ///
    /// An example that makes no request of a new machine, or several, is left out.
    package func told(on make: () throws -> Machine) rethrows -> [ToldExample] {
        try elements.flatMap { element in
            try element.examples.compactMap { example in
                guard let calls = ToldRequest.made(by: example.make, of: try make()), calls.count == 1 else {
                    return nil
                }
                return ToldExample(
                    name: element.name ?? calls[0].method.call(with: example.values), method: calls[0].method,
                    argument: calls[0].argument,
                    makeWithArguments: element.makeWithArguments, make: example.make)
            }
        }
    }

    /// An example of a request, with what a context tells of it.
    package struct ToldExample {
        /// The written name, or the call with its argument.
        package let name: String
        package let method: RequestName
        package let argument: Any?
        /// Makes the request with other arguments; `nil` if it is a closure.
        package let makeWithArguments: ((inout Machine, Reader) throws -> Void)?
        package let make: (inout Machine) -> Outcome?
    }

    /// The request that a closure makes of a machine.
    ///
    /// - Precondition: The machine is a context, and gets exactly one request.
    private func request(by make: (inout Machine) -> Outcome?, of machine: Machine) -> ToldRequest {
        guard let calls = ToldRequest.made(by: make, of: machine) else {
            fatalError("\(Machine.self) tells no names: write one, as in “.init(Lamp.press, named: …)”.")
        }
        guard calls.count == 1 else {
            let what = calls.isEmpty ? "no request" : calls.map(\.text).joined(separator: " and ")
            fatalError(
                """
                A request of the list makes \(what) of a new \(Machine.self), which therefore tells no name: write \
                one, as in “.init(named: …) { … }”.
                """)
        }
        return calls[0]
    }
}

/// A request as a context tells it.
private struct ToldRequest {
    /// The method with its labels: `seek(to:)`.
    let method: RequestName
    let argument: Any?

    /// The call with its argument: `call(1)`.
    var text: String { method.call(with: argument.map { [$0] } ?? []) }

    /// The requests that a machine gets from a closure, without those that it makes itself as a consequence; `nil` if
    /// the machine is no context.
    static func made<Machine>(by make: (inout Machine) -> Outcome?, of machine: Machine) -> [ToldRequest]? {
        func calls<S>(of context: Context<S>) -> [ToldRequest] {
            context.activate()
            var (calls, machine, id) = ([] as [ToldRequest], machine, ObjectIdentifier(context))
            let observation = context.observeRequests(for: context, with: RequestLog.tracer) { _, _, record in
                guard !TracedRequest.answered(by: id).isFollowUp else { return }
                calls.append(ToldRequest(method: RequestName(record.request), argument: record.argument))
            }
            _ = make(&machine)
            observation.cancel()
            return calls
        }
        func opened(_ context: some RegionContext) -> [ToldRequest] { calls(of: context.base) }
        return (machine as? any RegionContext).map { opened($0) }
    }
}
