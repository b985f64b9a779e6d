extension Frame {
    /// The kind of a frame. No session uses transactions, or `STOMP` in place of `CONNECT`.
    ///
    /// Source: STOMP 1.2, "Client Frames" and "Server Frames".
    package enum Command: String, CaseIterable, Sendable {
        // Sent by clients.
        case connect = "CONNECT"
        case send = "SEND"
        case subscribe = "SUBSCRIBE"
        case unsubscribe = "UNSUBSCRIBE"
        case ack = "ACK"
        case nack = "NACK"
        case disconnect = "DISCONNECT"

        // Sent by servers.
        case connected = "CONNECTED"
        case message = "MESSAGE"
        case receipt = "RECEIPT"
        case error = "ERROR"

        /// True if a frame may have a body.
        ///
        /// Source: "Body".
        package var mayHaveBody: Bool { self == .send || self == .message || self == .error }

        /// True if the headers of the frame are escaped; false for frames that negotiate the version.
        ///
        /// Source: "Value Encoding".
        package var escapesHeaders: Bool { self != .connect && self != .connected }

        /// The headers that a frame must have.
        ///
        /// A `MESSAGE` must also have `ack` if its subscription asks for acknowledgements.
        ///
        /// Source: "Frames and Headers".
        package var requiredHeaders: [String] {
            switch self {
            case .connect: ["accept-version", "host"]
            case .connected: ["version"]
            case .send: ["destination"]
            case .subscribe: ["destination", "id"]
            case .unsubscribe, .ack, .nack: ["id"]
            case .message: ["destination", "message-id", "subscription"]
            case .receipt: ["receipt-id"]
            case .disconnect, .error: []
            }
        }

        /// The headers that have a meaning to a client or a server, in any command.
        static let definedHeaders = Set(allCases.flatMap(\.requiredHeaders)).union([
            "ack", "content-length", "content-type", "heart-beat", "login", "message", "passcode", "receipt",
        ])
    }
}
