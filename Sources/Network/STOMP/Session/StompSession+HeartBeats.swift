import AsyncPrimitives
import Sockets

extension StompSession {
    func beat(on connection: LiveConnection, _ agreed: HeartBeat) {
        let attempt = connection.attempt
        if agreed.send > .zero {
            connection.timers.append(
                ScopedTask.repeating(on: clock) { [weak self] in await self?.beat(every: agreed.send, attempt) })
        }
        if agreed.receive > .zero {
            connection.timers.append(
                ScopedTask.repeating(on: clock) { [weak self] in await self?.listen(every: agreed.receive, attempt) })
        }
    }

    /// Sends a heart-beat if nothing was sent for an interval.
    ///
    /// Returns the time of the next heart-beat; `nil` when the connection has ended.
    private func beat(every interval: Duration, _ attempt: Int) -> AnyClock.Instant? {
        guard let connection, connection.attempt == attempt else { return nil }
        if clock.now - connection.lastWrite >= interval { connection.beat() }
        return connection.lastWrite + interval
    }

    /// Gives up the connection if no byte has come in for two intervals.
    ///
    /// Returns the time of the next check; `nil` when the connection has ended.
    private func listen(every interval: Duration, _ attempt: Int) -> AnyClock.Instant? {
        guard let connection, connection.attempt == attempt else { return nil }
        if incoming.isStalled { connection.noteRead() }
        if let next = connection.checkHeartBeat(every: interval) { return next }
        connection.fail(.peerSilent)
        return nil
    }
}
