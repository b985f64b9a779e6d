import Foundation
import Sockets

/// A checked frame of a server, with its meaning.
///
/// Source: STOMP 1.2, "Server Frames".
package enum ServerFrame: Hashable, Sendable {
    /// The session has begun, with the heart-beats that the server promises and asks for.
    case connected(HeartBeat)
    case message(Frame)
    /// The server has processed the frame that asked for this receipt.
    case receipt(id: String)
    /// An error. The server is about to close the connection, or waits for the client to close it.
    case error(Failure)

    /// Checks a frame of a server.
    ///
    /// Throws a ``FrameError`` if a header is missing, the server does not speak 1.2, or only clients send the frame.
    package init(_ frame: Frame) throws(FrameError) {
        try frame.checkRequiredHeaders()
        switch frame.command {
        case .connected: self = .connected(try Self.heartBeat(of: frame))
        case .message: self = .message(frame)
        case .receipt: self = .receipt(id: frame["receipt-id"]!)
        case .error: self = .error(Failure(frame))
        case .connect, .send, .subscribe, .unsubscribe, .ack, .nack, .disconnect:
            throw FrameError(.notAServersFrame, in: frame.command)
        }
    }

    /// The heart-beats of a `CONNECTED` frame. Source: STOMP 1.2, "CONNECTED Frame" and "Protocol Negotiation".
    private static func heartBeat(of frame: Frame) throws(FrameError) -> HeartBeat {
        if let version = frame["version"], version != "1.2" {
            throw FrameError(.unsupportedVersion(version), in: .connected)
        }
        // The session works without heart-beats, so an invalid value counts as no heart-beats.
        return frame["heart-beat"].flatMap { HeartBeat(headerValue: $0) } ?? .none
    }
}

extension Frame {
    /// Returns the name for `ACK` and `NACK` of a `MESSAGE`, in a subscription with this kind of acknowledgement.
    ///
    /// Returns `nil` if the message needs no acknowledgement. Throws a ``FrameError`` if it needs one, and the name is
    /// missing, or a frame with the name would exceed the limits.
    func acknowledgementID(
        for acknowledgement: Acknowledgement, within limits: FrameLimits
    ) throws(FrameError) -> String? {
        guard acknowledgement != .automatic else { return nil }
        guard let id = self["ack"] else { throw FrameError(.missingHeader("ack"), in: .message) }
        do { try Frame.ack(id: id).check(limits) } catch { throw FrameError(.unwritable(header: "ack"), in: .message) }
        return id
    }
}

extension ServerFrame {
    /// The content of an `ERROR` frame. Source: STOMP 1.2, "ERROR".
    package struct Failure: Error, Hashable, Sendable {
        /// A short message; empty if the server sends none.
        package let message: String
        /// The receipt of the rejected frame; `nil` if the server does not name it.
        package let receiptID: String?
        /// The subscription with the error; `nil` if the server does not name it.
        package let subscription: String?
        /// A longer message; empty if the server sends none.
        package let body: [UInt8]
        /// The versions that the server speaks, separated by commas; `nil` if the server names none.
        package let versions: String?

        init(_ frame: Frame) {
            message = frame["message"] ?? ""
            receiptID = frame["receipt-id"]
            subscription = frame["subscription"]
            body = frame.body
            versions = frame["version"]
        }

        /// The error for a server that does not speak version 1.2; `nil` if it does, or names no versions.
        ///
        /// RabbitMQ names its versions in each `ERROR`, whatever the reason. Source: STOMP 1.2, "Protocol Negotiation".
        var versionError: FrameError? {
            guard let versions else { return nil }
            let names = versions.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return names.contains("1.2") ? nil : FrameError(.unsupportedVersion(versions), in: .error)
        }
    }
}

extension ServerFrame.Failure: CustomStringConvertible {
    /// The short and the longer message, each cut after 4 KiB.
    package var description: String {
        let details = body.shownText.trimmingCharacters(in: .whitespacesAndNewlines)
        return [message.utf8.shownText, details].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
