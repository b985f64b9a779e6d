import StateExploration
@testable import StateInspector
import StatePattern
import Testing

/// The record that an inspector keeps of a machine, and its limits.
@Suite struct `The record of a machine` {
    private let start = ContinuousClock.now

    private func request(
        _ name: String = "go", _ outcome: Outcome = .transitioned, from source: StateLabel, to target: StateLabel? = nil
    ) -> AnsweredRequest {
        let (exits, entries) = target.map { AnsweredRequest.depths(from: source, to: $0) } ?? (0, 0)
        return AnsweredRequest(
            name: name, outcome: outcome, source: source, target: target, exits: exits, entries: entries, refusal: nil)
    }

    @Test func `counts visits and time, in superstates as well`() {
        var record = MachineRecord(state: "Off", at: start)
        record.add(request(from: "Off", to: "On/Dim"), at: start + .seconds(2))
        record.add(request(from: "On/Dim", to: "On/Bright"), at: start + .seconds(5))
        record.add(request("look", .handled, from: "On/Bright"), at: start + .seconds(6))
        record.add(request(from: "On/Bright", to: "Off"), at: start + .seconds(9))
        record.add(request(from: "Off", to: "On/Dim"), at: start + .seconds(10))
        let tally = record.tally(at: start + .seconds(15))
        #expect(tally.map(\.path) == ["Off", "On", "On/Dim", "On/Bright"])
        #expect(tally.map(\.count) == [2, 2, 2, 1])
        #expect(tally.map(\.seconds) == [3, 12, 8, 4])
        #expect(tally.map(\.isCurrent) == [false, true, true, false])
        #expect(record.requestCount == 5 && record.transitionCount == 4)
    }

    @Test func `puts each substate below its superstate, whenever it was seen`() {
        var record = MachineRecord(state: "A/X", at: start)
        for state: StateLabel in ["B/X", "A/Y", "B", "A/X/Deep", "C", "B/Y"] {
            record.add(request(from: record.state, to: state), at: start)
        }
        #expect(
            record.tally(at: start).map(\.path) == ["A", "A/X", "A/X/Deep", "A/Y", "B", "B/X", "B/Y", "C"])
    }

    @Test(arguments: [
        ("A", "B", 1, 1), ("A", "A", 1, 1), ("A/X", "A/Y", 1, 1), ("A/X", "A/X", 1, 1), ("A/X", "B", 2, 1),
        ("B", "A/X/Y", 1, 3), ("A/X", "A", 1, 0), ("A", "A/X", 0, 1),
    ])
    func `knows how deep a transition between two paths goes`(source: String, target: String, exits: Int, entries: Int)
    {
        #expect(AnsweredRequest.depths(from: StateLabel(source), to: StateLabel(target)) == (exits, entries))
    }

    @Test func `keeps the latest requests only, and counts all`() {
        var record = MachineRecord(state: "A", at: start)
        for number in 1...1_000 { record.add(request("\(number)", .handled, from: "A"), at: start) }
        #expect(record.requestCount == 1_000)
        #expect(record.journal(after: 0).map(\.request.name) == (951...1_000).map { "\($0)" })
        #expect(record.journal(after: 998).map(\.request.name) == ["999", "1000"])
        #expect(record.journal(after: 1_000).isEmpty)
    }

    @Test func `is bounded, however many states and kinds of transitions there are`() {
        var record = MachineRecord(state: "0", at: start)
        for number in 1...3_000 {
            record.add(request("to\(number)", from: "\(number - 1)", to: "\(number)"), at: start + .seconds(number))
        }
        #expect(record.leaves.count == MachineRecord.stateLimit && record.times.count == MachineRecord.stateLimit)
        #expect(record.arrows.count == MachineRecord.arrowLimit && record.counts.count == MachineRecord.arrowLimit)
        #expect(record.journal(after: 0).count == MachineRecord.journalLimit)
        #expect(record.transitionCount == 3_000 && record.state == "3000")
        // The current state is always there.
        #expect(record.tally(at: start).count == 61 && record.tally(at: start).last?.path == "3000")
        #expect(record.untalliedCount == 440)
        let chart = Chart(of: MachineSnapshot(number: 1, name: "", record: record))
        #expect(chart.svg == nil)

        var busy = MachineRecord(state: "A", at: start)
        for number in 1...334 {
            busy.add(request("to\(number)", from: busy.state, to: busy.state == "A" ? "B" : "A"), at: start)
        }
        #expect(Chart(of: MachineSnapshot(number: 1, name: "", record: busy)).svg == nil)
        // Superstates count as rows.
        var deep = MachineRecord(state: "A", at: start)
        for number in 1...50 {
            deep.add(
                request(from: deep.state, to: StateLabel((0..<20).map { "\(number)-\($0)" }.joined(separator: "/"))),
                at: start)
        }
        #expect(deep.tally(at: start).count == 200)
    }

    @Test func `takes its first state from the first request, if only the text of that was known`() {
        // Names with a comma and a slash: a label of the text alone has other names.
        let turnstile = Turnstile()
        let places = Places()
        let known = StateLabel(places.state)
        var record = MachineRecord(state: StateLabel(known.description), at: start)
        #expect(record.state != known)
        record.add(request("look", .handled, from: known), at: start + .seconds(2))
        #expect(record.state == known && record.initial == known && record.leaves == [known])
        record.add(request(from: known, to: StateLabel(turnstile.state)), at: start + .seconds(5))
        let tally = record.tally(at: start + .seconds(6))
        #expect(tally.map(\.path) == ["A/B", "Locked"] && tally.map(\.depth) == [0, 0])
        #expect(tally.map(\.seconds) == [5, 1] && tally.map(\.count) == [1, 1])

        // Not from a later request, and not another state.
        var later = MachineRecord(state: StateLabel(known.description), at: start)
        later.add(request("look", .handled, from: StateLabel(known.description)), at: start)
        later.add(request("look", .handled, from: known), at: start)
        #expect(later.leaves == [StateLabel(known.description), known] && later.initial != known)
        var other = MachineRecord(state: "Locked", at: start)
        other.add(request("look", .handled, from: known), at: start)
        #expect(other.leaves == ["Locked", known] && other.initial == "Locked" && other.state == known)
    }

    @Test func `takes no time for a machine that is not active, and draws no arrow for its activation`() {
        var record = MachineRecord(state: "A", wasEntered: false, at: start)
        func add(_ name: String, from source: StateLabel, _ entries: Int, after seconds: Int) {
            let request = AnsweredRequest(
                name: name, outcome: .transitioned, source: source, target: "A", exits: 1 - entries,
                entries: entries, refusal: nil)
            record.add(request, at: start + .seconds(seconds))
        }
        add("activate()", from: "A", 1, after: 5)
        #expect(record.tally(at: start).map(\.count) == [1] && record.transitionCount == 0 && record.isActive)
        record.add(request(from: "A", to: "B"), at: start + .seconds(6))
        add("deactivate()", from: "B", 0, after: 8)
        #expect(!record.isActive)
        let tally = record.tally(at: start + .seconds(100))
        #expect(tally.map(\.seconds) == [1, 2] && tally.map(\.count) == [1, 1])
        #expect(tally.allSatisfy { !$0.isCurrent })
        // A state that no transition led to.
        record.add(request(from: "C", to: "D"), at: start)
        #expect(record.leaves == ["A", "B", "C", "D"])
        let chart = Chart(of: MachineSnapshot(number: 1, name: "", record: record))
        #expect(chart.svg?.contains("activate") == false && chart.boxes(of: "D") == ["D"])
    }

    @Test func `cuts long texts`() {
        let long = String(repeating: "é", count: 400)
        #expect(long.cut == String(repeating: "é", count: 300) + "…")
        #expect(String(repeating: "é", count: 300).cut == String(repeating: "é", count: 300))
        #expect(String(long.prefix(200)).cut.count == 200)
        // One character of a million bytes.
        #expect(("e" + String(repeating: "\u{301}", count: 500_000)).cut.utf8.count < 700)
    }
}
