import Foundation
import Sockets

/// A frame of a server, checked and with its meaning.
///
/// Source: STOMP 1.2, "Server Frames".
public enum ServerFrame: Hashable, Sendable {
    /// The session has begun.
    case connected(Connected)
    /// A message for a subscription of the client.
    case message(Message)
    /// The server has processed the frame that asked for this receipt.
    case receipt(id: String)
    /// An error; the server is about to close the connection, or waits for the client to close it.
    case error(Failure)

    /// Checks a frame of a server.
    ///
    /// - Throws: A ``FrameError`` if a header is missing or invalid, if the server speaks another version than 1.2,
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
        /// The heart-beats that the server promises and wants.
        public let heartBeat: HeartBeat
        /// The server's name for the session.
        public let session: String?
        /// The name and version of the server.
        public let server: String?

        public init(heartBeat: HeartBeat = .none, session: String? = nil, server: String? = nil) {
            self.heartBeat = heartBeat
            self.session = session
            self.server = server
        }

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
        /// The server's name for the message, unique in its subscription.
        public let id: String
        /// The subscription that the message is for.
        public let subscription: String
        /// The name for `ACK` and `NACK`; only for a subscription that asks for acknowledgements.
        public let acknowledgementID: String?
        /// The MIME type of the body, if the sender has set it.
        public let contentType: String?
        /// All headers, those of the sender included.
        public let headers: [Frame.Header]
        public let body: [UInt8]

        /// Creates a message for a preview or a test.
        public init(
            destination: String, id: String, subscription: String, acknowledgementID: String? = nil,
            contentType: String? = nil, headers: [Frame.Header] = [], body: [UInt8]
        ) {
            self.destination = destination
            self.id = id
            self.subscription = subscription
            self.acknowledgementID = acknowledgementID
            self.contentType = contentType
            self.headers = headers
            self.body = body
        }

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

        /// Returns the name for `ACK` and `NACK` in a subscription with this kind of acknowledgement.
        ///
        /// - Returns: `nil` if the message needs no acknowledgement.
        /// - Throws: A ``FrameError`` if the message needs one, and the name is missing or cannot be written.
        public func acknowledgementID(for acknowledgement: Acknowledgement) throws(FrameError) -> String? {
            guard acknowledgement != .automatic else { return nil }
            guard let acknowledgementID else { throw FrameError(.missingHeader("ack"), in: .message) }
            guard Frame.ack(id: acknowledgementID).canBeEncoded else {
                throw FrameError(.unwritable(header: "ack"), in: .message)
            }
            return acknowledgementID
        }
    }

    /// An error of a frame or a client. Source: STOMP 1.2, "ERROR".
    public struct Failure: Error, Hashable, Sendable {
        /// A short message; empty if the server sends none.
        public let message: String
        /// The receipt that the wrong frame has asked for, if the server names it.
        public let receiptID: String?
        /// The subscription in question, if the server names it.
        public let subscription: String?
        /// A longer message.
        public let body: [UInt8]
        /// The versions that the server speaks, with commas between them, if it names them.
        public let versions: String?

        public init(
            message: String, receiptID: String? = nil, subscription: String? = nil, body: [UInt8] = [],
            versions: String? = nil
        ) {
            self.message = message
            self.receiptID = receiptID
            self.subscription = subscription
            self.body = body
            self.versions = versions
        }

        init(_ frame: Frame) {
            message = frame["message"] ?? ""
            receiptID = frame["receipt-id"]
            subscription = frame["subscription"]
            body = frame.body
            versions = frame["version"]
        }

        /// The mistake of a server that does not speak version 1.2; `nil` if it does, or says nothing about it.
        ///
        /// RabbitMQ names its versions in each `ERROR`, whatever that is about. Source: STOMP 1.2, "Protocol Negotiation".
        var versionError: FrameError? {
            guard let versions else { return nil }
            let names = versions.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return names.contains("1.2") ? nil : FrameError(.unsupportedVersion(versions), in: .error)
        }
    }
}

extension ServerFrame.Failure: CustomStringConvertible {
    /// The short and the longer message, each cut after 4 KiB.
    public var description: String {
        let details = body.shownText.trimmingCharacters(in: .whitespacesAndNewlines)
        return [message.utf8.shownText, details].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
