import StatePattern

/// A transition in texts, for the command to print.
struct ObservedTransition {
    let source, target: String
    let exited, entered: [String]
}

/// An answered request in texts, for the command to print.
struct ObservedRequest {
    let name: String
    let outcome: Outcome
    let transition: ObservedTransition?
    /// The reason of a refusal; `nil` if the request was not refused, or without a reason.
    let refusal: String?
}

extension ObservedTransition {
    init<S: ContextState>(_ transition: Context<S>.Transition) where S.Family == S {
        self.init(
            source: transition.source.statePath, target: transition.target.statePath,
            exited: transition.exited.map(\.statePath),
            entered: transition.entered.map(\.statePath))
    }
}

extension ObservedRequest {
    init<S: ContextState>(_ record: Context<S>.RequestRecord) where S.Family == S {
        self.init(
            name: record.request.withoutLabels, outcome: record.outcome,
            transition: record.transition.map { ObservedTransition($0) },
            refusal: record.refusal.map { "\($0)" })
    }
}
