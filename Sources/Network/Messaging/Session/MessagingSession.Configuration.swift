import Foundation
import STOMP
import Sockets

extension MessagingSession {
    /// The names that presence and chat use on the server, and the limits of a chat's history.
    ///
    /// The default destinations and headers are for RabbitMQ. There, a room's subscription is a durable queue, and
    /// messages survive a restart.
    public struct Configuration: Sendable {
        /// The destination to which reports of places are sent.
        public var presenceDestination = "/topic/presence"
        /// The destination at which a user receives the answers to reports.
        public var answerDestination: @Sendable (_ user: String) -> String = {
            "/topic/presence-answers.\(encoded($0))"
        }
        /// The time after which the newest report of a place is repeated, 10 s by default; `nil` for no repetition.
        ///
        /// A presence service that is a client of the server does not see connections. It considers a user gone if no
        /// report comes for some time. Set `nil` for a service that sees connections.
        public var presenceInterval: Duration? = .seconds(10)
        /// The destination of a room's messages. `room` is in its composed form (NFC of Unicode).
        public var roomDestination: @Sendable (_ room: String) -> String = { "/topic/chat.\(encoded($0))" }
        /// The headers of the subscription to a room.
        ///
        /// A server keeps messages for a device that does not come back, until the room is forgotten with
        /// ``Chat/forget(_:)``. With RabbitMQ, the header `x-expires` sets the time in milliseconds after which a queue
        /// without a reader is deleted. If you change these headers, delete the existing queues: RabbitMQ refuses a
        /// subscription to a queue that was created with other headers.
        ///
        /// Only `prefetch-count` can be changed without deleting queues. It is the number of unacknowledged messages
        /// that the server may send, 100 by default. Without it, RabbitMQ sends a device all missed messages at once.
        public var roomHeaders = [
            HeaderField("durable", "true"), HeaderField("auto-delete", "false"),
            HeaderField("prefetch-count", "100"),
        ]
        /// The greatest number of messages in a room's history; older messages are dropped.
        public var historyLimit = 200
        /// The greatest total size of the texts in a room's history, in bytes; 16 MiB by default. The newest message
        /// always stays.
        public var historyByteLimit = 16 << 20

        public init() {}

        package func check() {
            guard historyLimit >= 1 else {
                fatalError("The history of a room must have room for at least one message.")
            }
            guard presenceInterval ?? .seconds(1) > .zero else {
                fatalError("The interval at which a report is repeated must be greater than zero.")
            }
        }

        /// The name of a device's subscription to a room. The server finds the device's queue by this name.
        func roomSubscription(of user: String, on device: String, to room: String) -> String {
            (["chat"] + [user, device, room].map(Self.encoded)).joined(separator: "/")
        }

        /// Returns the spelling of a name that goes to the server: its composed form (NFC of Unicode).
        ///
        /// Swift and readers consider all spellings of a name equal, but a server considers them different names.
        static func normalized(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

        /// Escapes the characters of a name that have a meaning in a destination.
        static func encoded(_ name: String) -> String {
            normalized(name).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }
}
