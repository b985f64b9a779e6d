/// The code in a close frame: the reason why a peer closes a connection.
///
/// Source: RFC 6455, section 7.4, and the registry of WebSocket close codes at IANA.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The connection has fulfilled its purpose.
    public static let normal = CloseCode(rawValue: 1000)
    /// The server stops, or the client goes away.
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    /// The peer closed without a code; never sent.
    public static let noStatus = CloseCode(rawValue: 1005)
    /// The connection ended without a close frame; never sent.
    public static let abnormal = CloseCode(rawValue: 1006)
    /// A message was not valid for its kind, such as a text that is not UTF-8.
    package static let invalidPayload = CloseCode(rawValue: 1007)
    /// A message violated a rule of the peer.
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    /// The server has met a condition that it did not expect.
    package static let internalError = CloseCode(rawValue: 1011)
    /// The server restarts; registered at IANA.
    package static let serviceRestart = CloseCode(rawValue: 1012)
    /// The server has too much to do for now; registered at IANA.
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// A gateway got no valid answer from the server behind it; registered at IANA.
    package static let badGateway = CloseCode(rawValue: 1014)
    /// The client is not authenticated; registered at IANA.
    public static let unauthorized = CloseCode(rawValue: 3000)
    /// The client is authenticated and not allowed; registered at IANA.
    package static let forbidden = CloseCode(rawValue: 3003)
}

extension CloseCode {
    /// True if a close frame may carry this code: 1000 to 1003, 1007 to 1014 and 3000 to 4999.
    ///
    /// Source: RFC 6455, section 7.4, and the registry of WebSocket close codes at IANA.
    package var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// Traps for a code that no close frame may carry. Every ``Transport/close(code:reason:)`` begins with this check.
    package func checkMayBeSent() {
        guard mayBeSent || self == .noStatus else {
            fatalError("A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or none.")
        }
    }
}

extension CloseCode: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
