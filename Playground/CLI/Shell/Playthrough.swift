import StatePattern

/// A machine and the requests that it has handled so far.
@MainActor final class Playthrough<M: Machine> {
    struct Answer {
        let request: Request<M>
        /// False for an event: after an undo, the machine's surroundings make it again.
        let isTyped: Bool
        let outcome: Outcome
        let effects: [String]
        /// The answer on one line.
        let line: String
        /// The request and its follow-ups, as the machine has reported them.
        let records: [ObservedRequest]

        /// Prints the line, which stands out if the request was refused.
        func show() { Terminal.show(line, outcome == .unhandled || outcome == .refused ? .red : nil) }
    }

    private(set) var machine: M
    /// The requests that the machine has handled, with its answers.
    private(set) var history: [Answer] = [] {
        didSet { knownHandled = nil }
    }
    /// The requests that would be handled after this history; `nil` until they are determined.
    private var knownHandled: [Command<M>]?
    /// The typed requests that the surroundings carry out and have not reported yet.
    private var awaited: [String] = []
    /// The records of the current request; at first, of the activation.
    private(set) var records: [ObservedRequest] = []
    private let make: () -> M

    /// Makes a machine, in which events happen by themselves if it is in real time.
    convenience init(inRealTime: Bool) { self.init { M(inRealTime: inRealTime) } }

    /// Makes a machine, the same each time, and enters its initial state.
    init(make: @escaping () -> M) {
        self.make = make
        machine = make()
        begin()
    }

    private func begin() {
        machine.activate { [weak self] in self?.records.append($0) }
        _ = machine.takeEffects()
    }

    /// Makes a request; there is no answer yet if the machine's surroundings carry it out.
    ///
    /// An event does not count as typed, unless it reports an earlier typed request.
    @discardableResult func perform(_ request: Request<M>, isTyped: Bool = true) -> Answer? {
        let source = machine.state
        records = []
        guard let outcome = request.perform(machine) else {
            awaited.append(request.text)
            return nil
        }
        let awaitedIndex = isTyped ? nil : awaited.firstIndex(of: request.text)
        if let awaitedIndex { awaited.remove(at: awaitedIndex) }
        let effects = machine.takeEffects()
        let line =
            "\(request.text): \(describe(outcome, from: source))"
            + (effects.isEmpty ? "" : " [\(effects.joined(separator: ", "))]")
        let answer = Answer(
            request: request, isTyped: isTyped || awaitedIndex != nil, outcome: outcome, effects: effects, line: line,
            records: records)
        if outcome != .unhandled { history.append(answer) }
        return answer
    }

    /// Goes back to the state before the latest typed request that the machine handled, and before the events after it.
    ///
    /// A fresh machine handles all earlier requests again.
    func undo() -> Request<M>? {
        guard let index = history.lastIndex(where: \.isTyped) else { return nil }
        let last = history[index]
        history.removeSubrange(index...)
        awaited = []
        machine = make()
        begin()
        replay(on: machine)
        return last.request
    }

    /// Makes the requests of the history on a machine that has just been activated.
    func replay(on copy: M) {
        for answer in history { _ = answer.request.perform(copy) }
        _ = copy.takeEffects()
    }

    private func describe(_ outcome: Outcome, from source: String) -> String {
        switch outcome {
        case .transitioned: ([source] + records.compactMap { $0.transition?.target }).joined(separator: " → ")
        case .handled: "handled in \(source) (\(machine.detail))"
        case .deferred, .queued: "\(outcome) in \(source)"
        case .refused: "refused in \(source)" + (records.first?.refusal.map { ": \($0)" } ?? "")
        case .unhandled:
            "not handled in \(source); handled here: \(handledHere.map(\.name).joined(separator: ", "))"
        }
    }

    /// The requests that would be handled now.
    ///
    /// There is no list of them: a fresh machine replays the history, and then tries a request. A request that was not
    /// handled, or was refused, has changed nothing, so the same machine tries the next.
    var handledHere: [Command<M>] {
        if let knownHandled { return knownHandled }
        var asked: M?
        let handled = M.commands.filter { command in
            guard let perform = try? command.make(command.argument?.example ?? "") else { return false }
            let copy = asked ?? replayedCopy()
            let isHandled = ![.unhandled, .refused].contains(perform(copy))
            asked = isHandled ? nil : copy
            return isHandled
        }
        knownHandled = handled
        return handled
    }

    private func replayedCopy() -> M {
        let copy = M(inRealTime: false)
        copy.prepare(asCopyOf: machine)
        copy.activate { _ in }
        replay(on: copy)
        return copy
    }
}
