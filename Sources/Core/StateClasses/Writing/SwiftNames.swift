/// Makes valid and unique Swift names from the texts of a chart.
struct SwiftNames {
    /// Words of the language and of the library with which a declaration's name would collide.
    private static let reserved: Set<String> = [
        // Keywords of Swift.
        "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
        "consume", "consuming", "continue", "convenience", "copy", "default", "defer", "deinit", "didSet", "do",
        "dynamic", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func", "get",
        "guard", "if", "import", "in", "indirect", "init", "inout", "internal", "is", "isolated", "lazy", "let",
        "macro", "mutating", "nil", "nonisolated", "open", "operator", "optional", "override", "package",
        "precedencegroup", "print", "private", "protocol", "public", "repeat", "required", "rethrows", "return",
        "self", "Self", "sending", "set", "some", "static", "struct", "subscript", "super", "switch", "then", "throw",
        "throws", "true", "try", "type", "typealias", "unowned", "var", "weak", "where", "while", "willSet",
        // Types that the printed code uses, and that no class may hide.
        "Any", "AnyObject", "Array", "Bool", "Character", "Context", "ContextState", "Dictionary", "Double", "Error",
        "Family", "Handler", "Int", "KeyValuePairs", "MachineModel", "MainActor", "MainActorContext", "Never",
        "Optional", "OrthogonalState", "Outcome", "Owner", "Part", "Protocol", "Reaction", "Region", "Result", "S",
        "Set", "State", "StateExploration", "StatePattern", "String", "Superstate", "Task", "Transition", "Type",
        "Void",
        // Members of contexts and states, and members that the printed code declares for each machine.
        "activate", "ancestry", "answer", "ask", "before", "changes", "core", "currentTransition", "deactivate",
        "deferRequests", "deferredArguments", "deferredRequests", "delegate", "description", "didEnter",
        "didNotHandle", "effect", "enclosing", "followUpLimit", "histories", "initial", "initialSubstate", "isActive",
        "isIn", "log", "model", "name", "observe", "observeRequests", "outer", "refuse", "regions",
        "requests", "runEffect", "state", "statePath", "staying", "superstate", "takeLog", "trace", "tree", "wait",
        "willExit", "withdrawDeferredRequests",
    ]

    private var taken = reserved
    /// The latest number that was appended to each name, to make it unique.
    private var numbers: [String: Int] = [:]

    init(otherThan names: Set<String> = []) { taken.formUnion(names) }

    /// A type's name for a text; `suffix` is appended if the name is taken.
    mutating func type(_ text: String, or suffix: String) -> String {
        unique(Self.words(of: text).map(Self.capitalized).joined(), or: suffix)
    }

    /// The name of a function or a variable for a text, after an optional first word such as `is`.
    mutating func member(_ text: String, after first: String = "", or suffix: String) -> String {
        let words = Self.words(of: first + " " + text)
        let start = words.first.map(Self.uncapitalized) ?? ""
        return unique(start + words.dropFirst().map(Self.capitalized).joined(), or: suffix)
    }

    private mutating func unique(_ text: String, or suffix: String) -> String {
        // A longer name would not fit into a line.
        var base = String(text.prefix(32))
        let isMember = suffix.first?.isLowercase == true
        let word = isMember ? Self.capitalized(suffix) : suffix
        if base.isEmpty { base = suffix }
        // A name cannot begin with a combining mark or a digit.
        if base.unicodeScalars.first.map({ !$0.properties.isXIDStart && $0.value < 0x1f000 }) == true {
            base = (isMember ? suffix : word) + base
        }
        if taken.contains(base) { base += word }
        var name = base
        while !taken.insert(name).inserted {
            numbers[base, default: 1] += 1
            name = "\(base)\(numbers[base]!)"
        }
        return name
    }

    /// The words of a text. They consist of characters for names: letters and digits of all scripts, and emoji.
    private static func words(of text: String) -> [String] {
        var words = [""]
        for scalar in text.unicodeScalars {
            let isEmoji = (0x1f000...0x1faff).contains(scalar.value)
            if scalar != "_", scalar.properties.isXIDContinue || isEmoji {
                words[words.count - 1].unicodeScalars.append(scalar)
            } else {
                words.append("")
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// The word with its leading capitals in lower case, except for a capital that begins the next word: `urlOpened`.
    private static func uncapitalized(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let count = capitals.count > 1 && capitals.count < word.count ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }
}
