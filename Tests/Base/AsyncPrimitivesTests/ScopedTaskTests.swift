import AsyncPrimitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A scoped task` {
    private let manual = ManualClock()
    private let fired = CurrentValue(0, limit: .max)

    /// A clock with one task for all timers, or one with a task for each.
    private func makeClock(sharingTimers: Bool) -> AnyClock {
        sharingTimers ? AnyClock(sharingTimers: manual) : AnyClock(manual)
    }

    @Test func `is cancelled when it is released`() async {
        let isCancelled = Promise<Void>()
        let clock = makeClock(sharingTimers: false)
        var task: ScopedTask? = ScopedTask {
            do { try await clock.sleep(until: clock.now + .seconds(1)) } catch {
                isCancelled.fulfill(with: .success(()))
            }
        }
        await manual.waitForSleepers(due: .seconds(1))
        #expect(task != nil)
        task = nil
        #expect((try? await isCancelled.value) != nil)
        #expect(manual.due == [])
    }

    @Test(arguments: [true, false])
    func `as a timer runs its body once, at its time`(isShared: Bool) async {
        let clock = makeClock(sharingTimers: isShared)
        let timer = ScopedTask.timer(at: clock.now + .seconds(2), on: clock) { [fired] in
            fired.update(to: fired.value + 1)
        }
        await manual.waitForSleepers(due: .seconds(2))
        manual.advance(by: .seconds(1))
        #expect(fired.value == 0)
        manual.advance(by: .seconds(1))
        await fired.wait { $0 == 1 }
        #expect(manual.due == [])
        withExtendedLifetime(timer) {}
    }

    @Test(arguments: [true, false])
    func `as a timer that is released never runs its body`(isShared: Bool) async {
        let clock = makeClock(sharingTimers: isShared)
        var timer: ScopedTask? = ScopedTask.timer(at: clock.now + .seconds(2), on: clock) { [fired] in
            fired.update(to: 1)
        }
        await manual.waitForSleepers(due: .seconds(2))
        #expect(timer != nil)
        timer = nil
        // A later timer shows that the time of this one has come.
        let later = ScopedTask.timer(at: clock.now + .seconds(3), on: clock) { [fired] in
            fired.update(to: fired.value + 10)
        }
        if isShared { await manual.wake(after: .seconds(2)) }
        await manual.wake(after: .seconds(isShared ? 1 : 3))
        await fired.wait { $0 >= 10 }
        #expect(fired.value == 10)
        withExtendedLifetime(later) {}
    }

    @Test(arguments: [true, false])
    func `as a repeating timer runs its body at each time that it returns, until it returns none`(isShared: Bool) async
    {
        let clock = makeClock(sharingTimers: isShared)
        let start = clock.now
        let timer = ScopedTask.repeating(on: clock) { [fired] in
            fired.update(to: fired.value + 1)
            return fired.value == 3 ? nil : start + .seconds(fired.value)
        }
        for count in 1...2 {
            await manual.waitForSleepers(due: .seconds(1))
            #expect(fired.value == count)
            manual.advance(by: .seconds(1))
        }
        await fired.wait { $0 == 3 }
        #expect(manual.due == [])
        withExtendedLifetime(timer) {}
    }
}

@Suite(.timeLimit(.minutes(60))) struct `A promise` {
    private struct Refusal: Error {}

    private let promise = Promise<Int>()

    @Test func `gives its value to every task that waits, before and after`() async throws {
        let waiters = (1...3).map { _ in Task { [promise] in try await promise.value } }
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

@Suite(.timeLimit(.minutes(60))) struct `A current value` {
    @Test func `sends each consumer the current value and every later one`() async {
        let current = CurrentValue(1, limit: .max)
        var first = current.values.makeAsyncIterator()
        current.update(to: 2)
        var second = current.values.makeAsyncIterator()
        current.update(to: 3)
        for number in 1...3 { #expect(await first.next() == number) }
        for number in 2...3 { #expect(await second.next() == number) }
    }

    @Test func `drops the oldest values beyond the limit`() async {
        let current = CurrentValue(1, limit: 2)
        var values = current.values.makeAsyncIterator()
        for number in 2...5 { current.update(to: number) }
        #expect(await values.next() == 4)
        #expect(await values.next() == 5)
    }

    @Test func `changes only if the current value meets the condition`() {
        let current = CurrentValue(1)
        current.update(to: 2) { $0 == 7 }
        #expect(current.value == 1)
        current.update(to: 3) { $0 == 1 }
        #expect(current.value == 3)
    }

    @Test func `removes consumers that have ended, even without a later value`() async {
        let current = CurrentValue(1)
        for _ in 1...100 { await current.wait { $0 == 1 } }
        #expect(current.consumerCount <= 1)
    }

    @Test func `ends the sequences of its consumers when it is released`() async {
        var current: CurrentValue? = CurrentValue(1)
        let values = current?.values
        current = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }
}
