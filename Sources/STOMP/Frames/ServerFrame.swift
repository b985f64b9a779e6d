import Foundation
import Sockets

/// What a server says, with all that its frame has to say.
///
/// Source: STOMP 1.2, "Server Frames".
public enum ServerFrame: Hashable, Sendable {
    /// The session has begun.
    case connected(Connected)
    /// Somebody has sent a message to a destination that the client listens to.
    case message(Message)
    /// The server has processed the frame that asked for this receipt.
    case receipt(id: String)
    /// Something is wrong, and the server is about to close the connection, or waits for the client to close it.
    case error(Failure)

    /// Checks a frame that has come from a server.
    ///
    /// - Throws: A ``FrameError`` if a header is missing or makes no sense, if the server speaks another version than 1.2,
    ///   or if the frame is a client's.
    public init(_ frame: Frame) throws(FrameError) {
        try frame.checkRequiredHeaders()
        switch frame.command {
        case .connected: self = .connected(try Connected(frame))
        case .message: self = .message(Message(frame))
        case .receipt: self = .receipt(id: frame["receipt-id"]!)
        case .error: self = .error(Failure(frame))
        case .connect, .stomp, .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort, .disconnect:
            throw FrameError(.notAServersFrame, in: frame.command)
        }
    }
}

extension ServerFrame {
    /// The beginning of a session. Source: STOMP 1.2, "CONNECTED Frame" and "Protocol Negotiation".
    public struct Connected: Hashable, Sendable {
        /// What the server can and wishes to do, from its point of view.
        public let heartBeat: HeartBeat
        /// What the server calls the session.
        public let session: String?
        /// Which server it is.
        public let server: String?

        init(_ frame: Frame) throws(FrameError) {
            if let version = frame["version"], version != "1.2" {
                throw FrameError(.unsupportedVersion(version), in: .connected)
            }
            let value = frame["heart-beat"] ?? HeartBeat.none.headerValue
            guard let heartBeat = HeartBeat(headerValue: value) else {
                throw FrameError(.invalidValue(value, header: "heart-beat"), in: .connected)
            }
            self.heartBeat = heartBeat
            session = frame["session"]
            server = frame["server"]
        }
    }

    /// A message. Source: STOMP 1.2, "MESSAGE".
    public struct Message: Hashable, Sendable {
        public let destination: String
        /// What the server calls the message; no other one of the same subscription is called that.
        public let id: String
        /// The subscription that the message is for.
        public let subscription: String
        /// What an `ACK` or `NACK` has to name; only where the subscription asks for acknowledgements.
        public let acknowledgementID: String?
        /// What the body is, if the sender has said so.
        public let contentType: String?
        /// All headers, with those that the sender has added.
        public let headers: [Frame.Header]
        public let body: [UInt8]

        /// - Precondition: The frame has the headers that its command requires.
        init(_ frame: Frame) {
            destination = frame["destination"]!
            id = frame["message-id"]!
            subscription = frame["subscription"]!
            acknowledgementID = frame["ack"]
            contentType = frame["content-type"]
            headers = frame.headers
            body = frame.body
        }

        /// What an `ACK` or `NACK` has to name, for a subscription with this kind of acknowledgement.
        ///
        /// - Returns: `nil` where nothing is to be acknowledged.
        /// - Throws: A ``FrameError`` if the server has left it out and must not.
        public func acknowledgementID(for acknowledgement: Acknowledgement) throws(FrameError) -> String? {
            guard acknowledgement != .automatic else { return nil }
            guard let acknowledgementID else { throw FrameError(.missingHeader("ack"), in: .message) }
            return acknowledgementID
        }
    }

    /// What a server has against a frame, or a client. Source: STOMP 1.2, "ERROR".
    public struct Failure: Error, Hashable, Sendable {
        /// What is wrong, in a few words; empty if the server does not say.
        public let message: String
        /// The receipt that the frame in question had asked for.
        public let receiptID: String?
        /// The subscription that it is about, where the server says so.
        public let subscription: String?
        /// What the server says besides.
        public let body: [UInt8]

        init(_ frame: Frame) {
            message = frame["message"] ?? ""
            receiptID = frame["receipt-id"]
            subscription = frame["subscription"]
            body = frame.body
        }
    }
}

extension ServerFrame.Failure: CustomStringConvertible {
    /// What is wrong, in few words and in more, if the server says that much.
    public var description: String {
        let details = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return [message, details].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
