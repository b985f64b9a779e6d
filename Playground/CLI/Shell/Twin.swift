import StatePattern

/// The machine as an enum, which gets each request as well.
@MainActor struct Twin<M: Machine> {
    let name: String
    private let machine: M

    /// Makes the twin of a name, “on” for the first one, and lets it handle all requests that the machine has handled.
    init(_ name: String, of playthrough: Playthrough<M>) throws(UsageError) {
        let twins = M.twins
        guard !twins.isEmpty else { throw UsageError("\(M.name) has no twin: there is no enum of the whole machine") }
        guard let twin = name == "on" ? twins.first : twins.first(where: { $0.name == name }) else {
            throw UsageError("“twin” takes \(Twin.words.joined(separator: ", "))")
        }
        self.name = twin.name
        machine = twin.make()
        machine.prepare(asCopyOf: playthrough.machine)
        machine.activate { _ in }
        playthrough.replay(on: machine)
    }

    /// The words that choose a twin, or none.
    static var words: [String] { ["on", "off"] + M.twins.dropFirst().map(\.name) }

    /// Makes a request that the machine has answered; the line has two columns, for the class and for the enum.
    func perform(_ answer: Playthrough<M>.Answer, stateOfClass: String) -> (line: String, isEqual: Bool) {
        let outcome = answer.request.perform(machine)
        _ = machine.takeEffects()
        let columns = [describe(answer.outcome, stateOfClass), describe(outcome, machine.stateInOverview)]
        let isEqual = columns[0] == columns[1]
        return ("  \(isEqual ? "=" : "≠")  class \(columns[0].padded(to: 38))\(name) \(columns[1])", isEqual)
    }

    private func describe(_ outcome: Outcome?, _ state: String) -> String {
        outcome == .transitioned ? "→ \(state)" : "\(outcome.map { "\($0)" } ?? "not made") in \(state)"
    }
}
