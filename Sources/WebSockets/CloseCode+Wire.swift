import Sockets

extension CloseCode {
    /// Whether a close frame may carry this code.
    ///
    /// Source: RFC 6455, section 7.4, and the registry of WebSocket close codes at IANA.
    var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
