import AsyncPrimitives
import Foundation
import STOMP
import Sockets

/// The execution of the gate's effects.
extension SessionCoordinator {
    func carryOut(_ effect: TokenGate.Effect) {
        switch effect {
        case .connect(let token, let number): connect(with: token, number)
        case .disconnect(let number): disconnect(number)
        case .startExpiryTimer(let expiry, let number): startTimer(until: expiry, number)
        case .cancelExpiryTimer: timing.expiryTimer = nil
        case .askForRefresh(let number): askForRefresh(number)
        case .cancelRefresh: cancelRefresh()
        case .startRetryTimer(let number): startRetryTimer(number)
        case .cancelRetryTimer: timing.retryTimer = nil
        }
    }

    private func connect(with token: AccessToken, _ number: Int) {
        desired.wanted = (token, number)
        if desired.mayOpen { open(token, number) }
    }

    /// Opens the session's connection with a token, and reports to the gate whether the server accepts the token.
    func open(_ token: AccessToken, _ number: Int) {
        guard let session else { fatalError("A user with a token has a session.") }
        let stomp = session.stomp
        let before = Promise<Int>()
        enqueue {
            before.fulfill(with: .success(stomp.status.attempt))
            await session.connect(with: token)
        }
        desired.listening = ScopedTask { [weak self, configuration] in
            // Only failures of later attempts are about this token; the status may contain an earlier failure.
            guard var judged = try? await before.value else { return }
            for await status in stomp.statusUpdates {
                if status.phase == .connected { await self?.report { $0.connected(number: number) } }
                guard let failure = status.failure else { continue }
                // After a final failure the client disconnects by itself. Otherwise it tries another server.
                if failure.isFinal, status.phase != .disconnected { continue }
                let isTrying = status.phase.isAttempting || status.phase == .startingSession
                let attempt = status.attempt - (isTrying ? 1 : 0)
                guard attempt > judged else { continue }
                judged = attempt
                let isUnsendable = (try? stomp.check(token.credentials)) == nil
                guard let kind = isUnsendable ? .credentials : configuration.kind(of: failure) else { continue }
                await stomp.keep(failure)
                await self?.report { $0.refused(kind, number: number) }
            }
        }
    }

    /// Closes the connection, unless the end of the session has closed it: the session ends if the user has logged out.
    private func disconnect(_ number: Int) {
        desired.wanted = nil
        desired.listening = nil
        enqueue { [weak self, session] in
            await session?.disconnect()
            await self?.report { $0.disconnected(number: number) }
        }
    }

    private func startTimer(until expiry: Date, _ number: Int) {
        let end = clock.now + timing.refresh.use(ofTokenUntil: expiry, from: now())
        timing.expiryTimer = ScopedTask.timer(at: end, on: clock) { [weak self] in
            await self?.reportUnlessCancelled { $0.expired(number: number) }
        }
    }

    private func startRetryTimer(_ number: Int) {
        var generator = SystemRandomNumberGenerator()
        let end = clock.now + timing.retries.next(using: &generator)
        timing.retryTimer = ScopedTask.timer(at: end, on: clock) { [weak self] in
            await self?.reportUnlessCancelled { $0.retryTimerFired(number: number) }
        }
    }
}
