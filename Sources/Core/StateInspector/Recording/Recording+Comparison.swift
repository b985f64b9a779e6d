import StateExploration

extension Recording.Entry {
    /// True for a request that another one has led to: it cannot be made without that.
    var isLed: Bool { isOwn == true || isOfObserver == true }

    /// Returns true for equal requests with equal consequences.
    ///
    /// The arguments and the origin of an input are not compared, because the replay has made it.
    func agrees(with other: Recording.Entry, isInput: Bool, ofVersion version: Int) -> Bool {
        guard
            (request, state, outcome, target, refusal)
                == (other.request, other.state, other.outcome, other.target, other.refusal)
        else { return false }
        if isInput { return true }
        let (left, right) = (arguments ?? [], other.arguments ?? [])
        let areArgumentsEqual = left.count == right.count && zip(left, right).allSatisfy { $0.agrees(with: $1) }
        let isOriginEqual = version == 1 ? isOwn == other.isOwn : origin == other.origin
        return areArgumentsEqual && isOriginEqual
    }

    /// The origin of a request that no client has made, for a deviation.
    var origin: String {
        isOwn == true ? ", by the machine itself" : isOfObserver == true ? ", by an observer" : ""
    }

    /// The request with its arguments on one line, as in a graph: `seek(to: 0:05)`.
    var call: String {
        let texts = (arguments ?? []).map { $0.text ?? "hidden" }
        let name = RequestName(request)
        return (texts.isEmpty ? "\(name.base)()" : name.call(with: texts)).cut.onOneLine
    }

    /// The request and its consequences on one line.
    var text: String {
        let reason = refusal.map { ", \($0)" } ?? ""
        let reached = outcome == "transitioned" ? target : nil
        return "\(call): \(reached.map { "\(state) → \($0)" } ?? "\(outcome) in \(state)")\(reason)".onOneLine
    }
}

extension Recording.Argument {
    /// Returns true for equal arguments. A hidden one is equal to all.
    func agrees(with other: Recording.Argument) -> Bool {
        guard let text, let otherText = other.text else { return true }
        if let json, let otherJSON = other.json { return json == otherJSON }
        return text == otherText
    }
}

extension Recording.Situation {
    /// The parts that are not known of a machine that was used before; `nil` if all are known.
    var unknown: String? {
        let parts = (waiting == nil ? ["the requests that wait"] : []) + (data == nil ? ["the data"] : [])
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}

extension Recording.Replay: CustomStringConvertible {
    /// The number of requests without a deviation; or the recorded and the actual answer, and the requests that lead to
    /// them.
    public var description: String {
        func count(_ number: Int) -> String { "\(number) \(number == 1 ? "request" : "requests")" }
        let skipped = skipped == 0 ? [] : ["  without: \(count(skipped)) that others had led to, before the recording"]
        guard let deviation else { return (["no deviation in \(count(agreeing))"] + skipped).joined(separator: "\n") }
        let (place, path) = (deviation.line > 0 ? ", line \(deviation.line)" : "", deviation.path)
        var lines = ["deviates at request \(deviation.request)\(place)", "  recorded: \(deviation.recorded)"]
        lines.append("  seen:     \(deviation.seen)")
        lines.append("  after:    \(path.joined(separator: ", "))")
        if ![path[...], path.drop { $0 == AnsweredRequest.activation }].contains(deviation.shortest[...]) {
            lines.append("  fewest:   \(deviation.shortest.joined(separator: ", "))")
        }
        if let unknown { lines.append("  note:     the recording begins in the middle, without \(unknown)") }
        return (lines + skipped).joined(separator: "\n")
    }
}
