import AsyncPrimitives
import Sockets

/// The requests to the store for a new token.
extension SessionCoordinator {
    /// The failure of a request without an answer in time.
    private struct TimedOut: Error {}

    /// Asks for a new token until the store answers, as a `TokenRefresh` decides.
    func askForRefresh(_ number: Int) {
        guard let token = gate.token else { fatalError("A refresh needs a token to replace.") }
        let previous = refresh.request?.answer
        refresh.running = ScopedTask { [weak self, store, clock, backoff = configuration.refreshBackoff] in
            var refresh = TokenRefresh(backoff: backoff)
            var generator = SystemRandomNumberGenerator()
            var action = refresh.begin(hasPrevious: previous != nil)
            var isDenied = false
            while action != .lookUp {
                switch action {
                case .awaitPrevious:
                    await self?.limit(previous)
                    _ = try? await previous?.value
                    action = refresh.previousEnded()
                case .ask:
                    guard let answer = await self?.ask(token) else { return }
                    let result = await Self.result(of: answer)
                    await self?.endRequest()
                    isDenied = result == .denied
                    action = refresh.requestEnded(with: result, using: &generator)
                case .wait(let time):
                    // The gate that cancels the refresh ends the wait.
                    guard (try? await clock.sleep(until: clock.now + time)) != nil, !Task.isCancelled else { return }
                    action = refresh.waitEnded()
                case .lookUp: break
                }
            }
            let lookup = await self?.beginLookup()
            let newest = await store.token
            await self?.endLookup(lookup, newest)
            await self?.reportUnlessCancelled { [isDenied] in
                isDenied ? $0.refreshDenied(number: number) : $0.refreshEnded(number: number)
            }
        }
    }

    private static func result(of answer: Promise<Void>) async -> TokenRefresh.Answer {
        do {
            try await answer.value
            return .token
        } catch is AuthenticationError {
            return .denied
        } catch {
            return .none
        }
    }

    func cancelRefresh() {
        refresh.running = nil
        refresh.abandonRequest()
    }

    /// Begins a request to the store, unless the refresh was cancelled.
    private func ask(_ token: AccessToken) -> Promise<Void>? {
        if Task.isCancelled { return nil }
        let answer = Promise<Void>()
        let asking = ScopedTask { [store] in
            do {
                try await store.refresh(token)
                answer.fulfill(with: .success(()))
            } catch {
                answer.fulfill(with: .failure(error))
            }
        }
        refresh.request = RefreshTasks.Request(answer: answer, asking: asking)
        limit(answer)
        return answer
    }

    /// Limits the time that the store has for an answer.
    private func limit(_ answer: Promise<Void>?) {
        guard !Task.isCancelled, let answer else { return }
        refresh.request?.timer = ScopedTask.timer(at: clock.now + configuration.refreshTimeout, on: clock) {
            answer.fulfill(with: .failure(TimedOut()))
        }
    }

    /// Ends a request that was answered or has timed out.
    private func endRequest() {
        if !Task.isCancelled { refresh.abandonRequest() }
    }
}
