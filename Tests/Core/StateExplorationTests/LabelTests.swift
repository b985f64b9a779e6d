import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Names of states and requests that mean something to the formats they are written in.
@Suite(.blocking) struct `Labels` {
    static let texts = [
        "two\nlines", "three\r\nmore\nlines", "a|b", "<b>bold<br>", "&lt; & &#35;", "say \"hello\"", "back\\slash",
        "\\n is no line break", "ends with \\", "*bold* _italic_ `code` ~~gone~~", "[link](target)",
        "%%{init}%% comment",
        "#35; colon: semicolon;", "{braces} [brackets]", "snake_case", "a, with a/slash in its data", "\u{1b}[2J",
        "\"\u{301}accent", "tab\tstop", "naïve – 日本語 🙂", "1. first", "- item", "2 halves", "-1",
        "turned \u{202e}round", "\u{2067}isolated\u{2069}", "not \u{ffff} a character", "",
    ]

    /// A text as all formats show it.
    private static func shown(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.replacing("\r\n", with: "\n").unicodeScalars.map { isHidden($0) ? "\u{fffd}" : $0 }))
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xa: false
        case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfffe, 0xffff: true
        default: false
        }
    }

    /// A text as formats show it on one line.
    static func shownOnOneLine(_ text: String) -> String {
        text.isEmpty ? "(no name)" : shown(text.replacing("\r\n", with: "⏎").replacing("\n", with: "⏎"))
    }

    /// All texts as states, in a ring that each of them leads around as a request.
    private func graph() throws -> StateGraph<String> {
        try chart(Self.texts, Self.texts) { $0 == $1 ? ($0 + 1) % Self.texts.count : nil }.explore()
    }

    @Test func `take one row each in a table, and one field each in a row`() throws {
        let lines = try graph().table().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == Self.texts.count + 3)
        for line in lines.dropLast() {
            #expect(line.matches(of: /(?:[^\\]|^)(?:\\\\)*\|/).count == Self.texts.count + 2, "\(line)")
        }
    }

    @Test(arguments: [
        ("two\nlines", "two<br>lines"), ("three\r\nmore", "three<br>more"), ("a|b", "a\\|b"),
        ("<b>bold<br>", "\\<b\\>bold\\<br\\>"), ("back\\slash", "back\\\\slash"), ("\\|", "\\\\\\|"),
        ("&lt;", "\\&lt;"),
        ("say \"hello\"", "say \"hello\""), ("*bold* _italic_", "\\*bold\\* \\_italic\\_"),
        ("snake_case", "snake_case"),
    ])
    func `are written in Markdown as they should be read`(text: String, markdown: String) throws {
        let table = try table(requests: ["go"], ["\(text)": [""]]).explore().table()
        #expect(table == "| state | go |\n| --- | --- |\n| \(markdown) |  |\n")
    }

    @Test func `take one line each in an outline`() throws {
        let graph = try graph()
        let outline = graph.diagram().outline(marking: "two\nlines")
        let lines = outline.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 * Self.texts.count + 1)
        #expect(lines[0] == "▸ two⏎lines")
        #expect(lines[1] == "      two⏎lines → three⏎more⏎lines")
        #expect(lines.contains("  \u{fffd}[2J"))
        #expect(lines.contains("  <b>bold<br>"))
    }

    /// All controls, those that turn the direction of letters, and what XML forbids.
    private static let hidden = (0...0x10ffff as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter(isHidden)

    @Test func `have no character that is not seen, in any text for people`() throws {
        let (name, word) = (String(String.UnicodeScalarView(Self.hidden)), Self.hidden.map { "r\($0)" })
        let model = table(
            name, requests: word,
            ["A\(name)": Array(repeating: "B\(name)", count: word.count), "B\(name)": word.map { _ in "" }])
        let graph = try model.explore()
        let other = MachineModel(
            graph.replacingCell(0, 0, with: .init(outcome: .handled, target: 1, trace: [name])), named: name)
        let difference = try #require(try model.compare(with: other).difference)
        let error = try #require(throws: ExplorationError.self) { try model.explore(limit: 1) }
        let texts = [
            "svg": graph.svg(), "page": graph.page(titled: name, named: name), "outline": graph.diagram().outline(),
            "mermaid": graph.mermaid(), "table": graph.table(), "difference": "\(difference)",
            "error": "\(error)", "model": "\(model)", "mutant": graph.mutants()[0].name,
        ]
        for (format, text) in texts { #expect(!text.unicodeScalars.contains(where: Self.isHidden), "\(format)") }
        let picture = try PictureGeometry(graph.svg())
        #expect(picture.problems == [])
        #expect(picture.boxes.count == 2)
    }

    @Test(arguments: [
        ("two\nlines", "two<br/>lines"), ("three\r\nmore", "three<br/>more"), ("<b>", "#lt;b#gt;"),
        ("\"", "#quot;"), ("a\\nb", "a#92;nb"), ("&amp;", "#amp;amp#59;"), ("a|b", "a|b"), ("_it_", "#95;it#95;"),
        ("1. a", "#49;. a"), ("- a", "#45; a"), ("1.5", "1.5"),
    ])
    func `are written in Mermaid as they should be read`(text: String, mermaid: String) throws {
        let diagram = try table(requests: ["go"], ["Start": ["\(text)"], "\(text)": [""]]).explore().mermaid()
        #expect(diagram.contains("    state \"\(mermaid)\" as "), "\(diagram)")
        let arrow = try table(requests: [text], ["Start": ["End"], "End": [""]]).explore().mermaid()
        #expect(arrow.contains("    Start --> End_2 : \(mermaid)\n"), "\(arrow)")
    }

    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"))
    func `are names that Mermaid reads`() throws {
        let names = try MermaidParser.names(in: graph().mermaid(marking: "a|b"))
        let shown = try Set(names.map { try $0.shownByMermaid() })
        for text in Self.texts {
            let visible = text.isEmpty ? "_" : Self.shown(text)  // A state without a name shows its id.
            #expect(shown.contains(visible), "\(visible.debugDescription) of \(shown)")
        }
    }
}

extension String {
    /// A text of Mermaid's parser as Mermaid draws it; it keeps entities in a form of its own until then.
    func shownByMermaid() throws -> String {
        try replacingOccurrences(of: "ﬂ°°", with: "&#", options: .literal)
            .replacingOccurrences(of: "ﬂ°", with: "&", options: .literal)
            .replacingOccurrences(of: "¶ß", with: ";", options: .literal)
            .replacingOccurrences(of: "<br/>", with: "\n").decodingEntities()
    }

    /// The text as a reader of HTML or XML shows it.
    fileprivate func decodingEntities() throws -> String {
        var text = self
        for match in text.matches(of: /&#(x?)([0-9a-f]+);/).reversed() {
            let code = try #require(UInt32(match.2, radix: match.1.isEmpty ? 10 : 16))
            text.replaceSubrange(match.range, with: String(try #require(Unicode.Scalar(code))))
        }
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&colon;", ":"), ("&amp;", "&")]
        for (entity, character) in entities {
            text = text.replacingOccurrences(of: entity, with: character, options: .literal)
        }
        return text
    }
}
