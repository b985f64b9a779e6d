import StatePattern

/// The steps by which a machine has answered a request, a line each.
struct Explanation {
    static let introduction = """
        Each request is explained from now on. The library tells its outcome and its
        transition. The superstate that has answered is worked out from the graph: it is
        the outermost one whose states all answer alike.
        """

    /// The request and then its follow-ups, in order.
    let records: [ObservedRequest]
    /// The index, in the states that were asked, of the one that answered; `nil` if that is not known.
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
        if record.outcome == .unhandled { return record.asked.map { "  asked  \($0): unhandled" } }
        guard let answerer else {
            let superstates = record.asked.dropFirst().joined(separator: " or ")
            return ["  asked  \(record.asked[0]): \(record.reaction), unless it left that to \(superstates)"]
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
