import StatePattern
import Testing

@Suite struct `Observers of requests` {
    @Test(arguments: Shape.allCases)
    func `Rule 9: they get every request with its outcome, in the order in which they were handled`(shape: Shape) {
        let machine = shape.newMachine
        machine.watchRequests()
        machine.on([
            "A": ["stay": .handled, "later": .deferred, "no": .refusedBecause("why not"), "go": .go("B")],
            "B": ["later": .handled],
        ])
        machine.request(each: "stay", "later", "no", "what", "go")
        machine.deactivate()
        machine.request("stay")
        #expect(
            machine.journal.filter { $0.contains(":") } == [
                "activate(): A → A", "stay: handled in A", "later: deferred in A", "no: refused in A, why not",
                "what: unhandled in A", "go: A → B", "later: handled in B", "deactivate(): B → A",
                "stay: unhandled in A",
            ])
    }

    @Test func `Rule 9: one that is bound to an object ends with it`() {
        final class Screen { var lines: [String] = [] }
        let turnstile = Turnstile()
        var screen: Screen? = Screen()
        weak let weakScreen = screen
        turnstile.observeRequests(for: screen!) { $0.lines.append("\($2)") }
        turnstile.push()
        turnstile.pay(3)
        turnstile.insertCoin()
        #expect(
            screen?.lines == [
                "activate(): Locked → Locked", "push(): unhandled in Locked", "pay(_:): handled in Locked",
                "insertCoin(): Locked → Unlocked",
            ])
        screen = nil
        #expect(weakScreen == nil)
        turnstile.pay(1)
        turnstile.push()
    }
}
