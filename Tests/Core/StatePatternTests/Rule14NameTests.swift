import StatePattern
import Testing

/// A machine with states that are named after their types. It uses one of them in two places.
private final class Link: Context<Link.State> {
    init() { super.init(initial: Reconnecting(in: Suspended())) }

    func fail() { delegate { state, _ in .transition(to: Waiting(in: state)) } }

    class State: ContextState {
        let superstate: State?
        init(in superstate: State? = nil) { self.superstate = superstate }

        var initialSubstate: State? { nil }
        func didEnter(_ link: Link) {}
        func willExit(_ link: Link) {}
    }

    final class Suspended: State {}
    final class Reconnecting: State {}
    final class Waiting: State {}
}

/// A machine of two objects of one class, each with a name.
private final class Opinion: Context<Opinion.State> {
    final class State: ContextState {
        let name: String
        init(_ name: String) { self.name = name }
        func didEnter(_ opinion: Opinion) {}
        func willExit(_ opinion: Opinion) {}
        func change(_ opinion: Opinion) -> Reaction {
            .transition(to: self === opinion.yes ? opinion.no : opinion.yes)
        }
    }

    let yes = State("yes")
    let no = State("no")

    init() { super.init(initial: yes) }

    func change() { delegate(State.change) }
}

/// A machine with states that have data under names that a library might take.
private final class Copying: Context<Copying.State> {
    class State: ContextState {
        let path = "/tmp/letter", ancestry = ["draft"]
        func didEnter(_ copying: Copying) {}
        func willExit(_ copying: Copying) {}
        func start(_ copying: Copying) -> Reaction { .unhandled }
    }

    final class Ready: State {
        override func start(_ copying: Copying) -> Reaction { .transition(to: Working()) }
    }

    final class Working: State {}

    init() { super.init(initial: Ready()) }
    func start() { delegate(State.start) }
}

@Suite struct Names {
    @Test func `Rule 14: a state's name is its type's name, and so is its path when it lies in no other`() {
        let turnstile = Turnstile()
        #expect(turnstile.state.name == "Locked")
        #expect(turnstile.state.statePath == "Locked")
    }

    @Test func `Rule 14: in a tree the path names the superstates, outermost first, and a transition both paths`() {
        let link = Link()
        var lines: [String] = []
        link.observe { lines.append("\($0)") }
        #expect(link.state.statePath == "Suspended/Reconnecting")
        link.fail()
        #expect(link.state.statePath == "Suspended/Reconnecting/Waiting")
        #expect(link.state.name == "Waiting" && link.state.superstate === link.state.enclosing(Link.Reconnecting.self))
        #expect(link.state.ancestry.map(\.name) == ["Suspended", "Reconnecting", "Waiting"])
        #expect(
            lines == [
                "activate(): Suspended/Reconnecting → Suspended/Reconnecting",
                "fail(): Suspended/Reconnecting → Suspended/Reconnecting/Waiting",
            ])
        link.fail()
        #expect(link.state.enclosing(Link.Waiting.self) === link.state)
        #expect(link.state.enclosing(Turnstile.Locked.self) == nil)
    }

    @Test func `Rule 14: states may have a path and an ancestry of their own, which nothing else takes for theirs`() {
        let copying = Copying()
        var lines: [String] = []
        copying.observe { lines.append("\($0): \($0.entered.map(\.name))") }
        copying.start()
        #expect([copying.state.path, copying.state.statePath] == ["/tmp/letter", "Working"])
        #expect(lines == ["activate(): Ready → Ready: [\"Ready\"]", "start(): Ready → Working: [\"Working\"]"])
        #expect("\(copying)" == "Copying: Working" && copying.state.enclosing(Copying.Working.self) != nil)
    }

    @Test func `Rule 14: the root class of a family may declare another name`() {
        let opinion = Opinion()
        var lines: [String] = []
        opinion.observe { lines.append("\($0)") }
        opinion.change()
        #expect([opinion.state.name, opinion.state.statePath, "\(opinion)"] == ["no", "no", "Opinion: no"])
        #expect(lines == ["activate(): yes → yes", "change(): yes → no"])
        #expect("\(opinion.state.change(opinion))" == "transition(to: yes)")
    }

    @Test(arguments: [
        ("A", "A11", "B1", ["A11", "A1", "A"], ["B", "B1", "B11"]), ("B11", "B11", "B", ["B11", "B1"], []),
        ("B", "B", "B", ["B"], ["B"]),
    ])
    func `Rule 14: a transition lists the exited states innermost first and the entered ones outermost first`(
        handler: String, source: String, target: String, exited: [String], entered: [String]
    ) {
        let tree = TreeMachine.family([
            "A11": ["start": .go(source)], handler: ["go": .go(target)],
        ])
        tree.request("start")
        tree.setInitialSubstate(of: "B1", to: "B11")
        var lists: [[String]] = []
        tree.observe { lists = [$0.exited.map(\.name), $0.entered.map(\.name)] }
        tree.request("go")
        #expect(lists == [exited, entered])
    }
}
