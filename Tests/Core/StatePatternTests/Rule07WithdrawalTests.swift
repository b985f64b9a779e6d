import StatePattern
import Testing

@Suite struct `Deferred requests that are withdrawn or put back` {
    private func machine(_ shape: Shape) -> any Machine {
        let machine = shape.machine(["A": ["1": .deferred, "2": .deferred, "3": .deferred, "go": .go("B")]])
        machine.listen(for: "1", "2", "3", in: "B")
        return machine
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a request that is withdrawn is not tried again, and no observer is notified`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3", "2")
        machine.watchRequests()
        #expect(machine.withdrawDeferredRequests { $0 == "2" } == 2)
        #expect(machine.deferredRequests == ["1", "3"])
        #expect(machine.journal(of: "go").filter { ["1", "2", "3", "refused 2"].contains($0) } == ["1", "3"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a request of the predicate is queued until all that it has chosen is withdrawn`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3")
        let withdrawn = machine.withdrawDeferredRequests { request in
            #expect(machine.request(request == "2" ? "go" : "1") == .queued)
            return request == "2"
        }
        #expect(withdrawn == 1)
        #expect(machine.current == "B")
        #expect(machine.deferredRequests == [])
        #expect(machine.journal.suffix(4) == ["1", "1", "3", "1"])
    }

    /// A place in which something is asked for while deferred requests are withdrawn.
    enum Asker: CaseIterable, Sendable {
        case predicate, freedArgument
    }

    @Test(arguments: Asker.allCases)
    func `Rule 6: what is asked during a withdrawal runs to completion, one request after the other`(asker: Asker) {
        let tray = Tray()
        tray.activate()
        tray.observe { [unowned tray] _ in tray.journal.append("told") }
        do {
            let sheet = Witness { [unowned tray] in if asker == .freedArgument { tray.journal.append("\(tray.next())") }
            }
            #expect(tray.put(sheet) == .deferred)
        }
        tray.withdrawDeferredRequests { _ in
            if asker == .predicate { tray.journal.append("\(tray.next())") }
            return true
        }
        #expect(tray.journal == ["queued", "queued", "first handled, 1", "told"])
        #expect(tray.eject() == .unhandled, "It is at rest again.")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a predicate may withdraw requests itself, and is asked again about the others`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3")
        let withdrawn = machine.withdrawDeferredRequests { request in
            if request == "2" { machine.withdrawDeferredRequests { $0 == "1" } }
            return request == "3"
        }
        #expect(withdrawn == 1)
        #expect(machine.deferredRequests == ["2"])
    }

    @Test func `Rule 7: the objects of a withdrawn request are freed`() {
        let walk = FlatWalk()
        walk.activate()
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            walk.ask {
                held.hold()
                return .deferred
            }
        }
        #expect(witness != nil)
        walk.withdrawDeferredRequests { _ in true }
        #expect(witness == nil)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: requests are put back without asking a state, in order`(shape: Shape) {
        let machine = machine(shape)
        for request in ["1", "2"] { machine.on(request, in: "A", .handled) }
        machine.deferRequests {
            #expect(machine.request("2") == .deferred)
            #expect(machine.request("1") == .deferred)
        }
        #expect(machine.deferredRequests == ["2", "1"])
        #expect(machine.request("1") == .handled, "Afterwards, states are asked again.")
        #expect(machine.journal(of: "go").suffix(2) == ["2", "1"])
    }

    /// A tray with states that only the tray holds, and that look at themselves after they have asked for something.
    private final class Tray: Context<Tray.State> {
        var journal: [String] = []

        init() { super.init(initial: First()) }

        func put(_ sheet: Witness) -> Outcome { delegate(State.put, sheet) }
        @discardableResult func next() -> Outcome { delegate(State.next) }
        func eject() -> Outcome { delegate(State.eject) }

        class State: ContextState {
            func didEnter(_ tray: Tray) {}
            func willExit(_ tray: Tray) {}
            func put(_ tray: Tray, _ sheet: Witness) -> Reaction { .deferred }
            func next(_ tray: Tray) -> Reaction { .unhandled }
            func eject(_ tray: Tray) -> Reaction { .unhandled }
        }

        final class First: State {
            private var count = 0

            override func next(_ tray: Tray) -> Reaction {
                tray.journal.append("\(tray.eject())")
                count += 1
                tray.journal.append("first handled, \(count)")
                return .handled
            }

            override func eject(_ tray: Tray) -> Reaction { .transition(to: State()) }
        }
    }
}
