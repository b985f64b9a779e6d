import StatePattern
import TestSupport
import Testing

/// Waiting for a state: the machine and all who wait for it share one isolation domain.
@MainActor @Suite(.timeLimit(.minutes(60))) struct Waiting {
    @Test func `It returns at once in such a state, and not before the state has been entered`() async throws {
        let turnstile = Turnstile()
        var hasArrived = false
        let waiter = await begun {
            try await turnstile.wait { $0 is Turnstile.Locked }
            hasArrived = true
        }
        #expect(!hasArrived, "The initial state has not been entered yet.")
        turnstile.activate()
        try await waiter.value
        try await turnstile.wait { $0 is Turnstile.Locked }
    }

    @Test func `It returns after a transition to such a state, even if the machine leaves it at once`() async throws {
        let turnstile = Turnstile()
        var waiters: [Task<Void, any Error>] = []
        for _ in 1...10 { waiters.append(await begun { try await turnstile.wait { $0 is Turnstile.Unlocked } }) }
        turnstile.insertCoin()
        turnstile.push()
        for waiter in waiters { try await waiter.value }
    }

    @Test func `A task that is cancelled before its wait does not wait`() async {
        let turnstile = Turnstile()
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await turnstile.wait { $0 is Turnstile.Unlocked }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    enum Ending: CaseIterable, Sendable {
        case arrival, deactivation, timeLimit, cancellation
    }

    @Test(arguments: Shape.allCases, Ending.allCases)
    func `Each way in which a wait ends frees what its predicate held, and its timer`(
        shape: Shape, ending: Ending
    ) async throws {
        let machine = shape.machine(["A": ["go": .go("B")], "B": ["back": .go("A"), "past": .go("C")]])
        machine.request("go")
        let clock = ManualClock()
        weak var weakly: Witness?
        let waiter: Task<Void, any Error>
        do {
            let witness = Witness()
            weakly = witness
            waiter = Task {
                try await machine.wait(for: .seconds(5), clock: clock, untilIn: "A", holding: witness)
            }
        }
        await clock.waitForSleepers(due: .seconds(5))
        clock.advance(by: .seconds(4))
        #expect(weakly != nil)
        switch ending {
        case .arrival: machine.request("back")
        // No arrival in the initial state.
        case .deactivation: machine.deactivate()
        case .timeLimit:
            machine.request("past")
            clock.advance(by: .seconds(1))
        case .cancellation: waiter.cancel()
        }
        switch (ending, await waiter.result) {
        case (.arrival, .success), (.deactivation, .failure(WaitError.deactivated)),
            (.timeLimit, .failure(WaitError.timedOut)), (.cancellation, .failure(is CancellationError)):
            break
        case (_, let result): Issue.record("\(ending) ended with \(result)")
        }
        #expect(weakly == nil)
        #expect(clock.due == [])
        #expect(clock.cancelled == (ending == .timeLimit ? 0 : 1))
    }

    @Test(arguments: Shape.allCases)
    func `Without a time limit no clock is asked, and the time passes`(shape: Shape) async throws {
        let machine = shape.machine(["A": ["go": .go("B")]])
        let clock = ManualClock()
        let waiter = await begun { try await machine.wait(for: nil, clock: clock, untilIn: "B", holding: Witness()) }
        clock.advance(by: .seconds(1_000_000))
        machine.request("go")
        try await waiter.value
        #expect(clock.sleeps == 0)
    }

    @Test(arguments: Shape.allCases)
    func `A wait that can end at once starts no timer`(shape: Shape) async throws {
        let machine = shape.machine
        let clock = ManualClock()
        try await machine.wait(for: .seconds(1), clock: clock, untilIn: "A", holding: Witness())
        machine.deactivate()
        await #expect(throws: WaitError.deactivated) {
            try await machine.wait(for: .seconds(1), clock: clock, untilIn: "B", holding: Witness())
        }
        #expect(clock.sleeps == 0)
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min),
    ])
    func `A time limit of nothing or less has passed when the wait begins`(limit: Duration) async throws {
        let turnstile = Turnstile()
        turnstile.activate()
        try await turnstile.wait(for: limit) { $0 is Turnstile.Locked }
        await #expect(throws: WaitError.timedOut) {
            try await turnstile.wait(for: limit) { $0 is Turnstile.Unlocked }
        }
    }

    @Test(arguments: [
        Duration.seconds(3_155_760_000), .seconds(Int64.max),
        Duration(secondsComponent: .max, attosecondsComponent: .max), Duration(attoseconds: .max),
    ])
    func `The longest time limit is a century, on a clock of any type`(limit: Duration) async throws {
        let turnstile = Turnstile()
        let clock = ManualClock()
        func wait(on clock: any Clock<Duration>) -> Task<Void, any Error> {
            Task { try await turnstile.wait(for: limit, clock: clock) { $0 is Turnstile.Unlocked } }
        }
        let waiters = [wait(on: clock), wait(on: ContinuousClock())]
        await clock.waitForSleepers(due: .seconds(3_155_760_000))
        clock.advance(by: .seconds(3_155_759_999))
        #expect(clock.due == [.seconds(1)])
        clock.advance(by: .seconds(1))
        await #expect(throws: WaitError.timedOut) { try await waiters[0].value }
        turnstile.insertCoin()
        try await waiters[1].value
    }

    @Test func `The context is freed after the last wait`() async throws {
        weak var weakTurnstile: Turnstile?
        do {
            let turnstile = Turnstile()
            weakTurnstile = turnstile
            let waiter = await begun { try await turnstile.wait { $0 is Turnstile.Unlocked } }
            turnstile.insertCoin()
            try await waiter.value
        }
        #expect(weakTurnstile == nil)
    }
}
