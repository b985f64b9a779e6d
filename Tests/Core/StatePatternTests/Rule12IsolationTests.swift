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
