import StatePattern

/// The steps by which a machine has answered a request, a line each.
struct Explanation {
    static let introduction = """
        Each request is explained from now on. The library tells its outcome and its
        transition. The state that led to a transition is worked out from the graph:
        it is the outermost superstate in which every state answers the same. Without
        a transition, any state that may have been asked can have handled the request,
        and so can the context: it drops late reports by itself before it asks a state.
        """

    /// The request and then its follow-ups, in order.
    let records: [ObservedRequest]
    /// The index, in the states that may have been asked, of the one that led to a transition; `nil` if that is not known.
    let answerer: Int?

    var lines: [String] {
        guard let first = records.first else { return [] }
        var lines = lines(of: first, answerer: answerer)
        for record in records.dropFirst() {
            lines += ["  then   \(record.name), a follow-up"]
            lines += self.lines(of: record, answerer: record.asked.count == 1 ? 0 : nil)
        }
        return lines + (records.count == 1 ? ["  follow-ups: none"] : [])
    }

    private func lines(of record: ObservedRequest, answerer: Int?) -> [String] {
        let steps = record.transition.map { transition in
            transition.exited.map { "  exit   \($0)" } + transition.entered.map { "  enter  \($0)" }
                + ["  told   the observers"]
        }
        return askedLines(of: record, answerer: answerer) + (steps ?? [])
    }

    private func askedLines(of record: ObservedRequest, answerer: Int?) -> [String] {
        switch record.outcome {
        case .unhandled: return record.asked.map { "  asked  \($0): unhandled" }
        case .handled:
            let states = record.asked.map { "by \($0)\(record.asked.count > 1 ? "," : "")" }.joined(separator: " ")
            return ["  answered  \(states) or by the context itself: handled"]
        case .transitioned, .deferred, .queued, .refused: break
        }
        guard let answerer else {
            let superstates = record.asked.dropFirst().joined(separator: " or ")
            let doubt = "answered here or in \(superstates); the graph does not tell"
            return ["  asked  \(record.asked[0]): \(record.reaction) (\(doubt))"]
        }
        return record.asked.prefix(answerer).map { "  asked  \($0): unhandled" }
            + ["  asked  \(record.asked[answerer]): \(record.reaction)"]
    }
}

extension ObservedRequest {
    /// The reaction of the state that has answered.
    fileprivate var reaction: String {
        if let transition { return "transition to \(transition.target)" }
        return "\(outcome)" + (refusal.map { ", \($0)" } ?? "")
    }
}
