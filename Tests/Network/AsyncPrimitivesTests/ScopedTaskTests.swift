import AsyncPrimitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A scoped task` {
    private let manual = ManualClock()
    private let fired = CurrentValue(0, limit: .max)

    /// A clock whose timers share a task, or one whose timers have a task each.
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
        await manual.waitForSleepers(1)
        #expect(task != nil)
        task = nil
        #expect((try? await isCancelled.value) != nil)
        #expect(manual.sleepers == 0)
    }

    @Test(arguments: [true, false])
    func `as a timer runs its body once, at its time`(isShared: Bool) async {
        let clock = makeClock(sharingTimers: isShared)
        let timer = ScopedTask.timer(at: clock.now + .seconds(2), on: clock) { [fired] in
            fired.update(to: fired.value + 1)
        }
        await manual.waitForSleepers(1)
        manual.advance(by: .seconds(1))
        #expect(fired.value == 0)
        manual.advance(by: .seconds(1))
        await fired.wait { $0 == 1 }
        #expect(manual.sleepers == 0)
        withExtendedLifetime(timer) {}
    }

    @Test(arguments: [true, false])
    func `as a timer that is released never runs its body`(isShared: Bool) async {
        let clock = makeClock(sharingTimers: isShared)
        var timer: ScopedTask? = ScopedTask.timer(at: clock.now + .seconds(2), on: clock) { [fired] in
            fired.update(to: 1)
        }
        await manual.waitForSleepers(1)
        #expect(timer != nil)
        timer = nil
        if !isShared { await yieldWhile { manual.sleepers > 0 } }
        manual.advance(by: .seconds(3))
        await yieldWhile { manual.sleepers > 0 }
        #expect(fired.value == 0)
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
            await manual.waitForSleepers(1)
            #expect(fired.value == count)
            manual.advance(by: .seconds(1))
        }
        await fired.wait { $0 == 3 }
        #expect(manual.sleepers == 0)
        withExtendedLifetime(timer) {}
    }
}
