import StatePattern
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(60))) struct Isolation {
    /// An actor that keeps a machine to itself.
    private actor Gate {
        private let turnstile = Turnstile()
        private(set) var seen: [String] = []

        func observe() {
            turnstile.observe { [weak self] transition in
                let line = transition.description
                self?.assumeIsolated { $0.seen.append(line) }
            }
        }

        func insertCoin() -> Outcome { turnstile.insertCoin() }
        func push() -> Outcome { turnstile.push() }
    }

    @Test func `Rule 12: a machine and its observers work inside an actor`() async {
        let gate = Gate()
        await gate.observe()
        #expect(await gate.insertCoin() == .transitioned)
        #expect(await gate.push() == .transitioned)
        let lines = ["activate(): Locked → Locked", "insertCoin(): Locked → Unlocked", "push(): Unlocked → Locked"]
        #expect(await gate.seen == lines)
    }

    @Test @MainActor func `Rule 12: a machine and its observers work on the main actor`() {
        @MainActor final class Screen { var shown: [String] = [] }
        let turnstile = Turnstile()
        let screen = Screen()
        turnstile.observe(for: screen) { screen, _, transition in
            let name = transition.target.name
            MainActor.assumeIsolated { screen.shown.append(name) }
        }
        turnstile.insertCoin()
        #expect(screen.shown == ["Locked", "Unlocked"])
    }

    /// Pitfall: two concurrent calls both pass a check, because the state is read before an `await`. A request has no
    /// point at which it could be suspended between the state's decision and the transition.
    @Test func `Rule 12: of many concurrent calls exactly one passes the state's check`() async {
        let gate = Gate()
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for _ in 0..<100 { group.addTask { await gate.insertCoin() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .transitioned } == 1)
        #expect(outcomes.count { $0 == .unhandled } == 99)
    }

    @Test func `Rule 12: a context may move into another isolation domain as a whole`() async {
        actor Keeper {
            private let turnstile: Turnstile
            init(_ turnstile: sending Turnstile) { self.turnstile = turnstile }
            func push() -> Outcome { turnstile.push() }
        }
        let turnstile = Turnstile()
        turnstile.insertCoin()
        let keeper = Keeper(turnstile)
        #expect(await keeper.push() == .transitioned)
    }

    @Test func `Rule 12: a file in which two tasks use one context does not compile`() throws {
        #expect(try Fixture.complaint(about: "Door") == nil)
        let code = """
            func useInTwoTasks() async {
                let door = Door()
                let task = Task { door.open() }
                let other = Task { door.open() }
                await task.value
                await other.value
            }
            """
        let complaint = try #require(try Fixture.complaint(about: "Door", adding: code))
        #expect(complaint.contains("data race"), "\(complaint)")
    }
}
