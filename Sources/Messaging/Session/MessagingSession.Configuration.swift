import STOMP
import Foundation
import Sockets

extension MessagingSession {
    /// What presence and chat are called on the server, and how much of a chat is kept.
    ///
    /// By default, destinations and headers are those of RabbitMQ. There, a room's subscription is a queue that goes on when
    /// its user is away, and messages survive a restart.
    public struct Configuration: Sendable {
        /// Where reports of places go.
        public var presenceDestination = "/topic/presence"
        /// Where a user gets the answers to them.
        public var answerDestination: @Sendable (_ user: String) -> String = {
            "/topic/presence-answers.\(encoded($0))"
        }
        /// Where the messages of a room go, and come from.
        public var roomDestination: @Sendable (_ room: String) -> String = { "/topic/chat.\(encoded($0))" }
        /// What the server is told of the subscription to a room.
        ///
        /// A server keeps what is said for a device that does not come back, until the room is forgotten with
        /// ``Chat/forget(_:)``. With RabbitMQ, the header `x-expires` says after how many milliseconds without a reader the
        /// queue goes, too. Whoever changes these headers has to delete the queues that there are: RabbitMQ refuses a
        /// subscription to a queue that was made with others.
        public var roomHeaders = [Frame.Header("durable", "true"), Frame.Header("auto-delete", "false")]
        /// What the server is told of a message to a room.
        public var messageHeaders = [Frame.Header("persistent", "true")]
        /// How many messages of a room are kept; the oldest give way.
        public var historyLimit = 200

        public init() {}

        /// What the subscription of a user's device to a room is called, the same each time, by which the server knows what
        /// it keeps for whom.
        func roomSubscription(of user: String, on device: String, to room: String) -> String {
            (["chat"] + [user, device, room].map(Self.encoded)).joined(separator: "/")
        }

        /// A name without anything that means something in a destination.
        static func encoded(_ name: String) -> String {
            name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }
}
