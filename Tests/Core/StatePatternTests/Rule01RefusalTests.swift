import StatePattern
import Testing

@Suite struct Refusal {
    @Test(arguments: Shape.allCases)
    func `Rule 1: a refusal is final: nothing changes, no superstate is asked, and the context is notified`(
        shape: Shape
    ) {
        let machine = shape.machine(["A": ["go": .refused]])
        if let superstate = shape.superstate { machine.on("go", in: superstate, .go("B")) }
        #expect(machine.request("go") == .refused)
        #expect(machine.journal == ["refused go"])
        #expect(machine.current == "A")
    }

    @Test func `Rule 1: a superstate refuses what its substates leave unhandled`() {
        let tree = TreeMachine.family(["A1": ["go": .refused], "A": ["go": .go("B")]])
        #expect(tree.request("go") == .refused)
        #expect(tree.current == "A11")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: the caller learns the reason, which stays until the next refusal`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .refusedBecause("too early"), "stay": .handled, "leave": .refused]])
        #expect(machine.lastRefusal == nil)
        for request in ["go", "stay"] {
            machine.request(request)
            #expect(machine.lastRefusal.map { "\($0)" } == "too early")
        }
        machine.request("leave")
        #expect(machine.lastRefusal == nil, "This one was refused without a reason.")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: the reason is that of the call that returned, whatever its follow-ups are refused for`(shape: Shape) {
        let machine = shape.machine(["A": ["check": .refusedBecause("nothing to check")]])
        machine.watchRequests()
        machine.on("go", in: "A", .refusedBecause("closed"), making: "check")
        #expect(machine.request("go") == .refused)
        #expect(machine.lastRefusal.map { "\($0)" } == "closed")
        #expect(
            machine.journal == [
                "refused go", "go: refused in A, closed", "refused check", "check: refused in A, nothing to check",
            ])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: a recalled request can be refused, and its reason reaches observers only`(shape: Shape) {
        let machine = shape.machine([
            "A": ["later": .deferred, "go": .go("B")], "B": ["later": .refusedBecause("too late")],
        ])
        machine.request("later")
        machine.watchRequests()
        #expect(machine.journal(of: "go").suffix(3) == ["go: A → B", "refused later", "later: refused in B, too late"])
        #expect(machine.deferredRequests.isEmpty)
        #expect(machine.lastRefusal == nil)
    }

    /// The ways to make a reaction with a reason that is not the outcome; an answer is that of the state that makes it.
    enum DroppedReason: Hashable, Sendable {
        case outside, by(Answer)
    }

    @Test(
        arguments: Shape.allCases,
        [DroppedReason.outside, .by(.handled), .by(.go("B")), .by(.deferred), .by(.unhandled)])
    func `Rule 1: a reason belongs to the request that was answered with it, and to no other`(
        shape: Shape, dropped: DroppedReason
    ) {
        let machine = shape.machine(["A": ["leave": .refused], "B": ["leave": .refused]])
        machine.watchRequests()
        switch dropped {
        case .outside: machine.dropRefusal("dropped")
        case .by(.unhandled) where shape == .tree:
            // The leaf makes it, and a superstate refuses the same request without a reason.
            machine.on("leave", in: "Top", .refused)
            machine.on("leave", in: "A") { machine in
                machine.dropRefusal("dropped")
                return .unhandled
            }
        case .by(let answer):
            machine.on("drop", in: "A") { machine in
                machine.dropRefusal("dropped")
                return answer
            }
            machine.request("drop")
        }
        #expect(machine.request("leave") == .refused)
        #expect(machine.lastRefusal == nil)
        #expect(machine.journal.last == "leave: refused in \(machine.current)")
    }

    /// A document that is submitted with a reason why not, as its users see it.
    @Test func `Rule 1: a method of the machine throws the reason of a refusal`() throws {
        let document = Document()
        #expect(throws: Document.SubmitError.isEmpty) { try document.submit() }
        document.text = "Once upon a time"
        try document.submit()
        #expect(document.state is Document.Submitted)
        #expect(throws: Document.SubmitError.isSubmitted) { try document.submit() }
    }

    private final class Document: Context<Document.State> {
        enum SubmitError: Error { case isEmpty, isSubmitted }

        var text = ""

        init() { super.init(initial: Draft()) }

        func submit() throws {
            if delegate(State.submit) == .refused, let reason = lastRefusal { throw reason }
        }

        class State: ContextState {
            func didEnter(_ document: Document) {}
            func willExit(_ document: Document) {}
            func submit(_ document: Document) -> Reaction { document.refuse(because: SubmitError.isSubmitted) }
        }

        final class Draft: State {
            override func submit(_ document: Document) -> Reaction {
                guard !document.text.isEmpty else { return document.refuse(because: SubmitError.isEmpty) }
                return .transition(to: Submitted())
            }
        }

        final class Submitted: State {}
    }
}
