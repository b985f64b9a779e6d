import STOMP
import AsyncPrimitives
import Messaging
import Sockets

/// What a broker keeps for its clients: queues of messages, who reads from them, and what was not acknowledged yet.
///
/// A topic is no more than a name: each of its subscriptions is a queue that gets a copy of every message.
struct Depot {
    typealias ClientID = Int

    struct Message {
        let number: Int
        let destination: String
        let headers: [Frame.Header]
        let body: [UInt8]
        var isRedelivered = false

        var isPersistent: Bool { headers.contains(Frame.Header("persistent", "true")) }
    }

    /// A frame on its way to a client.
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
        /// The topic whose messages it gets, if it belongs to a subscription.
        var topic: String?
        /// Whether it goes on when nobody reads from it, and when the broker is started again.
        let isDurable: Bool
        var messages: [Message] = []
        var consumers: [Consumer] = []
    }

    /// A message that was delivered, and belongs to its client until that has acknowledged it or is gone.
    private struct Loan {
        let number: Int
        let client: ClientID
        let subscription: String
        let isCumulative: Bool
        let queue: String
        let message: Message
    }

    private var queues: [String: Queue] = [:]
    private var loans: [Loan] = []
    private var messageCount = 0
    private var loanCount = 0

    /// How many messages wait for somebody to read them.
    var waitingCount: Int { queues.values.reduce(0) { $0 + $1.messages.count } }

    // MARK: Sending

    /// Takes a message in, and hands it on.
    mutating func take(_ body: [UInt8], for destination: String, _ headers: [Frame.Header]) -> [Delivery] {
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

    /// Lets a client read from a destination; a topic's subscription with a durable name goes on without its reader.
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

    /// Lets a client read no longer. What it has not acknowledged it may still acknowledge.
    ///
    /// - Returns: Whether there was such a subscription.
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

    /// The destinations that a client reads from.
    func subscriptionCount(of client: ClientID) -> Int {
        queues.values.reduce(0) { $0 + $1.consumers.count { $0.client == client } }
    }

    func hasSubscription(_ subscription: String, of client: ClientID) -> Bool {
        queues.values.contains { $0.consumers.contains { $0.client == client && $0.subscription == subscription } }
    }

    /// Forgets what a client has received, and with cumulative acknowledgements all before it.
    ///
    /// - Returns: What is delivered once more, if it is put back; `nil` if there is no such message.
    mutating func answer(_ client: ClientID, _ id: String, putBack: Bool) -> [Delivery]? {
        guard let loan = loans.first(where: { $0.client == client && "\($0.number)" == id }) else { return nil }
        return end(putBack: putBack) { other in
            guard loan.isCumulative else { return other.number == loan.number }
            return other.client == client && other.subscription == loan.subscription && other.number <= loan.number
        }
    }

    // MARK: Ends

    /// Takes back what a client has not acknowledged, and delivers it to others.
    mutating func clientIsGone(_ client: ClientID) -> [Delivery] {
        for name in Array(queues.keys) {
            queues[name]?.consumers.removeAll { $0.client == client }
        }
        let deliveries = end(putBack: true) { $0.client == client }
        for name in Array(queues.keys) { removeIfUnused(name) }
        return deliveries
    }

    /// Loses what a broker loses that is started again: whatever is not persistent.
    mutating func lose() {
        for name in Array(queues.keys) { queues[name]?.messages.removeAll { !$0.isPersistent } }
    }

    private mutating func end(putBack: Bool, where isMeant: (Loan) -> Bool) -> [Delivery] {
        let ended = loans.filter(isMeant)
        loans.removeAll(where: isMeant)
        guard putBack else { return [] }
        for loan in ended {
            var message = loan.message
            message.isRedelivered = true
            queues[loan.queue]?.messages.append(message)
        }
        return Set(ended.map(\.queue)).flatMap { name in
            queues[name]?.messages.sort { $0.number < $1.number }
            return deliver(from: name)
        }
    }

    private mutating func removeIfUnused(_ name: String) {
        if let queue = queues[name], !queue.isDurable, queue.consumers.isEmpty { queues[name] = nil }
    }

    /// Hands out what waits in a queue, to its readers in turn.
    private mutating func deliver(from name: String) -> [Delivery] {
        guard var queue = queues[name], !queue.consumers.isEmpty else { return [] }
        let deliveries = queue.messages.map { message in
            let consumer = queue.consumers.removeFirst()
            queue.consumers.append(consumer)
            return lend(message, of: name, to: consumer)
        }
        queue.messages = []
        queues[name] = queue
        return deliveries
    }

    private mutating func lend(_ message: Message, of queue: String, to consumer: Consumer) -> Delivery {
        var headers = [
            Frame.Header("destination", message.destination), Frame.Header("message-id", "\(message.number)"),
            Frame.Header("subscription", consumer.subscription),
        ]
        if consumer.acknowledgement != .automatic {
            loanCount += 1
            headers.append(Frame.Header("ack", "\(loanCount)"))
            loans.append(
                Loan(
                    number: loanCount, client: consumer.client, subscription: consumer.subscription,
                    isCumulative: consumer.acknowledgement == .cumulative, queue: queue, message: message))
        }
        if message.isRedelivered { headers.append(Frame.Header("redelivered", "true")) }
        return Delivery(
            client: consumer.client, frame: Frame(.message, headers: headers + message.headers, body: message.body))
    }
}
