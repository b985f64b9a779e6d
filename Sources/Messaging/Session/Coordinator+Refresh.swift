import STOMP
import AsyncPrimitives
import Sockets

/// How a coordinator asks for another token.
extension Coordinator {
    /// Nobody has answered in time.
    private struct Unanswered: Error {}

    /// Asks for another token until there is an answer, which may be no.
    func askForRefresh(_ number: Int) {
        guard let token = gate.token else { fatalError("There is a token to be refreshed.") }
        refreshing = ScopedTask { [weak self, store, clock, refreshBackoff, previous = answer] in
            if let previous {
                // A request that was given up goes on for as long as the store makes it; that is waited for, within a bound.
                await self?.limit(previous)
                _ = try? await previous.value
            }
            var backoff = refreshBackoff
            var generator = SystemRandomNumberGenerator()
            asking: while true {
                guard let answer = await self?.ask(token) else { return }
                do {
                    try await answer.value
                    break asking
                } catch is AuthenticationError {
                    break asking
                } catch {
                    // Nobody has answered, which says nothing about the user. Who gives the refresh up ends the wait.
                    await self?.endRequest()
                    let end = clock.now + backoff.next(using: &generator)
                    guard (try? await clock.sleep(until: end)) != nil, !Task.isCancelled else { return }
                }
            }
            await self?.endRequest()
            let look = await self?.beginLook()
            let token = await store.token
            await self?.endLook(look, token)
            await self?.reportUnlessCancelled { $0.refreshEnded(number: number) }
        }
    }

    func cancelRefresh() {
        refreshing = nil
        request = nil
        requestTimer = nil
    }

    /// Begins to ask the store, unless that was given up.
    private func ask(_ token: AccessToken) -> Promise<Void>? {
        if Task.isCancelled { return nil }
        let answer = Promise<Void>()
        self.answer = answer
        request = ScopedTask { [store] in
            do {
                try await store.refresh(token)
                answer.fulfill(with: .success(()))
            } catch {
                answer.fulfill(with: .failure(error))
            }
        }
        limit(answer)
        return answer
    }

    /// Sees to it that there is an end to the wait for an answer.
    private func limit(_ answer: Promise<Void>) {
        if Task.isCancelled { return }
        requestTimer = ScopedTask.timer(at: clock.now + refreshTimeout, on: clock) {
            answer.fulfill(with: .failure(Unanswered()))
        }
    }

    /// Forgets a request that has been answered, or never will be.
    private func endRequest() {
        if Task.isCancelled { return }
        request = nil
        requestTimer = nil
    }
}
