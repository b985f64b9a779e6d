import AsyncPrimitives
import STOMP
import Messaging
import Sockets

/// Decides how a broker answers the frames of its clients. It knows no network.
struct BrokerCore {
    /// An order to the runtime: send a frame to a client, or close its connection.
    enum Action: Sendable { case send(Frame, to: MessageStore.ClientID), close(MessageStore.ClientID) }

    /// A request that the broker refuses with an `ERROR`.
    private struct Refusal: Error {
        let message: String
    }

    private struct Client {
        var decoder = FrameDecoder()
        /// The name of the user; `nil` until the broker has accepted the client.
        var user: String?
        /// True once the broker ignores all further frames of the client: after `DISCONNECT` or an error.
        var isOver = false
    }

    private let names = MessagingSession.Configuration()
    let admits: LoopbackBroker.Authenticator
    var sendsReceipts = true
    var store = MessageStore()
    private var presence = PresenceList()
    /// The client on whose connection each session has last reported its place, keyed by the session's name.
    private var visitors: [String: MessageStore.ClientID] = [:]
    private var clients: [MessageStore.ClientID: Client] = [:]
    private var sessions: [String: Int] = [:]
    private var most: [String: Int] = [:]
    private var received = 0

    init(admits: @escaping LoopbackBroker.Authenticator) { self.admits = admits }

    func clients(of user: String) -> [MessageStore.ClientID] { clients.filter { $0.value.user == user }.map(\.key) }

    var counts: LoopbackBroker.Counts {
        var counts = LoopbackBroker.Counts(sessions: sessions, most: most, received: received)
        for (id, client) in clients {
            guard let user = client.user else { continue }
            counts.present[user, default: 0] += 1
            counts.subscriptions[user, default: 0] += store.subscriptionCount(of: id)
        }
        return counts
    }

    // MARK: Connections

    mutating func open(_ id: MessageStore.ClientID) { clients[id] = Client() }

    mutating func clientIsGone(_ id: MessageStore.ClientID) -> [Action] {
        clients[id] = nil
        let actions = actions(store.clientIsGone(id))
        for session in visitors.filter({ $0.value == id }).keys.sorted() {
            visitors[session] = nil
            presence.forget(session)
        }
        return actions + presenceAnswers()
    }

    /// Decodes the bytes of a client, and handles the frames that they complete.
    mutating func receive(_ bytes: [UInt8], _ id: MessageStore.ClientID) -> [Action] {
        clients[id]?.decoder.append(bytes)
        var actions: [Action] = []
        while clients[id]?.isOver == false {
            do {
                guard let element = try clients[id]?.decoder.next() else { break }
                switch element {
                case .frame(let frame): actions += handle(frame, of: id)
                case .unreadable(let frame):
                    actions += refuse("\(frame.error)", to: id, receipt: frame.head["receipt"])
                case .heartBeat: break
                }
            } catch {
                actions += refuse("\(error)", to: id)
            }
        }
        return actions
    }

    private mutating func handle(_ frame: Frame, of id: MessageStore.ClientID) -> [Action] {
        do throws(Refusal) {
            if let missing = frame.command.requiredHeaders.first(where: { frame[$0] == nil }) {
                throw Refusal(message: "the header “\(missing)” is missing")
            }
            // The headers may be sent to other clients, or back to the sender.
            guard frame.canBeEncoded else { throw Refusal(message: "a header holds what cannot be written") }
            guard let user = clients[id]?.user else { return try connect(frame, id) }
            var actions = try perform(frame, of: id, user)
            if let receipt = frame["receipt"], sendsReceipts {
                actions.append(.send(Frame(.receipt, headers: [HeaderField("receipt-id", receipt)]), to: id))
            }
            if frame.command == .disconnect { actions.append(.close(id)) }
            return actions
        } catch {
            return refuse(error.message, to: id, receipt: frame["receipt"])
        }
    }

    private mutating func connect(_ frame: Frame, _ id: MessageStore.ClientID) throws(Refusal) -> [Action] {
        guard frame.command == .connect else { throw Refusal(message: "a session begins with CONNECT") }
        let versions = frame["accept-version"]?.split(separator: ",") ?? []
        guard versions.contains("1.2") else { throw Refusal(message: "this server speaks version 1.2") }
        let user = frame["login"] ?? ""
        guard admits(user, frame["passcode"] ?? "") else { throw Refusal(message: "Bad CONNECT") }
        clients[id]?.user = user
        sessions[user, default: 0] += 1
        most[user] = max(most[user] ?? 0, clients(of: user).count)
        let headers = [("version", "1.2"), ("session", "\(id)"), ("server", "LoopbackBroker")]
        return [.send(Frame(.connected, headers: headers.map { HeaderField($0, $1) }), to: id)]
    }

    // MARK: Frames of a session

    private mutating func perform(_ frame: Frame, of id: MessageStore.ClientID, _ user: String) throws(Refusal)
        -> [Action]
    {
        if frame["transaction"] != nil { throw Refusal(message: "there are no transactions") }
        switch frame.command {
        case .send: return try send(frame, from: id)
        case .subscribe: return try subscribe(frame, id, user)
        case .unsubscribe:
            guard store.unsubscribe(id, frame["id"]!) else { throw Refusal(message: "there is no such subscription") }
            return []
        case .ack, .nack:
            let putsBack = frame.command == .nack && frame["requeue"] != "false"
            guard let deliveries = store.answer(id, frame["id"]!, putBack: putsBack) else {
                throw Refusal(message: "there is no such message")
            }
            return actions(deliveries)
        case .disconnect:
            clients[id]?.isOver = true
            return []
        case .connect: throw Refusal(message: "the session has begun already")
        case .connected, .message, .receipt, .error:
            throw Refusal(message: "\(frame.command.rawValue) is not a command for a server")
        }
    }

    private mutating func send(_ frame: Frame, from id: MessageStore.ClientID) throws(Refusal) -> [Action] {
        let destination = frame["destination"]!
        try check(destination)
        received += 1
        let own = ["destination", "receipt", "content-length"]
        var actions = actions(
            store.add(frame.body, for: destination, frame.headers.filter { !own.contains($0.name) }))
        if destination == names.presenceDestination, let report = PresenceReport(frame.body) {
            visitors[report.clientID] = report.place == nil ? nil : id
            presence.receive(report)
            actions += presenceAnswers()
        }
        return actions
    }

    private mutating func subscribe(
        _ frame: Frame, _ id: MessageStore.ClientID, _ user: String
    ) throws(Refusal) -> [Action] {
        let (name, destination) = (frame["id"]!, frame["destination"]!)
        try check(destination)
        guard !store.hasSubscription(name, of: id) else {
            throw Refusal(message: "there is a subscription called “\(name)” already")
        }
        guard let acknowledgement = Acknowledgement(rawValue: frame["ack"] ?? "auto") else {
            throw Refusal(message: "invalid ack")
        }
        let isDurable = frame["durable"] == "true" && frame["auto-delete"] == "false"
        return actions(
            store.subscribe(
                id, name, to: destination, acknowledgement, durableName: isDurable ? "\(user)/\(name)" : nil))
    }

    private func check(_ destination: String) throws(Refusal) {
        guard destination.hasPrefix("/topic/") || destination.hasPrefix("/queue/") else {
            throw Refusal(message: "there is no destination “\(destination)”")
        }
    }

    // MARK: Answers

    private mutating func refuse(_ message: String, to id: MessageStore.ClientID, receipt: String? = nil) -> [Action] {
        clients[id]?.isOver = true
        var headers = [HeaderField("message", message)]
        if let receipt { headers.append(HeaderField("receipt-id", receipt)) }
        // A client may have sent headers that cannot be encoded.
        headers.removeAll { !Frame(.error, headers: [$0]).canBeEncoded }
        return [.send(Frame(.error, headers: headers), to: id), .close(id)]
    }

    private mutating func presenceAnswers() -> [Action] {
        let headers = [HeaderField("content-type", "application/json")]
        var actions: [Action] = []
        while let answer = presence.takeAnswer() {
            presence.answerIsDone(answer)
            actions += self.actions(store.add(answer.content.body, for: names.answerDestination(answer.user), headers))
        }
        return actions
    }

    private func actions(_ deliveries: [MessageStore.Delivery]) -> [Action] {
        deliveries.map { .send($0.frame, to: $0.client) }
    }
}
