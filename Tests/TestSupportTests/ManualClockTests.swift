import TestSupport
import Testing

@Suite struct ManualClockTests {
    private let clock = ManualClock()
    private let start: ManualClock.Instant

    init() {
        start = clock.now
    }

    private var elapsed: Duration { start.duration(to: clock.now) }

    /// A task that sleeps until `time` after the start, and then answers whether it was woken by time.
    private func sleeper(until time: Duration) -> Task<Bool, Never> {
        Task { [clock, start] in
            do { try await clock.sleep(until: start.advanced(by: time), tolerance: nil) } catch { return false }
            return true
        }
    }

    @Test func `The clock stands still until it is told to advance`() {
        #expect(elapsed == .zero)
        clock.advance(by: .seconds(3))
        clock.advance(by: .seconds(4))
        #expect(elapsed == .seconds(7))
    }

    @Test func `A sleeper wakes exactly at its time and not before`() async {
        let sleeper = sleeper(until: .seconds(10))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(clock.sleepers == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(clock.sleepers == 0)
        #expect(await sleeper.value)
    }

    @Test func `Only those whose time has come are woken`() async {
        let early = sleeper(until: .seconds(1))
        let late = sleeper(until: .seconds(3))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        #expect(await early.value)
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(2))
        #expect(await late.value)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `A time that has passed already is not waited for`(time: Duration) async {
        #expect(await sleeper(until: time).value)
    }

    @Test func `A sleeper that is cancelled is gone at once`() async {
        let sleeper = sleeper(until: .seconds(10))
        await clock.waitForSleepers(1)
        sleeper.cancel()
        #expect(clock.sleepers == 0)
        #expect(await !sleeper.value)
    }

    @Test func `A task that was cancelled before does not fall asleep, even when its time has come`() async {
        for time in [Duration.zero, .seconds(10)] {
            let sleeper = Task { [clock, start] in
                withUnsafeCurrentTask { $0?.cancel() }
                do { try await clock.sleep(until: start.advanced(by: time), tolerance: nil) } catch { return false }
                return true
            }
            #expect(await !sleeper.value)
        }
        #expect(clock.sleepers == 0)
    }

    @Test func `A wait for sleepers ends when its task is cancelled`() async {
        let waiter = Task { [clock] in await clock.waitForSleepers(1) }
        await Task.yield()
        waiter.cancel()
        await waiter.value
        #expect(clock.sleepers == 0)
    }
}
