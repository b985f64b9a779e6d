import StatePattern
import Testing

@Suite struct Observers {
    /// A machine that goes from A to B and back on `go`.
    private func commuter(_ shape: Shape) -> any Machine {
        shape.machine(["A": ["go": .go("B")], "B": ["go": .go("A")]])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: observers are called in the order in which they were added, after the last entry hook`(
        shape: Shape
    ) {
        let machine = commuter(shape)
        let names = ["first", "second", "third", "fourth", "fifth"]
        for name in names { machine.watch(as: name) }
        #expect(machine.journal(of: "go") == ["exit A", "enter B"] + names.map { "\($0): A → B" })
    }

    /// Pitfall: an observer that is added in a callback is lost.
    @Test(arguments: Shape.allCases)
    func `Rule 9: an observer added during a notification is notified from the next transition on`(shape: Shape) {
        let machine = commuter(shape)
        machine.watch(as: "first")
        var added = 0
        machine.when("first: A → B") { machine in
            // More than the list has room for, so that it grows while it is read.
            for _ in 0..<20 { machine.watch(as: "new") }
            added += 20
        }
        machine.watch(as: "last")
        #expect(machine.journal(of: "go").suffix(2) == ["first: A → B", "last: A → B"])
        let lines = machine.journal(of: "go")
        #expect(lines[2...3] == ["first: B → A", "last: B → A"])
        #expect(lines.count { $0 == "new: B → A" } == added)
    }

    @Test(arguments: Shape.allCases, ["handler", "exit A", "enter B"])
    func `Rule 9: an observer added in a handler or a hook gets the current transition`(
        shape: Shape, place: String
    ) {
        for (kind, line) in [(ObservationKind.transitions, "A → B"), (.requests, "go: A → B")] {
            for others in [0, 1, 3] {
                let machine = shape.machine
                for _ in 0..<others { _ = machine.observe(kind, for: nil, holding: Witness()) }
                machine.on("go", in: "A", .go("B"), noting: "handler")
                machine.when(place) { $0.watch(kind) }
                #expect(machine.journal(of: "go") == ["handler", "exit A", "enter B", line], "\(others) others")
            }
        }
    }

    /// Pitfall: an observer that is removed in a callback is still called.
    @Test(
        arguments: Shape.allCases,
        [
            (nil, false), ("exit A", false), ("enter B", false), ("first: A → B", false), ("second: A → B", true),
            ("third: A → B", true),
        ])
    func `Rule 9: an observer that is removed, also by itself, is not called any more, and others keep their order`(
        shape: Shape, removal: (place: String?, isTold: Bool)
    ) {
        let machine = commuter(shape)
        machine.watch(as: "first")
        let token = machine.watch(as: "second")
        machine.watch(as: "third")
        if let place = removal.place {
            machine.when(place) { _ in token.cancel() }
        } else {
            for _ in 1...2 { token.cancel() }
        }
        let told = removal.isTold ? ["second: A → B"] : []
        #expect(machine.journal(of: "go") == ["exit A", "enter B", "first: A → B"] + told + ["third: A → B"])
        machine.watch(as: "fourth")
        #expect(
            machine.journal(of: "go") == ["exit B", "enter A", "first: B → A", "third: B → A", "fourth: B → A"])
    }

    @Test func `Rule 9: dropping the token does not end the observation`() {
        let turnstile = Turnstile()
        var calls = 0
        do { _ = turnstile.observe { _ in calls += 1 } }
        turnstile.activate()
        turnstile.insertCoin()
        #expect(calls == 2)
    }

    @Test func `Rule 9: an observation for an object hands it the object and ends with it`() {
        final class Screen { var shown: [String] = [] }
        let turnstile = Turnstile()
        turnstile.activate()
        var screen: Screen? = Screen()
        weak let weakly = screen
        turnstile.observe(for: screen!) { $0.shown.append($2.request) }
        var others = 0
        turnstile.observe { _ in others += 1 }

        turnstile.insertCoin()
        #expect(screen?.shown == ["insertCoin()"])
        screen = nil
        #expect(weakly == nil, "The context holds the object weakly.")
        turnstile.push()
        #expect(others == 2)
    }
}
