import STOMP
import AsyncPrimitives
import Messaging
import Sockets

/// The queues of a broker, with their messages and consumers, and the deliveries that are not acknowledged yet.
///
/// A topic is only a name: each of its subscriptions has a queue, which gets a copy of every message to the topic.
struct MessageStore {
    typealias ClientID = Int

    struct Message {
        let number: Int
        let destination: String
        let headers: [HeaderField]
        let body: [UInt8]
        var isRedelivered = false

        var isPersistent: Bool { headers.contains(HeaderField("persistent", "true")) }
    }

    /// A frame that must be sent to a client.
    struct Delivery {
        let client: ClientID
        let frame: Frame
    }

    private struct Consumer {
        let client: ClientID
        let subscription: String
        let acknowledgement: Acknowledgement
    }

    private struct Queue {
        /// The topic from which the queue gets messages; `nil` if the queue belongs to no subscription of a topic.
        var topic: String?
        /// True if the queue stays without a consumer and after a restart.
        let isDurable: Bool
        var messages: [Message] = []
        var consumers: [Consumer] = []
    }

    /// A delivery that the client has not acknowledged yet.
    private struct UnacknowledgedDelivery {
        let number: Int
        let client: ClientID
        let subscription: String
        let isCumulative: Bool
        let queue: String
        let message: Message
    }

    private var queues: [String: Queue] = [:]
    private var unacknowledged: [UnacknowledgedDelivery] = []
    private var messageCount = 0
    private var deliveryCount = 0

    // MARK: Sending

    /// Adds a message to the queues of its destination, and returns the deliveries that are now possible.
    mutating func add(_ body: [UInt8], for destination: String, _ headers: [HeaderField]) -> [Delivery] {
        messageCount += 1
        let message = Message(number: messageCount, destination: destination, headers: headers, body: body)
        if destination.hasPrefix("/queue/"), queues[destination] == nil {
            queues[destination] = Queue(isDurable: true)
        }
        let names = queues.filter { $0.key == destination || $0.value.topic == destination }.keys
        return names.flatMap { name in
            queues[name]?.messages.append(message)
            return deliver(from: name)
        }
    }

    // MARK: Receiving

    /// Adds a consumer of a destination. `durableName` is the name of a durable subscription's queue, which stays.
    mutating func subscribe(
        _ client: ClientID, _ subscription: String, to destination: String, _ acknowledgement: Acknowledgement,
        durableName: String?
    ) -> [Delivery] {
        let isTopic = destination.hasPrefix("/topic/")
        let name = isTopic ? durableName ?? "\(client) \(subscription)" : destination
        var queue = queues[name] ?? Queue(isDurable: !isTopic || durableName != nil)
        queue.topic = isTopic ? destination : nil
        queue.consumers.append(
            Consumer(client: client, subscription: subscription, acknowledgement: acknowledgement))
        queues[name] = queue
        return deliver(from: name)
    }

    /// Removes a consumer. The client may still acknowledge earlier deliveries.
    ///
    /// - Returns: False if there is no such subscription.
    mutating func unsubscribe(_ client: ClientID, _ subscription: String) -> Bool {
        for (name, queue) in queues {
            let index = queue.consumers.firstIndex { $0.client == client && $0.subscription == subscription }
            guard let index else { continue }
            queues[name]?.consumers.remove(at: index)
            removeIfUnused(name)
            return true
        }
        return false
    }

    func subscriptionCount(of client: ClientID) -> Int {
        queues.values.reduce(0) { $0 + $1.consumers.count { $0.client == client } }
    }

    func hasSubscription(_ subscription: String, of client: ClientID) -> Bool {
        queues.values.contains { $0.consumers.contains { $0.client == client && $0.subscription == subscription } }
    }

    /// Removes the delivery that a client answers. A cumulative answer also removes all earlier deliveries.
    ///
    /// - Returns: The new deliveries of the messages that were put back; `nil` if there is no such delivery.
    mutating func answer(_ client: ClientID, _ id: String, putBack: Bool) -> [Delivery]? {
        guard let delivery = unacknowledged.first(where: { $0.client == client && "\($0.number)" == id }) else {
            return nil
        }
        return end(putBack: putBack) { other in
            guard delivery.isCumulative else { return other.number == delivery.number }
            return other.client == client && other.subscription == delivery.subscription
                && other.number <= delivery.number
        }
    }

    // MARK: Ending

    /// Puts the unacknowledged messages of a client back, and returns their deliveries to other clients.
    mutating func clientIsGone(_ client: ClientID) -> [Delivery] {
        for name in Array(queues.keys) {
            queues[name]?.consumers.removeAll { $0.client == client }
        }
        let deliveries = end(putBack: true) { $0.client == client }
        for name in Array(queues.keys) { removeIfUnused(name) }
        return deliveries
    }

    /// Drops the messages that are not persistent, as a restart does.
    mutating func dropTransientMessages() {
        for name in Array(queues.keys) { queues[name]?.messages.removeAll { !$0.isPersistent } }
    }

    private mutating func end(putBack: Bool, where condition: (UnacknowledgedDelivery) -> Bool) -> [Delivery] {
        let ended = unacknowledged.filter(condition)
        unacknowledged.removeAll(where: condition)
        guard putBack else { return [] }
        for delivery in ended {
            var message = delivery.message
            message.isRedelivered = true
            queues[delivery.queue]?.messages.append(message)
        }
        return Set(ended.map(\.queue)).flatMap { name in
            queues[name]?.messages.sort { $0.number < $1.number }
            return deliver(from: name)
        }
    }

    private mutating func removeIfUnused(_ name: String) {
        if let queue = queues[name], !queue.isDurable, queue.consumers.isEmpty { queues[name] = nil }
    }

    /// Removes the messages of a queue that can be delivered, and returns their deliveries to the consumers in turn.
    private mutating func deliver(from name: String) -> [Delivery] {
        guard var queue = queues[name], !queue.consumers.isEmpty else { return [] }
        let deliveries = queue.messages.map { message in
            let consumer = queue.consumers.removeFirst()
            queue.consumers.append(consumer)
            return deliver(message, of: name, to: consumer)
        }
        queue.messages = []
        queues[name] = queue
        return deliveries
    }

    private mutating func deliver(_ message: Message, of queue: String, to consumer: Consumer) -> Delivery {
        var headers = [
            HeaderField("destination", message.destination), HeaderField("message-id", "\(message.number)"),
            HeaderField("subscription", consumer.subscription),
        ]
        if consumer.acknowledgement != .automatic {
            deliveryCount += 1
            headers.append(HeaderField("ack", "\(deliveryCount)"))
            unacknowledged.append(
                UnacknowledgedDelivery(
                    number: deliveryCount, client: consumer.client, subscription: consumer.subscription,
                    isCumulative: consumer.acknowledgement == .cumulative, queue: queue, message: message))
        }
        if message.isRedelivered { headers.append(HeaderField("redelivered", "true")) }
        return Delivery(
            client: consumer.client, frame: Frame(.message, headers: headers + message.headers, body: message.body))
    }
}
