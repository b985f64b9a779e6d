import Foundation
import StateExploration
import StatePattern

extension Recording {
    /// The greatest number of requests of each machine on a page; older requests are left out.
    private static let pageLimit = 10_000

    /// Returns a page that shows this recording like an ``Inspector``: one HTML file that needs no program and no
    /// network.
    ///
    /// At first, the page shows the end of the recording. Each machine's journal has the latest 10,000 requests, with
    /// their arguments.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - names: The names of the machines, in their order on the page; `nil` for all machines.
    ///   - diagrams: The charts of machines, keyed by name. The chart of any other machine grows with its transitions.
    /// - Returns: The text of the file.
    /// - Throws: A ``RecordingError`` if a name belongs to no machine.
    /// - Complexity: O(*requests*).
    public func page(
        titled title: String, of names: [String]? = nil, diagrams: [String: StateDiagram] = [:]
    ) throws(RecordingError) -> String {
        let recorded = Dictionary(grouping: entries, by: \.machine)
        var machines: [PageUpdate.Machine] = []
        for name in names ?? self.machines {
            let situation = try situation(of: name)
            let now = ContinuousClock.now
            var record = MachineRecord(
                state: StateLabel(situation.state), wasEntered: situation.isActive, diagram: diagrams[name], at: now)
            var lines: [MachineRecord.Line] = []
            for entry in recorded[name] ?? [] {
                var request = entry.answer
                let wasActive = record.isActive
                record.add(request, at: now)
                request.name = entry.call.cut
                lines.append(.init(request: request, time: .zero, wasActive: wasActive))
            }
            lines = lines.suffix(Recording.pageLimit)
            let snapshot = MachineSnapshot(number: machines.count + 1, name: name.cut, record: record)
            machines.append(
                PageUpdate.Machine(
                    snapshot, Chart(of: snapshot), isNewChart: true, areNewCommands: false, lines: lines))
        }
        let update = PageUpdate(order: machines.map(\.number), machines: machines, requests: nil)
        return InspectorPage.text(titled: title, recording: Recording.line(update))
    }
}

extension Recording.Entry {
    /// The request as data for a record.
    fileprivate var answer: AnsweredRequest {
        guard let outcome = Outcome(recorded: outcome) else {
            fatalError("Outcomes were verified when they were read.")
        }
        return AnsweredRequest(request, outcome, from: state, to: target, refusal: refusal)
    }
}
