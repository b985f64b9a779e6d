import Foundation

extension Recording {
    /// The arguments of a request as they are written: one value, or the elements of a tuple.
    static func arguments(_ argument: Any, written: (Any) -> Any?) -> [Argument] {
        let mirror = Mirror(reflecting: argument)
        let values = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [argument]
        return values.map { value in
            guard let value = written(value) else { return Argument(text: nil, json: nil) }
            let json = (value as? any Encodable).flatMap { Recording.json(of: $0) }
            return Argument(text: text(value).withoutSecretsInURLs, json: json?.withoutSecretsInURLs)
        }
    }

    private static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first.map { "\($0.value)" } ?? "nil" : "\(value)"
    }

    static func json(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func value<Value: Decodable>(from json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, from: Data(json.utf8))
    }
}

extension String {
    /// The text, with the scheme, the host and the path of each URL only: the other parts may be secret.
    var withoutSecretsInURLs: String {
        guard contains("://") else { return self }
        return replacing(#/:\/\/(?:[^\s"\\\/?#]*@)?([^\s"\\?#]*)(?:[?#][^\s"\\]*)?/#) { "://\($0.1)" }
    }
}
