import Foundation

extension Machine {
    /// Reads the requests on a line. If one of them has a mistake, the whole line is refused.
    ///
    /// An argument of several words is quoted, alone or with its request: `send "are you there?"`. The error lists the
    /// possible requests and, for the first word, also `others`.
    static func parse(_ words: [String], besides others: [String] = []) throws(UsageError) -> [Request<Self>] {
        var requests: [Request<Self>] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let command = Self.commands.named(word, \.name) else {
                let first = String(word.prefix { !$0.isWhitespace })
                let remaining = word.dropFirst(first.count).trimmingCharacters(in: .whitespaces)
                if !first.isEmpty, !remaining.isEmpty {
                    // The word was quoted: it contains a request and its argument, or several requests.
                    rest = [first, remaining] + rest
                    continue
                }
                if others.isEmpty, let command = Shell<Self>.commands.named(word, \.name) {
                    throw UsageError(
                        "“\(command.name)” is no request: type it on a terminal, or pipe it into playground \(name)")
                }
                let names = Self.commands.map(\.name)
                let suggestion = (names + (requests.isEmpty ? others : [])).suggestion(for: word)
                throw UsageError(
                    "\(name) has no request “\(word)”\(suggestion); it has \(Playground.list(names))"
                        + (suggestion.isEmpty ? hint(after: requests.last, word) : ""))
            }
            guard command.argument != nil else {
                requests.append(Request(text: command.name, perform: try command.make("")))
                continue
            }
            guard let argument = rest.popFirst() else {
                throw UsageError("“\(word)” takes an argument: \(command.usage)")
            }
            requests.append(Request(text: "\(command.name) \(argument)", perform: try command.make(argument)))
        }
        return requests
    }

    /// Advice to quote an argument that continues with `word`; empty if the request before it takes no such argument.
    private static func hint(after request: Request<Self>?, _ word: String) -> String {
        let parts = (request?.text ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let command = Self.commands.named(parts[0], \.name),
            (try? command.make("\(parts[1]) \(word)")) != nil
        else { return "" }
        return "; quotation marks hold an argument together: \(parts[0]) \"\(parts[1]) \(word)\""
    }
}

extension String {
    /// The words of a typed line. Words in quotation marks count as one word.
    var typedWords: [String] {
        matches(of: /"([^"]*)"(?!\S)|\S+/).map { String($0.1 ?? $0.0) }
    }
}
