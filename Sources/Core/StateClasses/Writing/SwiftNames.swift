/// Makes valid and unique Swift names from the texts of a chart.
struct SwiftNames {
    /// Words of the language and of the library with which a declaration's name would collide.
    private static let reserved: Set<String> = [
        // Keywords of Swift that are no names.
        "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "type", "typealias", "var", "where", "while",
        // Types that the printed code uses, and that no class may hide.
        "Any", "AnyObject", "Array", "Bool", "Character", "Context", "ContextState", "Dictionary", "Double", "Error",
        "Family", "Handler", "Int", "MachineModel", "MainActor", "MainActorContext", "Never", "Optional",
        "OrthogonalState", "Outcome", "Owner", "Part", "Protocol", "Reaction", "Region", "RequestList", "RequestRecord",
        "Result", "S", "Set", "State", "StateExploration", "StatePattern", "String", "Superstate", "Task", "Transition",
        "Type", "Void",
        // Members of contexts and states, and members that the printed code declares for each machine.
        "activate", "ancestry", "answer", "ask", "changes", "core", "currentTransition", "deactivate", "deferRequests",
        "deferredArguments", "deferredRequests", "delegate", "description", "didEnter", "didNotHandle", "effect",
        "enclosing", "followUpLimit", "histories", "initial", "initialSubstate", "isActive", "isIn", "log", "model",
        "name", "none", "observe", "observeRequests", "outer", "refuse", "regions", "requests", "runEffect", "state",
        "statePath", "staying", "superstate", "takeLog", "trace", "tree", "wait", "willExit",
        "withdrawDeferredRequests",
    ]

    private var taken = reserved
    /// The latest number that was appended to each name, to make it unique.
    private var numbers: [String: Int] = [:]

    init(otherThan names: Set<String> = []) { taken.formUnion(names) }

    /// The name of a machine that a user gives: it is not cut.
    mutating func given(_ name: String) -> String {
        let isName = name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
        let text = isName ? Self.capitalized(name) : Self.words(of: name).map(Self.capitalized).joined()
        let begins = text.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } == true
        let known = begins && !taken.contains(text) ? text : "Machine" + text
        taken.insert(known)
        return known
    }

    /// A type's name for a text; `suffix` is appended if the name is taken.
    mutating func type(_ text: String, or suffix: String) -> String { unique(base(text, or: suffix)) }

    /// The name of a function or a variable for a text, after an optional first word such as `is`.
    mutating func member(_ text: String, after first: String = "", or suffix: String) -> String {
        unique(base(text, after: first, or: suffix))
    }

    /// The names of a state's class and property, with the same number.
    static func pair(_ text: String, _ types: inout SwiftNames, _ members: inout SwiftNames) -> (String, String) {
        let (type, member) = (types.base(text, or: "State"), members.base(text, or: "state"))
        var (names, key) = ((type, member), "\(type) \(member)")
        while types.taken.contains(names.0) || members.taken.contains(names.1) {
            types.numbers[key, default: 1] += 1
            names = ("\(type)\(types.numbers[key]!)", "\(member)\(types.numbers[key]!)")
        }
        types.taken.insert(names.0)
        members.taken.insert(names.1)
        return names
    }

    private mutating func unique(_ base: String) -> String {
        var name = base
        while !taken.insert(name).inserted {
            numbers[base, default: 1] += 1
            name = "\(base)\(numbers[base]!)"
        }
        return name
    }

    /// A name for a text. If it is taken, the signs between the words are spelled, or `suffix` is appended.
    private func base(_ text: String, after first: String = "", or suffix: String) -> String {
        let isMember = suffix.first?.isLowercase == true
        func name(_ spells: Bool) -> String {
            let words = Self.words(of: Self.withOperators(String(text.prefix(200))), spelling: spells)
            let all = first.split(separator: " ").map(String.init) + words
            let parts = all.enumerated().map { isMember && $0 == 0 ? Self.uncapitalized($1) : Self.capitalized($1) }
            // A longer name would not fit into a line.
            let base = String(parts.joined().prefix(32))
            // A name cannot begin with a combining mark or a digit.
            let begins = base.unicodeScalars.first.map { $0.properties.isXIDStart || $0.value >= 0x1f000 } != false
            return base.isEmpty || !begins ? suffix + base : base
        }
        let names = [name(false), name(true)]
        return names.first { !taken.contains($0) } ?? names[0] + Self.capitalized(suffix)
    }

    /// The text with words in place of operators that compare, connect, negate or calculate.
    private static func withOperators(_ text: String) -> String {
        let words = [
            ">": "above", "<": "below", ">=": "at least", "≥": "at least", "<=": "at most", "≤": "at most",
            "!=": "not equal to", "!==": "not equal to", "≠": "not equal to", "&&": "and", "||": "or",
        ]
        guard text.contains(where: { "<>=≥≤≠!&|".contains($0) }) else { return text }
        var isExpression = false
        // An operator has blanks on both sides or on none; `<b>` and `->` are none.
        let result = text.replacing(
            /([\w)\]'"])(\s*)(>=|<=|={1,3}|!==?|≥|≤|≠|&&|\|\||[<>])(\s*)(?=[\w(\['"!.$-])/
        ) { match in
            let (_, left, before, sign, behind) = match.output
            if before.isEmpty != behind.isEmpty { return String(match.0) }
            isExpression = true
            return "\(left) \(words[String(sign)] ?? "equal to") "
        }.replacing(/(^|[\s(])!(?=[\w(])/) { "\($0.1)not " }
        guard isExpression else { return result }
        let signs = ["+": "plus", "-": "minus", "*": "times", "%": "percent"]
        return result.replacing(/[-+*%]/) { " \(signs[String($0.0)]!) " }
    }

    /// The words of a text. They consist of characters for names: letters and digits of all scripts, and emoji.
    ///
    /// The signs in between are words as well if `spelling` is true, or if there is nothing else.
    private static func words(of text: String, spelling: Bool = false) -> [String] {
        let signs: [Unicode.Scalar: String] = [
            ".": "dot", "-": "dash", "_": "underscore", "*": "star", "+": "plus", "/": "slash", "#": "sharp",
            ":": "colon", "!": "exclamation mark", "?": "question mark",
        ]
        var words = [""]
        for scalar in text.unicodeScalars {
            let isEmoji = (0x1f000...0x1faff).contains(scalar.value)
            if scalar != "_", scalar.properties.isXIDContinue || isEmoji {
                words[words.count - 1].unicodeScalars.append(scalar)
            } else {
                if spelling, !scalar.properties.isWhitespace {
                    words += Self.words(of: signs[scalar] ?? scalar.properties.name?.lowercased() ?? "")
                }
                words.append("")
            }
        }
        words.removeAll(where: \.isEmpty)
        return words.isEmpty && !spelling ? Self.words(of: text, spelling: true) : words
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// The word with its leading capitals in lower case, except for a capital that begins the next word: `urlOpened`.
    private static func uncapitalized(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let count = capitals.count > 1 && capitals.count < word.count ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }
}
