import StatePattern

/// An answered request as data, without references to states.
package struct AnsweredRequest: Sendable {
    package var name: String
    package let outcome: Outcome
    /// The leaf that got the request, and the leaf after the transition; `target` is `nil` without a transition.
    package var source: StateLabel
    package var target: StateLabel?
    /// The numbers of exited states and of entered states, each counted from the leaf.
    package let exits: Int
    package let entries: Int
    package let refusal: String?
    /// The region that got the request; `nil` if the machine itself got it.
    package var part: Part?

    /// A region, with its leaves before and after the request.
    package struct Part: Sendable {
        package let region: String
        package let source: StateLabel
        package let target: StateLabel?

        package init(region: String, source: StateLabel, target: StateLabel?) {
            (self.region, self.source, self.target) = (region, source, target)
        }
    }

    package init(
        name: String, outcome: Outcome, source: StateLabel, target: StateLabel?, exits: Int, entries: Int,
        refusal: String?
    ) {
        (self.name, self.outcome, self.source, self.target) = (name, outcome, source, target)
        (self.exits, self.entries, self.refusal) = (exits, entries, refusal)
    }

    /// Creates the data of a record. With a cache, labels are not made anew.
    package init<S: ContextState>(_ record: Context<S>.RequestRecord, labels: LabelCache? = nil) where S.Family == S {
        func label(of state: S) -> StateLabel { labels?.label(of: state) ?? StateLabel(state) }
        let source = label(of: record.state)
        var (target, exits, entries): (StateLabel?, Int, Int) = (nil, 0, 0)
        if let made = record.transition {
            let label = label(of: made.target)
            exits = max(0, source.names.count - Int(made.sharedDepths.ofSource))
            entries = max(0, label.names.count - Int(made.sharedDepths.ofTarget))
            target = label
        }
        self.init(
            name: record.request, outcome: record.outcome, source: source, target: target, exits: exits,
            entries: entries, refusal: record.refusal.map { "\($0)" })
    }

    /// The request name of a context's activation.
    package static let activation = "activate()"

    /// Returns true for the request name of a context's activation or deactivation.
    package static func isActivation(_ request: String) -> Bool { request == activation || request == "deactivate()" }

    /// True if the machine was activated or deactivated.
    package var isActivation: Bool { AnsweredRequest.isActivation(name) }

    /// The request on one line: `insertCoin: Locked → Unlocked`.
    package var text: String { text(from: source, to: target) }

    /// The request on one line, with other labels for the states.
    package func text(from source: StateLabel, to target: StateLabel?) -> String {
        let name = (part.map { "\($0.region): " } ?? "") + RequestName(name).short
        let reason = refusal.map { ", \($0)" } ?? ""
        guard let target else { return "\(name): \(outcome) in \(source)\(reason)".onOneLine }
        return "\(name): \(isActivation ? "" : "\(source) → ")\(target)".onOneLine
    }
}
