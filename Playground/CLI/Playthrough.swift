import StatePattern

/// A machine and the requests that it has handled so far.
@MainActor final class Playthrough<M: Machine> {
    let machine: M
    private var history: [Request<M>] = []
    private var steps: [ObservedTransition] = []

    /// Makes the machine and enters its initial state.
    ///
    /// - Parameters:
    ///   - inRealTime: True if events, such as the end of a track, happen by themselves.
    ///   - tell: Called with each transition.
    init(inRealTime: Bool, tell: @escaping (ObservedTransition) -> Void = { _ in }) {
        machine = M(inRealTime: inRealTime)
        machine.activate { [weak self] step in
            self?.steps.append(step)
            tell(step)
        }
        steps = []
        _ = machine.takeEffects()
    }

    /// Makes a request and returns its outcome in one line; `nil` if the outcome comes later.
    func perform(_ request: Request<M>) -> String? {
        let source = machine.state
        steps = []
        guard let outcome = request.perform(machine) else { return nil }
        if outcome != .unhandled { history.append(request) }
        let effects = machine.takeEffects()
        return "\(request.text): \(describe(outcome, from: source))"
            + (effects.isEmpty ? "" : " [\(effects.joined(separator: ", "))]")
    }

    private func describe(_ outcome: Outcome, from source: String) -> String {
        switch outcome {
        case .transitioned: ([source] + steps.map(\.target)).joined(separator: " → ")
        case .handled: "handled in \(source) (\(machine.detail))"
        case .deferred, .queued: "\(outcome) in \(source)"
        case .refused: "refused in \(source)"
        case .unhandled: "not handled in \(source); handled here: \(handledHere.joined(separator: ", "))"
        }
    }

    /// The names of the requests that would be handled now.
    ///
    /// The states are asked rather than a second list: for each request, a fresh machine replays the history, and then
    /// handles the request or does not.
    var handledHere: [String] {
        M.commands.filter { command in
            guard let perform = try? command.make(command.argument?.example ?? "") else { return false }
            let copy = M(inRealTime: false)
            copy.activate { _ in }
            for request in history { _ = request.perform(copy) }
            return perform(copy) != .unhandled
        }.map(\.name)
    }
}
