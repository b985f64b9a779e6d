import AsyncPrimitives

/// The notifications that the device's network is gone or back.
extension SessionCoordinator {
    /// Tells the coordinator that the device has no network. Drops the connection, and opens none until
    /// ``networkIsBack()``.
    ///
    /// 1. The connection is dropped without waiting for the server, which cannot be reached.
    /// 2. The session stays. Its subscriptions, its place and its unacknowledged messages wait for the next connection.
    ///    So do messages that are sent without a network.
    /// 3. The status is `disconnected`. It keeps a failure only if that is a refusal, and until there is a connection.
    /// 4. A log-out, a new token and an expiring token have the same effects as during ``suspend()``.
    public func networkIsGone() {
        guard !desired.isOffline else { return }
        desired.isOffline = true
        desired.listening = nil
        guard let session else { return }
        // Aborts now, so that a current operation stops waiting, and again after all queued operations.
        let abort = Task { await session.abort() }
        enqueue {
            await abort.value
            await session.abort()
        }
    }

    /// Tells the coordinator that the device has a network. Every wait for a next attempt ends.
    ///
    /// These waits are: the session's wait before an attempt to connect, and the coordinator's waits before a request
    /// to the store and after a refusal. A current attempt continues. While the coordinator is suspended, nothing is
    /// opened. An app may call this as often as its system reports a network, even without ``networkIsGone()``.
    public func networkIsBack() {
        let wasOffline = desired.isOffline
        desired.isOffline = false
        endWaits(opening: wasOffline)
    }

    /// Ends every wait for a next attempt, unless the coordinator is suspended or has no network.
    ///
    /// - Parameter opening: True if the connection that the gate wants should be opened.
    func endWaits(opening: Bool) {
        guard desired.mayOpen else { return }
        refresh.pause?.end.fulfill(with: .success(()))
        if gate.phase == .waiting {
            report { $0.retryTimerFired(number: $0.number) }
        } else if opening, let wanted = desired.wanted {
            open(wanted.token, wanted.number)
        } else if let session {
            Task { await session.networkIsBack() }
        }
    }
}
