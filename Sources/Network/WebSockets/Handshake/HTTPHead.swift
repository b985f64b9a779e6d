import Sockets

/// The head of an HTTP message: a first line, and header fields.
///
/// Source: RFC 9112, sections 2 to 5.
package struct HTTPHead: Hashable, Sendable {
    package let firstLine: String
    package let fields: [HeaderField]

    /// The values of all fields with a name, ignoring case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }

    /// The value of a field; `nil` if the field is missing or occurs more than once.
    package func value(of name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values[0] : nil
    }

    /// The words of a list. The words are separated by commas, and may be spread over several fields of this name.
    package func list(of name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }.map { HTTPHead.trimmed($0) }.filter { !$0.isEmpty }
    }

    package func list(of name: String, contains word: String) -> Bool {
        list(of: name).contains { $0.equalsIgnoringASCIICase(word) }
    }

    /// Parses the lines of a head, without their line ends. Returns `nil` if they are no head.
    init?(lines: [String]) {
        guard let firstLine = lines.first, !firstLine.isEmpty else { return nil }
        var fields: [HeaderField] = []
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = String(line[..<colon])
            guard HTTPHead.isToken(name) else { return nil }
            fields.append(HeaderField(name, HTTPHead.trimmed(line[line.utf8.index(after: colon)...])))
        }
        self.firstLine = firstLine
        self.fields = fields
    }

    /// Returns true if a word may be the name of a field, or of a subprotocol.
    ///
    /// Source: RFC 9110, section 5.6.2.
    static func isToken(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Returns true if a text may be the value of a field: it has no control characters except tabs.
    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Removes blanks and tabs at both ends, byte by byte: to Swift, a blank with an accent after it is one character.
    private static func trimmed(_ text: Substring) -> String {
        let isVisible: (UInt8) -> Bool = { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard let first = text.utf8.firstIndex(where: isVisible), let last = text.utf8.lastIndex(where: isVisible)
        else { return "" }
        return String(Substring(text.utf8[first...last]))
    }
}
