import AsyncPrimitives
import Sockets

extension StompSession {
    /// Begins the session on a connection: makes the subscriptions, and sends the unacknowledged messages again.
    func begin(on socket: SessionConnection, _ decoder: FrameDecoder, _ serversHeartBeat: HeartBeat) {
        statusChanged(to: client.status)  // This ends the previous connection.
        // This connection may have ended before this task ran.
        guard !hasEnded, client.status.attempt == socket.attempt, client.status.phase == .startingSession
        else { return }
        let connection = LiveConnection(socket, clock: clock, answerByteLimit: configuration.sendByteLimit) {
            [weak self, attempt = socket.attempt] in
            Task { await self?.resumeWriting(on: attempt) }
        }
        self.connection = connection
        if configuration.serverSendsReceipts { detector.connectionOpened(connection.attempt) }
        incoming.begin(connection.attempt, with: decoder)
        // Frames may have come in together with `CONNECTED`. They contain no messages without a subscription.
        _ = decode(on: connection.attempt)
        if configuration.serverSendsReceipts { perform(detector.resume()) }
        // When this message is read, all messages of earlier connections are, too; see `resumeWhenRead(_:)`.
        messages?.append(emptyMessageOf: connection.attempt)
        beat(on: connection, configuration.heartBeat.negotiated(with: serversHeartBeat))
    }

    /// Begins to write subscriptions and unacknowledged messages, for a server without receipts.
    ///
    /// This waits until the session reads the connection's first message. Until then, messages may still come back on
    /// the previous connection, which acknowledges them.
    func resumeWhenRead(_ attempt: Int) {
        guard connection?.attempt == attempt, detector.connection == nil else { return }
        detector.connectionOpened(attempt)
        perform(detector.resume())
    }

    // MARK: Writing

    /// Keeps a timer running that checks the progress of frames, while they wait for the network or the server.
    func watchWrites() {
        guard let connection else { return }
        guard detector.awaitsReceipt || connection.isWaiting else { return connection.writeTimer = nil }
        if connection.writeTimer != nil { return }
        connection.writeTimer = ScopedTask.repeating(on: clock) { [weak self, attempt = connection.attempt] in
            await self?.checkWrites(on: attempt)
        }
    }

    /// Writes more waiting frames, because the network has made room.
    private func resumeWriting(on attempt: Int) {
        guard let connection, connection.attempt == attempt else { return }
        connection.resumeWriting()
        for receipt in connection.takeWritten() { perform(detector.confirmed(receipt: receipt)) }
    }

    /// Gives up the connection if the server does not read from it, and looks for messages that the server does not
    /// acknowledge.
    ///
    /// Returns the time of the next check; `nil` when the connection has ended, or no frame waits.
    private func checkWrites(on attempt: Int) -> AnyClock.Instant? {
        guard !Task.isCancelled, let connection, connection.attempt == attempt else { return nil }
        let timeout = configuration.acknowledgementTimeout
        if connection.isStuck(timeout: timeout) {
            connection.fail(LiveConnection.peerDoesNotRead)
            return nil
        }
        // Time in which the frames wait for the network does not count for the acknowledgement.
        if connection.checkEmptied() {
            let sendsReceipts = configuration.serverSendsReceipts
            perform(sendsReceipts ? detector.giveUpUnanswered() : detector.confirmUnanswered())
        }
        watchWrites()
        return connection.writeTimer == nil ? nil : clock.now + timeout / 2
    }

    /// Ends the use of the connection if the client's status shows that the connection has ended.
    func statusChanged(to status: SocketClient.Status) {
        func isOver(_ attempt: Int) -> Bool {
            let isClosed = [.disconnecting, .disconnected].contains(status.phase)
            return status.attempt > attempt || status.attempt == attempt && isClosed
        }
        if let disconnectRequest, isOver(disconnectRequest.connection) {
            disconnectRequest.answer.fulfill(with: .success(()))
        }
        if let connection, isOver(connection.attempt) {
            var isClosedByServer = false
            if case .closed(let code, _)? = status.failure { isClosedByServer = !Self.ownReasons.contains(code) }
            perform(detector.connectionEnded(closedByServer: isClosedByServer))
            self.connection = nil
            makeSubscriptions(subscriptions.released())
            if let reason = status.failure?.unreadableInput {
                readingFailed(ReadFailure(reason: reason, subscription: nil), on: connection)
            }
        }
        for (id, message) in unacknowledged.messages where message.connection.map(isOver) == true {
            detector.remove(id)
            unacknowledged[id] = nil
            message.send.promise.fulfill(with: .failure(StompError.notConnected))
        }
    }

    /// The close codes that mean that the server closes a connection for a reason other than a frame.
    private static let ownReasons: [CloseCode] = [
        .goingAway, .internalError, .serviceRestart, .tryAgainLater, .badGateway,
    ]

    // MARK: Disconnecting

    /// Sends `DISCONNECT`, and waits for the answer or the end of the connection, for at most `disconnectTimeout`.
    ///
    /// Source: STOMP 1.2, "Graceful Shutdown". Some servers close the connection instead of answering.
    func sendDisconnect() async {
        if let connection {
            perform(detector.disconnect())  // The last messages go out before `DISCONNECT`.
            let request = DisconnectRequest(connection: connection.attempt)
            disconnectRequest = request
            self.connection = nil  // No other frame may follow `DISCONNECT`.
            makeSubscriptions(subscriptions.released())
            await connection.socket.expectEnd()
            if configuration.serverSendsReceipts {
                connection.writeLast(.disconnect(receipt: request.receipt)) { _ in }
            } else {
                connection.writeLast(.disconnect()) { [weak self, names = connection.takeWatched()] isTaken in
                    Task { await self?.disconnectIsWritten(request, confirming: isTaken ? names : []) }
                }
            }
        }
        guard let disconnectRequest else { return }
        let timer = ScopedTask.timer(at: clock.now + configuration.disconnectTimeout, on: clock) {
            disconnectRequest.answer.fulfill(with: .success(()))
        }
        try? await disconnectRequest.answer.value
        withExtendedLifetime(timer) {}
        self.disconnectRequest = nil
    }

    /// For a server without receipts: counts `DISCONNECT` as answered when the system has taken all frames.
    private func disconnectIsWritten(_ request: DisconnectRequest, confirming receipts: [String]) {
        for receipt in receipts { perform(detector.confirmed(receipt: receipt)) }
        request.answer.fulfill(with: .success(()))
    }
}
