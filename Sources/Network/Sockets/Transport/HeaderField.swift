import AsyncPrimitives

/// A name and a value in the head of an HTTP message or of a STOMP frame.
///
/// Two fields are equal if their bytes in UTF-8 are equal.
///
/// Descriptions show the values of fields that never contain a secret, and hide all other values.
public struct HeaderField: Hashable, Sendable {
    private let wireName, wireValue: WireText

    public init(_ name: String, _ value: String) {
        wireName = name.onWire
        wireValue = value.onWire
    }

    public var name: String { wireName.text }
    public var value: String { wireValue.text }
}

extension HeaderField: SecretHolding {
    /// The fields of a handshake and of STOMP that contain no secrets. `Location` may contain one.
    private static let harmlessNames: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "ack", "allow", "cache-control", "connection",
        "content-length", "content-type", "date", "destination", "heart-beat", "host", "id", "message-id", "origin",
        "pragma", "proxy-authenticate", "receipt", "receipt-id", "redelivered", "retry-after",
        "sec-websocket-extensions", "sec-websocket-version", "server", "subscription", "upgrade", "user-agent",
        "version", "via", "www-authenticate",
    ]

    private var shownValue: String { HeaderField.harmlessNames.contains(name.lowercased()) ? value : "(secret)" }

    public var description: String { "\(name): \(shownValue)" }
    package var shownParts: KeyValuePairs<String, Any> { ["name": name, "value": shownValue] }
}
