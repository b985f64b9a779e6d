import StatePattern
import Testing

/// A machine whose states are named after their types, and which uses one of them in two places.
private final class Link: Context<Link.State> {
    init() { super.init(initial: Reconnecting(in: Suspended())) }

    func fail() { delegate { $0.fail($1) } }
}

extension Link {
    class State: HierarchicalState {
        private let parent: State?
        init(in parent: State? = nil) { self.parent = parent }

        var superstate: State? { parent }
        var initialSubstate: State? { nil }
        func didEnter(_ link: Link) {}
        func willExit(_ link: Link) {}
        func fail(_ link: Link) -> Reaction<State> { .unhandled }
    }

    fileprivate final class Suspended: State {}

    fileprivate final class Reconnecting: State {
        override func fail(_ link: Link) -> Reaction<State> { .transition(to: Waiting(in: self)) }
    }

    fileprivate final class Waiting: State {}
}

/// A machine of two objects of one class, each with a name.
private final class Opinion: Context<Opinion.State> {
    final class State: ContextState {
        let name: String
        init(_ name: String) { self.name = name }
        func didEnter(_ opinion: Opinion) {}
        func willExit(_ opinion: Opinion) {}
        func change(_ opinion: Opinion) -> Reaction<State> {
            .transition(to: self === opinion.yes ? opinion.no : opinion.yes)
        }
    }

    let yes = State("yes")
    let no = State("no")

    init() { super.init(initial: yes) }

    func change() { delegate { $0.change($1) } }
}

@Suite struct Names {
    @Test func `Rule 14: a state's name is its type's name, and so is its path when it lies in no other`() {
        let turnstile = Turnstile()
        #expect(turnstile.state.name == "Locked")
        #expect(turnstile.state.path == "Locked")
    }

    @Test func `Rule 14: in a tree the path names the superstates, outermost first`() {
        let link = Link()
        #expect(link.state.path == "Suspended/Reconnecting")
        link.fail()
        #expect(link.state.path == "Suspended/Reconnecting/Waiting")
        #expect(link.state.name == "Waiting")
    }

    @Test func `Rule 14: a state used in two places has two paths`() {
        #expect(Link.Waiting(in: Link.Reconnecting()).path == "Reconnecting/Waiting")
        #expect(Link.Waiting(in: Link.Reconnecting(in: Link.Suspended())).path == "Suspended/Reconnecting/Waiting")
    }

    @Test func `Rule 14: the root class of a family may declare another name`() {
        let opinion = Opinion()
        var lines: [String] = []
        opinion.observe { lines.append("\($0)") }
        opinion.change()
        #expect([opinion.state.name, opinion.state.path, "\(opinion)"] == ["no", "no", "Opinion: no"])
        #expect(lines == ["activate(): yes → yes", "change(): yes → no"])
        #expect("\(opinion.state.change(opinion))" == "transition(to: yes)")
    }

    @Test func `Rule 14: a transition describes itself with its request and both paths`() {
        let link = Link()
        var lines: [String] = []
        link.observe { lines.append("\($0)") }
        link.fail()
        #expect(
            lines == [
                "activate(): Suspended/Reconnecting → Suspended/Reconnecting",
                "fail(): Suspended/Reconnecting → Suspended/Reconnecting/Waiting",
            ])
    }

    @Test func `Rule 14: a transition lists the exited states innermost first and the entered ones outermost first`() {
        let tree = TreeMachine.family()
        var exited: [String] = []
        var entered: [String] = []
        tree.observe { transition in
            exited = transition.exited.map(\.label)
            entered = transition.entered.map(\.label)
        }
        tree.on("go", in: "A", .go("B1"))
        tree.setInitialSubstate(of: "B1", to: "B11")
        tree.request("go")
        #expect(exited == ["A11", "A1", "A"])
        #expect(entered == ["B", "B1", "B11"])

        tree.on("up", in: "B11", .go("B"))
        tree.request("up")
        #expect(exited == ["B11", "B1"])
        #expect(entered == [])

        tree.on("again", in: "B", .go("B"))
        tree.request("again")
        #expect(exited == ["B"])
        #expect(entered == ["B"])
    }
}
