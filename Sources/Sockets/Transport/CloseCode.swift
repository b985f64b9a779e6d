/// Why a peer closed a connection, as a number.
///
/// Source: RFC 6455, section 7.4, and the registry of WebSocket close codes at IANA.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// All is done.
    public static let normal = CloseCode(rawValue: 1000)
    /// A server stops, or a client leaves.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// The other side did not keep to the protocol.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// The other side sent a kind of message that is not accepted.
    public static let unsupportedData = CloseCode(rawValue: 1003)
    /// The peer closed without a code; never sent.
    public static let noStatus = CloseCode(rawValue: 1005)
    /// The connection ended without being closed; never sent.
    public static let abnormal = CloseCode(rawValue: 1006)
    /// A message was not what its kind promises, such as a text that is not UTF-8.
    public static let invalidPayload = CloseCode(rawValue: 1007)
    /// A message was against the rules of the peer.
    public static let policyViolation = CloseCode(rawValue: 1008)
    /// A message was too large.
    public static let messageTooBig = CloseCode(rawValue: 1009)
    /// The peer does not know who the client is; registered at IANA.
    public static let unauthorized = CloseCode(rawValue: 3000)
    /// The peer knows who the client is, and does not let it; registered at IANA.
    public static let forbidden = CloseCode(rawValue: 3003)
}

extension CloseCode: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
