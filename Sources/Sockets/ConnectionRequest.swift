import Foundation

/// Where a connection is to lead, and what the peer is told when it is asked for one.
public struct ConnectionRequest: Hashable, Sendable {
    public var url: URL
    /// What the handshake says besides what the protocol prescribes, such as `Authorization`.
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
