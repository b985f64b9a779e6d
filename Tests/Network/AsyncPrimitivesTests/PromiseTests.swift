import AsyncPrimitives
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A promise` {
    private struct Refusal: Error {}

    private let promise = Promise<Int>()

    @Test func `gives its value to every task that waits, before and after`() async throws {
        let waiters = (1...3).map { _ in Task { [promise] in try await promise.value } }
        await Task.yield()
        promise.fulfill(with: .success(7))
        for waiter in waiters { #expect(try await waiter.value == 7) }
        #expect(try await promise.value == 7)
    }

    @Test func `throws its error`() async {
        promise.fulfill(with: .failure(Refusal()))
        await #expect(throws: Refusal.self) { try await promise.value }
    }

    @Test func `keeps its first value`() async throws {
        #expect(!promise.isFulfilled)
        promise.fulfill(with: .success(1))
        promise.fulfill(with: .success(2))
        #expect(promise.isFulfilled)
        #expect(try await promise.value == 1)
    }

    @Test func `ends the wait of a cancelled task, and of no other one`() async throws {
        let cancelled = Task { [promise] in try await promise.value }
        let other = Task { [promise] in try await promise.value }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        promise.fulfill(with: .success(3))
        #expect(try await other.value == 3)
    }
}
