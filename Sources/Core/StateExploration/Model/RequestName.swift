/// The name of a request in each form in which it is written: `seek`, `seek(to:)`, `seek(to: 20)` and `seek 20`.
///
/// `push` and `push()` are the same request. A name without arguments is found whatever its arguments are.
package struct RequestName: Hashable {
    /// The whole name.
    package let text: String
    /// The name without arguments and labels: `seek`.
    package let base: String

    package init(_ text: String) {
        (self.text, base) = (text, String(text.prefix { !"( ".contains($0) }))
    }

    /// True for `seek`, `push()` and `seek(to:)`.
    package var isWithoutArguments: Bool {
        text.utf8.count == base.utf8.count || text.hasSuffix("()") || text.hasSuffix(":)")
    }

    /// The labels of a method's parameters: `to` and `_` for `seek(to:_:)`.
    package var labels: [String] {
        text.hasSuffix(":)") ? text.dropFirst(base.count + 1).dropLast().split(separator: ":").map(String.init) : []
    }

    /// The name without labels; whole if it has arguments: `seek` for `seek(to:)`, and `seek(to: 20)`.
    package var short: String { isWithoutArguments ? base : text }

    /// The call with its arguments, which have the labels of the method: `seek(to: 20)`.
    package func call(with arguments: [Any]) -> String {
        let labels = labels
        if arguments.isEmpty { return base }
        let texts = arguments.enumerated().map { index, value in
            let text = RequestName.text(of: value)
            return labels.indices.contains(index) && labels[index] != "_" ? "\(labels[index]): \(text)" : text
        }
        return "\(base)(\(texts.joined(separator: ", ")))"
    }

    /// The text of an argument; an optional has the text of its value.
    package static func text(of argument: Any) -> String {
        let mirror = Mirror(reflecting: argument)
        guard mirror.displayStyle == .optional else { return "\(argument)" }
        return mirror.children.first.map { "\($0.value)" } ?? "nil"
    }

    /// The indices of the names that are meant: those that are equal, else those with this base if no argument is given.
    package func indices(in names: [String]) -> [Int] {
        let equal = names.indices.filter { names[$0] == text }
        if !equal.isEmpty || !isWithoutArguments { return equal }
        return names.indices.filter { RequestName(names[$0]).base == base }
    }
}
