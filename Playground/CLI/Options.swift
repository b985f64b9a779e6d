/// The words after the name of a command: options with their values, and other words.
struct Options {
    /// The words that are no options, in order.
    private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private let command: String

    /// Reads words. The error says what is wrong and what is possible.
    ///
    /// `forms` are the options as help shows them: `--merged`, `--port <number>`, or `--url <url>…` for an option that
    /// can be repeated.
    init(_ words: [String], of command: String, _ forms: [String], takesWords: Bool = false) throws(UsageError) {
        self.command = command
        let names = forms.map { String($0.prefix { $0 != " " }) }
        let list = Playground.list(names + ["--help"])
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else {
                // The message does not repeat the word, because it may be a part of a secret token.
                guard takesWords else { throw UsageError("\(command) takes options only: \(list)") }
                self.words.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            guard let index = names.firstIndex(of: name) else {
                throw UsageError("there is no option \(name)\(names.suggestion(for: name)); \(command) has \(list)")
            }
            let form = forms[index]
            guard values[name] == nil || form.hasSuffix("…") else { throw UsageError("\(name) can be given only once") }
            var value = parts.count == 2 ? parts[1] : nil
            if form == name {
                guard value == nil else { throw UsageError("\(name) takes no value") }
            } else {
                // A word that starts with “--” is not taken as a value, except after “=”.
                if parts.count == 1, rest.first?.hasPrefix("--") != true { value = rest.popFirst() }
                guard value?.isEmpty == false else {
                    throw UsageError("\(name) takes a value: \(form.filter { $0 != "…" })")
                }
            }
            values[name, default: []].append(value ?? "")
        }
    }

    /// The value of an option; empty if the option takes no value, `nil` if the user did not give the option.
    subscript(name: String) -> String? { values[name]?.last }

    /// All values of an option that can be repeated, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// True if there are neither options nor other words.
    var isEmpty: Bool { values.isEmpty && words.isEmpty }

    /// The format that `--format` names, or the first format without this option.
    func format<Format: RawRepresentable<String>>(outOf formats: [Format]) throws(UsageError) -> Format {
        guard let name = self["--format"] else { return formats[0] }
        if let format = formats.named(name, \.rawValue) { return format }
        let names = formats.map(\.rawValue)
        throw UsageError(
            "there is no format “\(name)”\(names.suggestion(for: name)); there is \(Playground.list(names))")
    }

    /// The only word. The error for no word or several words lists `names`; the word itself is not compared with them.
    func word(outOf names: [String]) throws(UsageError) -> String {
        guard words.count == 1 else {
            let typed = words.isEmpty ? "" : ", not “\(words.joined(separator: " "))”"
            throw UsageError("\(command) takes one of: \(Playground.list(names))\(typed)")
        }
        return words[0]
    }
}
