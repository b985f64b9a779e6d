extension Socket {
    /// What is sent over a connection.
    public enum Message: Hashable, Sendable {
        case text(String)
        case binary([UInt8])
    }
}
