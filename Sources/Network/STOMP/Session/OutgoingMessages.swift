import AsyncPrimitives
import Sockets

extension StompSession {
    /// The messages that the server has not acknowledged, keyed by name, and their total size.
    struct OutgoingMessages {
        private(set) var messages: [RefusalDetector.ID: OutgoingMessage] = [:]
        private(set) var byteCount = 0

        subscript(id: RefusalDetector.ID) -> OutgoingMessage? {
            get { messages[id] }
            set {
                byteCount += (newValue?.frame.byteCount ?? 0) - (messages[id]?.frame.byteCount ?? 0)
                messages[id] = newValue
            }
        }

        mutating func removeValue(forKey id: RefusalDetector.ID) -> OutgoingMessage? {
            defer { self[id] = nil }
            return messages[id]
        }
    }
}

extension Frame {
    var byteCount: Int { headers.byteCount + body.count }
}

extension [HeaderField] {
    var byteCount: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

extension StompSession {
    /// A message that the server has not acknowledged.
    struct OutgoingMessage {
        let frame: Frame
        let send: PendingSend
        /// The number of the only connection for the message; `nil` if it may be sent on any connection.
        let connection: Int?
    }

    /// A `DISCONNECT` frame. The promise is fulfilled when the server has answered, or the connection has ended.
    struct DisconnectRequest {
        let connection: Int
        let answer = Promise<Void>()

        var receipt: String { "disconnect-\(connection)" }
    }
}

extension StompSession {
    /// A handle on a message that a session has accepted.
    public struct PendingSend: Sendable {
        /// The name of the message, as in its header `send-id`.
        public let id: String
        let promise = Promise<Void>()

        /// Waits until the server has acknowledged the message, on this connection or a later one.
        ///
        /// - Throws: ``StompError/refused(_:)`` if the server refuses the message; ``StompError/ended`` if the session
        ///   ends first; ``StompError/unacknowledged`` if the server does not answer within
        ///   ``Configuration/acknowledgementTimeout`` on one connection. For a message that is sent at most once,
        ///   ``StompError/notConnected`` if the connection is lost first. `CancellationError` if the task is cancelled,
        ///   which does not withdraw the message.
        public func acknowledged() async throws { try await promise.value }
    }
}
