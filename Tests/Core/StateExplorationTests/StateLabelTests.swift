import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Names that have the characters which separate a path and data in a text.
@Suite(.blocking) struct `Names with commas, slashes and brackets` {
    static let names = [
        "a, b", "a/b", "(x, y)", "[1, 2]", "{a}", "<A, B>", "\"quoted\"", "it's", "👩‍👩‍👧‍👦, 🙂/🙃", "", "/", ", ",
        "deferred: x",
        String(repeating: "long, ", count: 1_700), "⏎", "two\nlines", "a∕b",
    ]

    @Test(arguments: [false, true])
    func `are those of states and superstates, and of no other ones`(hasData: Bool) throws {
        let graph = try MachineModel(
            Named.init, requests: ["next": { $0.next() }], data: { _ in hasData ? "1, 2/3" : "" }
        ).explore()
        #expect(graph.states.count == 2 * Self.names.count)
        let diagram = graph.merged()
        #expect(diagram.roots.map(\.name) == Self.names)
        #expect(diagram.roots.map { $0.substates.map(\.name) } == Self.names.map { [$0, "leaf"] })
        #expect(Set(graph.statePaths) == Set(Self.names.flatMap { ["\($0)/\($0)", "\($0)/leaf"] }))
        for state in graph.states.indices {
            #expect(graph.shortestPath { $0 == graph.states[state] }?.count == state)
            let marked = try PictureGeometry(diagram.svg(marking: graph.states[state])).boxes.filter(\.isCurrent)
            #expect(marked.count == 1)
        }
        #expect(graph.unreachable(of: graph.statePaths + ["a", "b", "leaf"]) == ["a", "b", "leaf"])
    }

    @Test(arguments: [
        (#"on(track: "AC/DC", loop: false), 3, a/b"#, [#"on(track: "AC/DC", loop: false)"#], "3, a/b"),
        ("Saving [a, {b/c}]/Idle", ["Saving [a, {b/c}]", "Idle"], ""), ("a(/b, 1", ["a(", "b"], "1"),
        (#""a/b/c, d"#, [#""a"#, "b", "c"], "d"), ("1)/2(, 3", ["1)", "2("], "3"),
    ])
    func `in a text belong to it in brackets and quotation marks that are closed`(
        text: String, names: [String], data: String
    ) {
        let label = StateLabel(text)
        #expect(label.names == names && label.data == data && label.description == text)
    }

    @Test func `are right in every format`() throws {
        let graph = try MachineModel(Named.init, requests: ["next": { $0.next() }], data: { _ in "1, 2/3" }).explore()
        for diagram in [graph.diagram(), graph.merged()] {
            let picture = try PictureGeometry(diagram.svg())
            #expect(picture.problems == [])
            #expect(picture.boxes.count == 3 * Self.names.count)
            for name in Self.names {
                #expect(picture.boxes.contains { $0.texts.first?.text == name.onOneLine })
                #expect(diagram.outline().contains("  \(name.onOneLine)\n"))
            }
            #expect(diagram.mermaid().contains("state \"a, b\" as "))
        }
        #expect(graph.table().contains("| a, b/leaf, 1, 2/3 | a/b/a/b, 1, 2/3 |"))
        #expect(graph.diagram().outline().contains(" next → a, b/leaf, 1, 2/3\n"))
        #expect(graph.page(titled: "names").contains(#"{"nodes":["a~1b/a~1b, 1, 2~13"],"text":"a/b/a/b, 1, 2/3"}"#))
    }

    @Test func `are counted by a log, and found next to its chart`() throws {
        let machine = Named()
        let log = FunnelLog(of: machine, clock: ManualClock())
        for _ in 1..<2 * Self.names.count { machine.next() }
        let graph = try MachineModel(Named.init, requests: ["next": { $0.next() }]).explore()
        #expect(Set(log.entries.map(\.state)).count == 3 * Self.names.count)
        #expect(Set(log.entries.map(\.state)).isSuperset(of: graph.statePaths))
        #expect(log.entries.allSatisfy { $0.count == 1 })
        let picture = try PictureGeometry(log.svg(beside: graph.merged()))
        #expect(picture.entries.count == 3 * Self.names.count)
        #expect(picture.entries.allSatisfy { $0.texts[1].text == "1" })
    }
}

/// States of different classes with one name.
@Suite struct `Two classes of one name` {
    private let model = MachineModel(Portal.init, requests: ["next": { $0.next() }, "nest": { $0.nest() }])

    @Test func `are two states, which have the names of the types around them`() throws {
        let graph = try model.explore()
        #expect(
            graph.states == [
                "LogIn.Form", "Payment.Form", "Page<StateExplorationTests.Portal.LogIn.Form>/Form", "Done",
                "Page<StateExplorationTests.Portal.Payment.Form>/Form",
            ])
        #expect(
            graph.diagram().outline() == """
                  LogIn.Form
                      next → Payment.Form
                      nest → Page<StateExplorationTests.Portal.LogIn.Form>/Form
                  Payment.Form
                      next → Done
                      nest → Page<StateExplorationTests.Portal.Payment.Form>/Form
                  Page<StateExplorationTests.Portal.LogIn.Form>
                    Form
                        next → Done
                  Done
                  Page<StateExplorationTests.Portal.Payment.Form>
                    Form
                        next → Done

                """)
    }

    @Test func `agree with a machine that calls both by that name`() throws {
        let twin = chart(["Form", "Form", "Done"], model.requests) { state, _ in min(state + 1, 2) }
        #expect(try model.compare(with: twin).difference?.requests == ["nest"])
    }

    @Test func `are known apart by a coverage, as saved states, and in a file of tests`() throws {
        let graph = try model.explore()
        let coverage = Coverage(of: graph)
        func portal(after requests: [String]) -> Portal {
            let portal = Portal()
            coverage.log.follow(portal)
            for request in requests { _ = request == "next" ? portal.next() : portal.nest() }
            return portal
        }
        for tour in graph.transitionTour() { _ = portal(after: tour) }
        #expect("\(coverage)" == "10 of 10 cells")
        let fates = SavedGraph(graph).restored { state in
            let path = graph.path(to: graph.states.firstIndex(of: state)!)
            return MachineModel(
                { portal(after: path) }, requests: .init(model.requests) { $1 == "next" ? $0.next() : $0.nest() })
        }
        #expect(fates.filter { !$0.isSame } == [])
        let file = graph.testFile(for: "Portal", in: "Module")
        for tour in graph.transitionTour() {
            let end = portal(after: tour).state.statePath
            #expect(file.contains("], \"\(end)\""))
        }
    }

    @Test func `are counted by a log each for itself, and found next to a chart`() throws {
        let portal = Portal()
        let log = FunnelLog(of: portal, clock: ManualClock())
        portal.next()
        #expect(log.entries.map(\.state) == ["LogIn.Form", "Payment.Form"])
        let picture = try PictureGeometry(log.svg(beside: model.explore().merged()))
        #expect(picture.entries.filter { $0.texts[1].text == "1" }.map(\.state) == ["LogIn.Form", "Payment.Form"])
    }
}

/// A machine that goes through superstates of all names, with a state of the same name and another one in each.
private final class Named: Context<Named.Place> {
    final class Place: ContextState {
        let name: String
        let superstate: Place?
        var initialSubstate: Place? { nil }
        init(_ name: String, in superstate: Place? = nil) { (self.name, self.superstate) = (name, superstate) }
        func didEnter(_ named: Named) {}
        func willExit(_ named: Named) {}
    }

    private let places = `Names with commas, slashes and brackets`.names.flatMap { name in
        let superstate = Place(name)
        return [Place(name, in: superstate), Place("leaf", in: superstate)]
    }
    private var index = 0

    init() { super.init(initial: places[0]) }

    @discardableResult func next() -> Outcome {
        delegate { _, named in
            guard named.index + 1 < named.places.count else { return .unhandled }
            named.index += 1
            return .transition(to: named.places[named.index])
        }
    }
}

/// A machine with classes of the same names in different types.
private final class Portal: Context<Portal.State> {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ portal: Portal) {}
        func willExit(_ portal: Portal) {}
        func next(_ portal: Portal) -> Reaction { .unhandled }
        func nest(_ portal: Portal) -> Reaction { .unhandled }
    }

    final class Page<Content>: State {
        final class Form: State {
            let page = Page()
            override var superstate: State? { page }
            override func next(_ portal: Portal) -> Reaction { .transition(to: Done()) }
        }
    }

    enum LogIn {
        final class Form: State {
            override func next(_ portal: Portal) -> Reaction { .transition(to: Payment.Form()) }
            override func nest(_ portal: Portal) -> Reaction { .transition(to: Page<LogIn.Form>.Form()) }
        }
    }

    enum Payment {
        final class Form: State {
            override func next(_ portal: Portal) -> Reaction { .transition(to: Done()) }
            override func nest(_ portal: Portal) -> Reaction { .transition(to: Page<Payment.Form>.Form()) }
        }
    }

    final class Done: State {}

    init() { super.init(initial: LogIn.Form()) }
    @discardableResult func next() -> Outcome { delegate(State.next) }
    @discardableResult func nest() -> Outcome { delegate(State.nest) }
}
