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
    package let origin: Origin
    /// The leaf after the request, with its regions.
    package var place: StateLabel
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

    /// The maker of a request.
    package enum Origin: Sendable {
        case client, observer
        /// A hook or a handler, or a service that reports inside one.
        case hook
        /// The machine itself: a follow-up, or another try of a deferred request.
        case machine

        /// Creates the origin of a record. `context` is `nil` if it is not observed with the log's tracer.
        package init<S: ContextState>(
            _ record: Context<S>.RequestRecord, of context: ObjectIdentifier?
        ) where S.Family == S {
            switch record.source {
            case .caller: self = .client
            case .observer: self = .observer
            case .context:
                self = context.map { TracedRequest.answered(by: $0).isFollowUp } ?? true ? .machine : .hook
            case .deferral: self = .machine
            }
        }
    }

    package init(
        name: String, outcome: Outcome, source: StateLabel, target: StateLabel?, exits: Int, entries: Int,
        refusal: String?, origin: Origin = .client, place: StateLabel? = nil
    ) {
        (self.name, self.outcome, self.source, self.target) = (name, outcome, source, target)
        (self.exits, self.entries, self.refusal, self.origin) = (exits, entries, refusal, origin)
        self.place = place ?? target ?? source
    }

    /// Creates a request of a machine that is no context.
    package init(_ name: String, _ outcome: Outcome, from source: String, to target: String?, refusal: String?) {
        let (source, target) = (StateLabel(source), target.map { StateLabel($0) })
        let (exits, entries) =
            switch (name, target) {
            case (_, nil): (0, 0)
            case (AnsweredRequest.activation, let target?): (0, target.names.count)
            case ("deactivate()", _): (source.names.count, 0)
            case (_, let target?): AnsweredRequest.depths(from: source, to: target)
            }
        self.init(
            name: name, outcome: outcome, source: source, target: target, exits: exits, entries: entries,
            refusal: refusal)
    }

    /// The numbers of states that a transition exits and enters, assuming that the leaves' common superstates stay
    /// active.
    package static func depths(from source: StateLabel, to target: StateLabel) -> (exits: Int, entries: Int) {
        let (left, right) = (source.names, target.names)
        var shared = zip(left, right).prefix { $0 == $1 }.count
        // A transition from a leaf to itself exits and enters it.
        if shared == left.count && shared == right.count { shared -= 1 }
        return (left.count - shared, right.count - shared)
    }

    /// Creates the data of a record. With a cache, labels are not made anew.
    package init<S: ContextState>(
        _ record: Context<S>.RequestRecord, labels: LabelCache? = nil, madeBy origin: Origin
    ) where S.Family == S {
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
            entries: entries, refusal: record.refusal.map { "\($0)" }, origin: origin,
            place: (target ?? source).withRegions(of: record.transition?.target ?? record.state))
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
