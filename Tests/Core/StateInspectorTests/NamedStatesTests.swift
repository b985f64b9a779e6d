import StateExploration
@testable import StateInspector
import StatePattern
import Testing

/// States with names that do not tell where a superstate ends, or which other state they are.
@Suite struct `The names of states in an inspector` {
    /// Follows a machine through all its states.
    private func record(of machine: Places, with diagram: StateDiagram? = nil) throws -> MachineSnapshot {
        let inspector = try Inspector()
        let shown = inspector.follow(machine, named: "places", diagram: diagram)
        while machine.next() == .transitioned {}
        inspector.close()
        return MachineSnapshot(number: 1, name: "places", record: shown.snapshot())
    }

    @Test func `may have slashes and commas, which are no superstates and no data`() throws {
        let snapshot = try record(of: Places())
        let tally = snapshot.record.tally(at: .now)
        #expect(tally.map(\.name) == ["A/B", "C, D", "A", "B′", "A.Form", "B.Form", Places.long.cut])
        #expect(tally.map(\.depth) == [0, 0, 0, 1, 0, 0, 0])
        #expect(Set(tally.map(\.path)).count == 7)
        #expect(tally.map(\.count) == [1, 1, 1, 1, 1, 1, 1])
    }

    @Test(arguments: [false, true]) func `are the boxes of a chart`(isGiven: Bool) throws {
        let model = MachineModel(Places.init, requests: ["next": { $0.next() }])
        let snapshot = try record(of: Places(), with: isGiven ? model.explore().merged() : nil)
        let chart = Chart(of: snapshot)
        let boxes = snapshot.record.leaves.flatMap { chart.boxes(of: $0) }
        #expect(boxes.dropLast() == ["A~1B", "C, D", "A/B′", "A.Form", "B.Form"])
        #expect(try !#require(boxes.last).isEmpty)
    }
}

final class Places: Context<Places.State> {
    class State: ContextState {
        var name: String { "\(type(of: self))" }
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ places: Places) {}
        func willExit(_ places: Places) {}
    }

    final class Place: State {
        private let ownName: String
        private let around: State?
        override var name: String { ownName }
        override var superstate: State? { around }
        init(_ name: String, in superstate: State? = nil) { (ownName, around) = (name, superstate) }
    }

    enum A {
        final class Form: State {}
    }
    enum B {
        final class Form: State {}
    }

    static let long = String(repeating: "long/", count: 2_000)
    private let all = [Place("A/B"), Place("C, D"), Place("B", in: Place("A")), A.Form(), B.Form(), Place(long)]
    private var index = 0

    init() { super.init(initial: all[0]) }

    func next() -> Outcome {
        delegate { _, places in
            guard places.index + 1 < places.all.count else { return .unhandled }
            places.index += 1
            return .transition(to: places.all[places.index])
        }
    }
}
