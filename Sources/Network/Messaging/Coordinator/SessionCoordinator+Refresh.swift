import AsyncPrimitives
import Sockets

/// The requests to the store for a new token.
extension SessionCoordinator {
    /// The failure of a request that was not answered in time.
    private struct TimedOut: Error {}

    /// Asks the store for a new token until it answers, one request after the other.
    func askForRefresh(_ number: Int) {
        guard let token = gate.token else { fatalError("A refresh needs a token to replace.") }
        let previous = refresh.request?.answer
        refresh.running = ScopedTask { [weak self, store, backoff = configuration.refreshBackoff] in
            // The store may still work on an abandoned request of an earlier refresh. Limit that time.
            await self?.limit(previous)
            _ = try? await previous?.value
            var backoff = backoff
            var generator = SystemRandomNumberGenerator()
            var isDenied: Bool?
            while isDenied == nil {
                guard let answer = await self?.ask(token) else { return }
                isDenied = await Self.isDenied(answer)
                await self?.endRequest()
                guard isDenied == nil else { break }
                // The store has not answered, so ask again after a pause. Cancelling the refresh ends the pause.
                let pause = await self?.pause(for: backoff.next(using: &generator))
                guard let pause, (try? await pause.value) != nil, !Task.isCancelled else { return }
            }
            let lookup = await self?.beginLookup()
            let newest = await store.token
            await self?.endLookup(lookup, newest)
            await self?.reportUnlessCancelled { [isDenied] in
                isDenied == true ? $0.refreshDenied(number: number) : $0.refreshEnded(number: number)
            }
        }
    }

    /// Returns true if the store certainly has no new token; `nil` without an answer, or if it could not tell.
    private static func isDenied(_ answer: Promise<Void>) async -> Bool? {
        do {
            try await answer.value
            return false
        } catch {
            return error is AuthenticationError ? true : nil
        }
    }

    func cancelRefresh() {
        refresh.running = nil
        refresh.pause = nil
        refresh.abandonRequest()
    }

    /// Begins a request to the store; returns `nil` if the refresh was cancelled.
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

    /// Fails the answer to a request if the store has not answered within `refreshTimeout`.
    private func limit(_ answer: Promise<Void>?) {
        guard !Task.isCancelled, let answer else { return }
        refresh.request?.timer = ScopedTask.timer(at: clock.now + configuration.refreshTimeout, on: clock) {
            answer.fulfill(with: .failure(TimedOut()))
        }
    }

    /// Begins a pause between two requests; returns `nil` if the refresh was cancelled.
    private func pause(for wait: Duration) -> Promise<Void>? {
        if Task.isCancelled { return nil }
        let end = Promise<Void>()
        let timer = ScopedTask.timer(at: clock.now + wait, on: clock) { end.fulfill(with: .success(())) }
        refresh.pause = RefreshTasks.Pause(end: end, timer: timer)
        return end
    }

    /// Releases the tasks of a request that was answered or has timed out.
    private func endRequest() {
        if !Task.isCancelled { refresh.abandonRequest() }
    }
}
