import Foundation
import StateExploration
import StatePattern

extension Recording {
    /// An argument of a recorded request, which a replay has to read.
    public struct RecordedArgument {
        /// The method of the request with its labels: `seek(to:)`.
        public let request: String
        /// The label of the parameter; `_` if it has none.
        public let label: String
        /// The type of the method's parameter.
        public let type: Any.Type
        let index: Int
        let argument: Argument

        /// Reads the argument from its JSON. If the argument was not `Encodable`, you get its text as a `String`.
        ///
        /// - Throws: An error if the argument is hidden or has another type.
        public func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
            guard let text = argument.text else { throw RecordingError("argument \(index + 1) is hidden.") }
            let value = argument.json.map { try? (Recording.value(from: $0) as Value) } ?? text as? Value
            if let value { return value }
            throw RecordingError("argument \(index + 1), \((argument.json ?? text).cut), is no \(Value.self).")
        }
    }

    /// The arguments of a request as they are written: one value, or the elements of a tuple.
    static func arguments(_ argument: Any, written: (Any) -> Any?) -> [Argument] {
        values(of: argument).map { value in
            guard let value = written(value) else { return Argument(text: nil, json: nil) }
            let json = (value as? any Encodable).flatMap { Recording.json(of: $0) }
            return Argument(text: RequestName.text(of: value).withoutSecretsInURLs, json: json?.withoutSecretsInURLs)
        }
    }

    private static func values(of argument: Any) -> [Any] {
        let mirror = Mirror(reflecting: argument)
        return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [argument]
    }

    /// The request with the beginnings of its arguments, as in a graph: `seek(to: 0:05)`.
    static func call(_ request: String, _ argument: Any) -> String {
        let texts = values(of: argument).map { RequestName.text(of: $0).withoutSecretsInURLs }
        return RequestName(request).call(with: texts.map { $0.count > 40 ? $0.prefix(39) + "…" : $0 })
    }

    static func json(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(value) else { return nil }
        // A `Decimal` that is no number becomes a word that is not JSON.
        let isSafe = data.range(of: Data("NaN".utf8)) == nil
        return isSafe || (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            ? String(decoding: data, as: UTF8.self) : nil
    }

    static func value<Value: Decodable>(from json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, from: Data(json.utf8))
    }
}

/// The ways in which a list makes recorded requests.
struct RecordedRequests<Machine> {
    private let ways: [String: [RequestList<Machine>.ToldExample]]
    private let read: (Machine, Recording.RecordedArgument) throws -> Any?
    private let written: (String, Any) -> Any?

    init(
        _ requests: RequestList<Machine>,
        reading read: @escaping (_ machine: Machine, _ argument: Recording.RecordedArgument) throws -> Any?,
        writing written: @escaping (_ request: String, _ argument: Any) -> Any?, on make: () throws -> Machine
    ) rethrows {
        ways = Dictionary(grouping: try requests.told(on: make), by: \.method.text)
        (self.read, self.written) = (read, written)
    }

    func make(_ request: Recording.Request, of machine: Machine) throws {
        let (name, arguments) = (request.request, request.arguments ?? [])
        guard let examples = ways[name] else {
            let list = ways.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
            throw RecordingError("Nothing makes the request “\(name.cut)”; there is \(list).")
        }
        do {
            var called = machine
            if let call = examples.lazy.compactMap(\.makeWithArguments).first {
                let labels = RequestName(name).labels
                return try call(&called) { index, type in
                    guard arguments.indices.contains(index) else {
                        throw RecordingError("there is no argument \(index + 1), of \(arguments.count).")
                    }
                    let argument = Recording.RecordedArgument(
                        request: name, label: index < labels.count ? labels[index] : "_", type: type, index: index,
                        argument: arguments[index])
                    if let value = try read(machine, argument) { return value }
                    guard let type = type as? any Decodable.Type else {
                        throw RecordingError("argument \(index + 1) is a \(type), which is not Decodable.")
                    }
                    return try argument.value(as: type)
                }
            }
            let way = examples.first { way in
                let told = way.argument.map { Recording.arguments($0) { written(name, $0) } } ?? []
                return told.count == arguments.count && zip(told, arguments).allSatisfy { $0.agrees(with: $1) }
            }
            guard let way else {
                let example = "“.init(\(Machine.self).\(RequestName(name).base), …)”"
                throw RecordingError("the list makes it with other arguments only: write \(example), which takes any.")
            }
            _ = way.make(&called)
        } catch {
            throw RecordingError("“\(name)” cannot be made: \(RecordingError.sentence(about: error))")
        }
    }
}

extension String {
    /// The text, with the scheme, the host and the path of each URL only: the other parts may be secret.
    var withoutSecretsInURLs: String {
        guard contains("://") else { return self }
        return replacing(#/:\/\/(?:[^\s"\\\/?#]*@)?([^\s"\\?#]*)(?:[?#][^\s"\\]*)?/#) { "://\($0.1)" }
    }
}
