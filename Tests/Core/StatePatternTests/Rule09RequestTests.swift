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

    @Test(arguments: Shape.allCases, [0, 1, 3])
    func `Rule 9: one that is added while a request is handled, queued or not, gets that one`(
        shape: Shape, others: Int
    ) {
        for first in ["stay", "queuing"] {
            let machine = shape.machine
            for _ in 0..<others { _ = machine.observe(.requests, for: nil, holding: Witness()) }
            var isWatched = false
            machine.on("stay", in: "A", .handled, noting: "asked")
            machine.when("asked") { machine in
                if !isWatched { machine.watchRequests() }
                isWatched = true
            }
            machine.on("queuing", in: "A", .handled, making: "stay")
            #expect(machine.journal(of: first) == ["asked", "stay: handled in A"], "\(first)")
            #expect(machine.journal(of: "stay") == ["asked", "stay: handled in A"], "\(first)")
        }
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: one that is added in a hook of a deactivation gets all that is dropped`(shape: Shape) {
        let machine = shape.machine(["A": ["one": .deferred, "two": .deferred]])
        machine.request(each: "one", "two")
        machine.when("exit A") { $0.watchRequests() }
        machine.deactivate()
        #expect(
            machine.journal.filter { $0.contains(":") } == [
                "deactivate(): A → A", "one: unhandled in A", "two: unhandled in A",
            ])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: a request that one of them makes is queued, and reported as well`(shape: Shape) {
        let machine = shape.machine(["A": ["stay": .handled, "more": .handled]])
        machine.watchRequests()
        machine.when("stay: handled in A") { #expect($0.request("more") == .queued) }
        machine.request("stay")
        #expect(machine.journal == ["stay: handled in A", "more: handled in A"])
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
