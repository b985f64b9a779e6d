import StatePattern
import Testing

/// A context may release the last reference to an object with a `deinit` that uses the context.
@Suite struct DeinitsThatCallBack {
    /// Such a `deinit` uses everything a little.
    private func useEverything(of turnstile: Turnstile?, _ note: @escaping (String) -> Void) {
        guard let turnstile else { return }
        let token = turnstile.observe { _ in note("never") }
        turnstile.observe { note("told of \($0.request)") }
        token.cancel()
        turnstile.push()
        note("freed")
    }

    @Test func `Rule 13: what the reason of a refusal held may use the context`() {
        struct Reason: Error {
            nonisolated(unsafe) let witness: Witness  // Sound: the test has one thread.
        }
        let turnstile = Turnstile()
        turnstile.activate()
        var journal: [String] = []
        turnstile.observeRequests { journal.append("\($0.request): \($0.outcome)") }
        turnstile.delegate(request: "ask()") { [weak turnstile] _, owner in
            owner.refuse(because: Reason(witness: Witness { useEverything(of: turnstile) { journal.append($0) } }))
        }
        #expect(journal == ["ask(): refused", "freed", "push(): unhandled"])
    }

    @Test func `Rule 13: a context that is freed may be deactivated, and its observers get it`() {
        final class Till: Context<Till.State> {
            final class State: ContextState {
                func didEnter(_ till: Till) {}
                func willExit(_ till: Till) {}
            }

            let number = 7
            init() { super.init(initial: State()) }
            deinit { deactivate() }
        }
        var lines: [String] = []
        let object = Witness()
        do {
            let till = Till()
            till.activate()
            till.observe(for: object) { _, till, transition in lines.append("\(till.number): \(transition.request)") }
        }
        #expect(lines == ["7: deactivate()"])
    }

    @Test(arguments: ["in a notification", "when the list is full"])
    func `Rule 13: what the observer of an ended object held may use the context`(occasion: String) {
        let turnstile = Turnstile()
        turnstile.insertCoin()
        var journal: [String] = []
        var object: Witness? = Witness()
        // As many as the list has room for at first.
        for _ in 1...4 {
            let witness = Witness { [weak turnstile] in useEverything(of: turnstile) { journal.append($0) } }
            turnstile.observe(for: object!) { _, _, _ in witness.hold() }
        }
        object = nil
        if occasion == "in a notification" {
            turnstile.push()
        } else {
            turnstile.observe { journal.append("last told of \($0.request)") }
        }
        #expect(journal.count { $0 == "freed" } == 4)
        journal = []
        turnstile.insertCoin()
        let told = journal.count { $0 == "told of insertCoin()" }
        #expect(told == 4)
        #expect(turnstile.state === turnstile.unlocked)
    }

    @Test func `Rule 13: what a flat state made on the spot held may use the context`() {
        let walk = FlatWalk()
        var journal: [String] = []
        walk.go(
            to: .init(
                Witness { [weak walk] in
                    walk?.observe { journal.append($0.request) }
                    walk?.ask {
                        journal.append("asked")
                        return .transition(to: .init())
                    }
                    journal.append("freed")
                }))
        walk.go(to: .init())
        #expect(journal.sorted() == ["ask(_:)", "asked", "freed"], "Whether at once or in turn, but never lost.")
    }

    @Test func `Rule 13: what the states of a tree held may use the context in the middle of a transition`() {
        let walk = TreeWalk()
        func luggage(_ name: String) -> Witness {
            Witness { [weak walk] in
                walk?.journal.append("free \(name)")
                walk?.ask {
                    walk?.journal.append("handle what \(name) asked")
                    return .handled
                }
            }
        }
        walk.go(to: .init("leaf", in: .init("superstate", luggage("superstate")), luggage("leaf")))
        walk.journal = []
        walk.go(to: .init("elsewhere"))
        #expect(walk.journal.prefix(2) == ["exit leaf", "exit superstate"])
        #expect(
            Set(walk.journal.dropFirst(2)) == [
                "free superstate", "free leaf", "enter elsewhere",
                "handle what superstate asked", "handle what leaf asked",
            ])
        #expect(walk.state.label == "elsewhere")
    }

    @Test func `Rule 13: observers end with their context, whatever their deinits do to each other`() {
        var turnstile: Turnstile? = Turnstile()
        var freed = 0
        var tokens: [ObservationToken] = []
        for number in 0..<3 {
            let witness = Witness { [weak turnstile] in
                freed += 1
                #expect(turnstile == nil)
                tokens[(number + 1) % 3].cancel()
            }
            tokens.append(turnstile!.observe { _ in witness.hold() })
        }
        turnstile = nil
        #expect(freed == 3)
    }
}
