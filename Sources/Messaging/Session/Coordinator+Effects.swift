import STOMP
import AsyncPrimitives
import Foundation
import Sockets

extension Coordinator {
    func carryOut(_ effect: TokenGate.Effect) {
        switch effect {
        case .connect(let token, let number): connect(with: token, number)
        case .disconnect(let number): disconnect(number)
        case .startExpiryTimer(let expiry, let number): startTimer(until: expiry, number)
        case .cancelExpiryTimer: timer = nil
        case .askForRefresh(let number): askForRefresh(number)
        case .cancelRefresh: cancelRefresh()
        }
    }

    private func connect(with token: AccessToken, _ number: Int) {
        connection = (token, number)
        if !isSuspended { open(token, number) }
    }

    /// Opens the connection that the gate wants.
    func open(_ token: AccessToken, _ number: Int) {
        guard let session else { fatalError("Who has a token has a session.") }
        let connecting = enqueue { await session.connect(with: token) }
        listening = ScopedTask { [weak self, stomp = session.stomp] in
            // Whatever was before is forgotten by then: all that is heard is about this token.
            await connecting.value
            for await status in stomp.states {
                switch (status.phase, status.failure) {
                case (.connected, _): await self?.report { $0.connected(number: number) }
                case (.disconnected, .unauthenticated): await self?.report { $0.refused(number: number) }
                default: break
                }
            }
        }
    }

    /// Closes the connection of the user who goes on; that of one who does not is closed with the session, before this.
    private func disconnect(_ number: Int) {
        connection = nil
        listening = nil
        enqueue { [weak self, session] in
            await session?.disconnect()
            await self?.report { $0.disconnected(number: number) }
        }
    }

    private func startTimer(until expiry: Date, _ number: Int) {
        let life = Duration.seconds(expiry.timeIntervalSince(now()))
        if life > .zero { leastUse = minimumWait }
        let end = clock.now + max(life - min(renewalLead, life / 2), leastUse)
        // Where each token arrives expired, this side's clock is ahead, or there are no better ones: no use in a hurry.
        if life <= .zero { leastUse = min(leastUse * 2, max(minimumWait, .seconds(3600))) }
        timer = ScopedTask.timer(at: end, on: clock) { [weak self] in
            await self?.reportUnlessCancelled { $0.expired(number: number) }
        }
    }
}
