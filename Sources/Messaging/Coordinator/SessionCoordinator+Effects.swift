import AsyncPrimitives
import Foundation
import STOMP
import Sockets

/// The effects of the gate.
extension SessionCoordinator {
    func carryOut(_ effect: TokenGate.Effect) {
        switch effect {
        case .connect(let token, let number): connect(with: token, number)
        case .disconnect(let number): disconnect(number)
        case .startExpiryTimer(let expiry, let number): startTimer(until: expiry, number)
        case .cancelExpiryTimer: expiryTimer = nil
        case .askForRefresh(let number): askForRefresh(number)
        case .cancelRefresh: cancelRefresh()
        }
    }

    private func connect(with token: AccessToken, _ number: Int) {
        order.wanted = (token, number)
        if !order.isSuspended { open(token, number) }
    }

    /// Opens the connection that the gate wants.
    func open(_ token: AccessToken, _ number: Int) {
        guard let session else { fatalError("A user with a token has a session.") }
        let connecting = enqueue { await session.connect(with: token) }
        order.listening = ScopedTask { [weak self, stomp = session.stomp] in
            // Every status from then on is about this token.
            await connecting.value
            for await status in stomp.statusUpdates {
                switch (status.phase, status.failure) {
                case (.connected, _): await self?.report { $0.connected(number: number) }
                case (.disconnected, .unauthenticated): await self?.report { $0.refused(number: number) }
                default: break
                }
            }
        }
    }

    /// Closes the connection if the same user stays logged in. Otherwise ending the session has closed it already.
    private func disconnect(_ number: Int) {
        order.wanted = nil
        order.listening = nil
        enqueue { [weak self, session] in
            await session?.disconnect()
            await self?.report { $0.disconnected(number: number) }
        }
    }

    private func startTimer(until expiry: Date, _ number: Int) {
        let life = Duration.seconds(expiry.timeIntervalSince(now()))
        let end = clock.now + renewal.use(ofTokenWithLife: life)
        expiryTimer = ScopedTask.timer(at: end, on: clock) { [weak self] in
            await self?.reportUnlessCancelled { $0.expired(number: number) }
        }
    }
}
