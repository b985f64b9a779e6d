import Foundation

/// Where a connection is to lead, and what the peer is told when it is asked for one.
public struct ConnectionRequest: Hashable, Sendable {
    public var url: URL
    /// What the handshake says besides what the protocol prescribes, such as `Authorization`; descriptions leave out the
    /// values that are secrets.
    public var headers: [HeaderField]
    /// The subprotocols that the client speaks, the one it likes best first.
    public var subprotocols: [String]

    public init(to url: URL, headers: [HeaderField] = [], subprotocols: [String] = []) {
        self.url = url
        self.headers = headers
        self.subprotocols = subprotocols
    }
}

/// A name and a value in the head of an HTTP message.
public struct HeaderField: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A secret is not to stand in any journal: where a value is one, the name alone is shown.
extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private static let secretNames: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    private var shownValue: String { HeaderField.secretNames.contains(name.lowercased()) ? "(secret)" : value }

    public var description: String { "\(name): \(shownValue)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": shownValue], displayStyle: .struct)
    }
}
