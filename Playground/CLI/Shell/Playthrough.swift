import StatePattern

/// A machine, and the requests that it has handled so far, for `history` and `undo`.
@MainActor final class Playthrough<M: Machine> {
    struct Answer {
        let request: Request<M>
        /// False for an event. After an undo, a machine's surroundings repeat events by themselves.
        let isTyped: Bool
        let outcome: Outcome
        let effects: [String]
        /// The answer on one line.
        let line: String
        /// The request and its follow-ups, as the machine has reported them.
        let records: [ObservedRequest]

        /// Prints the line, in red if the request was refused or unhandled.
        func show() { Terminal.show(line, outcome == .unhandled || outcome == .refused ? .red : nil) }
    }

    private(set) var machine: M
    /// The answers to the requests that the machine has handled so far.
    private(set) var history: [Answer] = [] {
        didSet { knownHandled = nil }
    }
    /// The cached value of `handledHere` for this history; `nil` until it is computed.
    private var knownHandled: [Command<M>]?
    /// The typed requests that the machine's surroundings carry out but have not reported yet.
    private var awaited: [String] = []
    /// The records of the current request and its follow-ups; before the first request, of the activation.
    private(set) var records: [ObservedRequest] = []
    private let make: () -> M

    /// Creates a machine. In real time, events happen by themselves.
    convenience init(inRealTime: Bool) { self.init { M(inRealTime: inRealTime) } }

    /// Creates a machine and enters its initial state. An undo calls `make` again, which must then return an equal
    /// machine.
    init(make: @escaping () -> M) {
        self.make = make
        machine = make()
        begin()
    }

    private func begin() {
        machine.activate { [weak self] in self?.records.append($0) }
        _ = machine.takeEffects()
    }

    /// Makes a request. Returns `nil` if the machine's surroundings carry the request out, and report it later.
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

    /// Takes back the latest typed request that the machine handled, and all events after it.
    ///
    /// A fresh machine handles all earlier requests again. Returns the undone request; `nil` if there is none.
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

    /// Makes the history's requests on a machine that has just been activated.
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

    /// The requests that the machine would handle in its current situation.
    ///
    /// They are found by trying: a fresh machine replays the history, then makes a request. A refused or unhandled
    /// request changes nothing, so the same machine can try the next request.
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
