import AsyncPrimitives

/// The network of a device, which comes and goes.
extension SessionCoordinator {
    /// Tells the coordinator that the device has no network: drops the connection, and opens none until ``networkIsBack()``.
    ///
    /// 1. Nothing waits for the server, which would not get it.
    /// 2. The session stays: its subscriptions, its place, its unacknowledged messages, and those that are sent while
    ///    there is no network wait for the next connection.
    /// 3. The status is `disconnected`, without a failure other than a refusal, which stays until there is a connection.
    /// 4. A log-out, a new token and a token that expires have the effects that they have while the coordinator is
    ///    suspended; see ``suspend()``.
    public func networkIsGone() {
        guard !desired.isOffline else { return }
        desired.isOffline = true
        desired.listening = nil
        guard let session else { return }
        // Now, for an operation that waits for the server, and after all that wait for that.
        let abort = Task { await session.abort() }
        enqueue {
            await abort.value
            await session.abort()
        }
    }

    /// Tells the coordinator that the device has a network: whatever waits for its next attempt tries at once.
    ///
    /// That is the session before an attempt to connect, the coordinator before a request to the store, and the
    /// coordinator after a refusal. A current attempt continues, and while the coordinator is suspended nothing is
    /// opened. An app may call this as often as its system reports a network, whether or not it has called
    /// ``networkIsGone()``.
    public func networkIsBack() {
        let wasOffline = desired.isOffline
        desired.isOffline = false
        endWaits(opening: wasOffline)
    }

    /// Ends every wait for a next attempt, unless nothing may be opened.
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
