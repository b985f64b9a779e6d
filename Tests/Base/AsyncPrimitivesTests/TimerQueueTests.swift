import AsyncPrimitives
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A timer queue` {
    private let manual = ManualClock()
    private let clock: AnyClock
    private let timers: TimerQueue
    private let fired = Notes()

    /// The numbers of the timers that have run.
    private final class Notes: Sendable {
        private let all = Mutex<[Int]>([])

        var numbers: [Int] { all.withLock { $0 } }

        func note(_ number: Int) { all.withLock { $0.append(number) } }

        func wait(forCount count: Int) async {
            await yieldWhile("only \(numbers) of \(count) timers have run") { numbers.count < count }
        }
    }

    init() {
        clock = AnyClock(manual)
        timers = TimerQueue(clock)
    }

    /// Adds a timer that notes its number.
    private func add(_ number: Int, after time: Duration) -> Int {
        timers.add(at: clock.now + time) { [fired] in
            fired.note(number)
            return nil
        }
    }

    @Test func `runs its timers in the order of their times, and one task sleeps for all of them`() async {
        let numbers = (1...100).shuffled()
        for number in numbers { _ = add(number, after: .seconds(number)) }
        for number in 1...100 {
            await manual.waitForSleepers(due: .seconds(1))
            #expect(manual.due.count == 1)
            manual.advance(by: .seconds(1))
            await fired.wait(forCount: number)
        }
        #expect(fired.numbers == Array(1...100))
        #expect(timers.count == 0)
    }

    @Test func `runs a timer that is earlier than all others at its time`() async {
        _ = add(2, after: .seconds(20))
        await manual.waitForSleepers(due: .seconds(20))
        _ = add(1, after: .seconds(10))
        await manual.waitForSleepers(due: .seconds(10))
        #expect(manual.due.count == 1)
        manual.advance(by: .seconds(10))
        await fired.wait(forCount: 1)
        #expect(fired.numbers == [1])
        await manual.wake(after: .seconds(10))
        await fired.wait(forCount: 2)
        #expect(fired.numbers == [1, 2])
    }

    @Test func `cancels the work of a timer that is cancelled while it runs, and does not repeat it`() async {
        let (hasBegun, isCancelled) = (Promise<Void>(), Promise<Bool>())
        let id = timers.add(at: clock.now) { [clock] in
            hasBegun.fulfill(with: .success(()))
            try? await clock.sleep(until: clock.now + .seconds(1))
            isCancelled.fulfill(with: .success(Task.isCancelled))
            return clock.now
        }
        _ = try? await hasBegun.value
        timers.cancel(id)
        #expect(try! await isCancelled.value)
        #expect(timers.count == 0)
    }

    @Test func `keeps no more than twice the times of the timers that wait`() {
        var waiting: [Int] = []
        for round in 0..<10_000 {
            waiting.append(add(round, after: .seconds(Int.random(in: 1...1_000))))
            if waiting.count > 100 { timers.cancel(waiting.remove(at: Int.random(in: waiting.indices))) }
        }
        #expect(timers.count <= 2 * 101 + 32)
        for id in waiting { timers.cancel(id) }
        #expect(timers.count <= 32)
    }

    @Test func `runs what a sorted list says, whatever is added and cancelled`() async {
        var expected: [(time: Int, number: Int)] = []
        var (now, nextNumber, count) = (0, 0, 0)
        for _ in 0..<1_000 {
            for _ in 0..<Int.random(in: 0...5) {
                let time = now + Int.random(in: 1...30)
                let id = add(nextNumber, after: .seconds(time - now))
                if Bool.random() { for _ in 1...2 { timers.cancel(id) } } else { expected.append((time, nextNumber)) }
                nextNumber += 1
            }
            now += 1
            manual.advance(by: .seconds(1))
            count += expected.count { $0.time == now }
            await fired.wait(forCount: count)
            #expect(fired.numbers.count == count)
        }
        #expect(Set(fired.numbers) == Set(expected.filter { $0.time <= now }.map(\.number)))
    }
}

@Suite(.timeLimit(.minutes(60))) struct `A clock of any type` {
    static let hostile: [Duration] = [
        .seconds(Int64.max), .seconds(Int64.min), Duration(attoseconds: .max), Duration(attoseconds: .min),
        .seconds(1e10), .nanoseconds(1),
        .zero,
    ]

    @Test(arguments: hostile, hostile)
    func `adds any durations to a time, and keeps their order`(first: Duration, second: Duration) {
        let start = AnyClock.Instant.start
        #expect(start + first <= start || first > .zero)
        #expect(start + first >= start || first < .zero)
        #expect((start + first) + second >= start + first || second < .zero)
        #expect((start + first) + second <= start + first || second > .zero)
    }

    @Test func `has a time however late the clock is that it wraps`() {
        let clock = ManualClock()
        let wrapper = AnyClock(clock)
        clock.advance(by: Duration(secondsComponent: .max, attosecondsComponent: 0))
        clock.advance(by: .seconds(1.6e20))
        #expect(wrapper.now + .seconds(Int64.max) == wrapper.now)
        #expect(wrapper.now - AnyClock.Instant.start > .seconds(1_000_000_000))
    }

    @Test(arguments: hostile)
    func `sleeps on the system's clock for any duration, until its task is cancelled`(duration: Duration) async {
        let clock = AnyClock(ContinuousClock())
        let task = Task {
            // A short sleep would be over before another task could cancel it.
            if duration < .seconds(1) { withUnsafeCurrentTask { $0?.cancel() } }
            try await clock.sleep(until: clock.now + duration)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite(.timeLimit(.minutes(60))) struct `A clamped duration` {
    @Test(
        arguments: [
            (0, 0), (60.5, 60.5), (-60, -60), (1e9, 1e9), (1e10, 3_155_760_000), (1e19, 3_155_760_000),
            (.infinity, 3_155_760_000), (-1e30, -3_155_760_000), (-.infinity, -3_155_760_000), (.nan, 0),
        ] as [(Double, Double)])
    func `counts seconds within a century either way, whatever number it is`(seconds: Double, counted: Double) {
        #expect(Duration(clampingSeconds: seconds) == .seconds(counted))
    }
}
