import AsyncPrimitives
import Sockets

extension StompSession {
    /// Begins the session on a connection: with the subscriptions, and what was not acknowledged on earlier ones.
    func begin(on socket: SessionConnection, _ decoder: FrameDecoder, _ serversHeartBeat: HeartBeat) {
        note(client.status)  // Of the connection before.
        // This one may be over already, and nobody here the wiser.
        guard !hasEnded, client.status.attempt == socket.attempt, client.status.phase == .startingSession else {
            return
        }
        let connection = LiveConnection(socket, clock: clock)
        self.connection = connection
        decoders[connection.attempt] = decoder
        // The server may have gone on at once; there are no messages, as nobody listens yet.
        _ = take([], on: connection.attempt)
        goOn()
        beat(on: connection, configuration.heartBeat.negotiated(with: serversHeartBeat))
    }

    /// Takes note of what has become of the connection.
    func note(_ status: SocketClient.Status) {
        func isOver(_ attempt: Int) -> Bool {
            let isClosed = [.disconnecting, .disconnected].contains(status.phase)
            return status.attempt > attempt || status.attempt == attempt && isClosed
        }
        if let farewell, isOver(farewell.attempt) { farewell.promise.fulfill(with: .success(())) }
        if let connection, isOver(connection.attempt) {
            if !connection.hasBlamed, case .closed(let code, _)? = status.failure, !Self.shutdowns.contains(code) {
                blame(connection.complaint ?? "closed the connection", on: connection)
            }
            self.connection = nil
        }
        for send in unacknowledged where send.receipt.connection.map(isOver) == true {
            send.receipt.promise.fulfill(with: .failure(StompError.notConnected))
        }
        unacknowledged.removeAll { $0.receipt.connection.map(isOver) == true }
    }

    /// A server that stops, or restarts, closes connections with these codes, upon no frame.
    private static let shutdowns = [CloseCode.goingAway, CloseCode(rawValue: 1012), CloseCode(rawValue: 1013)]

    // MARK: Heart-beats

    private func beat(on connection: LiveConnection, _ agreed: HeartBeat) {
        let attempt = connection.attempt
        if agreed.send > .zero {
            connection.beats.append(
                ScopedTask.repeating(on: clock) { [weak self] in await self?.beat(every: agreed.send, attempt) })
        }
        if agreed.receive > .zero {
            connection.beats.append(
                ScopedTask.repeating(on: clock) { [weak self] in await self?.listen(every: agreed.receive, attempt) })
        }
    }

    /// Sends a heart-beat if nothing else was sent for so long.
    ///
    /// - Returns: When the next one is due, if the connection still stands.
    private func beat(every interval: Duration, _ attempt: Int) -> AnyClock.Instant? {
        guard let connection, connection.attempt == attempt else { return nil }
        if clock.now - connection.lastWrite >= interval { connection.beat() }
        return connection.lastWrite + interval
    }

    /// Gives the connection up if nothing was heard of the server for twice the time agreed.
    ///
    /// The specification asks for some tolerance and leaves it open how much.
    ///
    /// - Returns: When to look next, if the connection still stands.
    private func listen(every interval: Duration, _ attempt: Int) -> AnyClock.Instant? {
        guard let connection, connection.attempt == attempt else { return nil }
        if isHeldUp { connection.lastRead = clock.now }
        if clock.now - connection.lastRead < interval * 2 { return connection.lastRead + interval * 2 }
        connection.fail(.peerSilent)
        return nil
    }

    // MARK: Receiving

    /// Takes note of what the server says.
    ///
    /// - Returns: The messages that are to be delivered, in order.
    func receive(_ incoming: ReceivedMessage) -> [Delivery] {
        for attempt in decoders.keys where attempt < incoming.attempt { decoders[attempt] = nil }
        let deliveries = take(incoming.message.bytes, on: incoming.attempt)
        isHeldUp = !deliveries.isEmpty
        return deliveries
    }

    private func take(_ bytes: [UInt8], on attempt: Int) -> [Delivery] {
        guard var decoder = decoders.removeValue(forKey: attempt) else { return [] }
        defer { decoders[attempt] = decoder }
        let current = connection?.attempt == attempt ? connection : nil
        current?.lastRead = clock.now
        decoder.append(bytes)
        var deliveries: [Delivery] = []
        do {
            while let element = try decoder.next() {
                guard case .frame(let frame) = element else { continue }
                switch try ServerFrame(frame) {
                case .connected: throw StompError.refused("CONNECTED, a second time")
                case .message(let message):
                    if let delivery = try delivery(of: message, attempt) { deliveries.append(delivery) }
                case .receipt(let id): acknowledged(id)
                case .error(let failure): try failed(failure, on: current)
                }
            }
        } catch {
            current?.fail(.noSession("\(error)"))
        }
        return deliveries
    }

    /// Goes on after messages were delivered.
    func readOn() { isHeldUp = false }

    private func delivery(of message: ServerFrame.Message, _ attempt: Int) throws(FrameError) -> Delivery? {
        // What comes for a subscription that was given up meanwhile, the server delivers again or not, as was agreed.
        guard
            let entry = subscriptions.first(where: {
                $0.id == message.subscription && $0.standing.attempt == attempt
            })
        else { return nil }
        let id = try message.acknowledgementID(for: entry.acknowledgement)
        return Delivery(
            message: StompMessage(content: message, attempt: attempt, acknowledgementID: id), queue: entry.queue)
    }

    private func acknowledged(_ id: String) {
        if let farewell, farewell.id == id { farewell.promise.fulfill(with: .success(())) }
        if let index = unacknowledged.firstIndex(where: { $0.receipt.id == id }) {
            unacknowledged.remove(at: index).receipt.promise.fulfill(with: .success(()))
        } else if let index = subscriptions.firstIndex(where: { $0.receipt == id }) {
            subscriptions[index].standing.confirm()
            subscriptions[index].confirmation.fulfill(with: .success(()))
        }
        if let connection { dispel(id, on: connection) }
        if isCareful { goOn() }
    }

    // MARK: Farewell

    /// Tells the server that the session ends, and waits for the answer, within a bound.
    ///
    /// Source: STOMP 1.2, "Graceful Shutdown". Some servers close the connection instead of an answer.
    func sayFarewell() async {
        if let connection {
            isCareful = false
            writeDue()  // There may be a last word, and nobody is held responsible for what comes of it.
            let farewell = Farewell(attempt: connection.attempt)
            self.farewell = farewell
            self.connection = nil  // No other frame may follow.
            await connection.socket.expectEnd()
            connection.write(.disconnect(receipt: farewell.id))
        }
        guard let farewell else { return }
        let timer = ScopedTask.timer(at: clock.now + configuration.farewellTimeout, on: clock) {
            farewell.promise.fulfill(with: .success(()))
        }
        try? await farewell.promise.value
        withExtendedLifetime(timer) {}
        self.farewell = nil
    }
}
