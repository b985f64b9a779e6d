import Foundation
import TestSupport
import Testing

@testable import StateClasses

/// A document after what the specifications of SCXML and Mermaid show, with the outline of its chart.
struct ChartDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let outline: String

    /// The documents of the fixture: a title behind `==`, the text, and behind `->` the outline.
    static let all: [ChartDocument] = {
        let file = Program.package.appending(path: "Tests/Core/StateClassesTests/Fixtures/documents.txt")
        let text = try! String(contentsOf: file, encoding: .utf8)
        return "\n\(text)".split(separator: "\n== ").map { document in
            let lines = document.split(separator: "\n", maxSplits: 1).map(String.init)
            let parts = lines[1].split(separator: "\n->\n", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let isCRLF = lines[0].hasSuffix("(CRLF)")
            return ChartDocument(
                testDescription: lines[0],
                text: isCRLF ? "\u{feff}" + parts[0].replacing("\n", with: "\r\n") : parts[0],
                outline: parts[1].trimmingCharacters(in: .newlines))
        }
    }()

    /// The chart of a text in any of the languages.
    static func chart(_ text: String) throws(ChartError) -> Chart {
        switch text.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }) {
        case "<": try Chart(scxml: text)
        case "{": try Chart(json: text)
        default: try Chart(mermaid: text)
        }
    }
}

@Suite struct `Reading a chart` {
    @Test(arguments: ChartDocument.all) func `keeps what the document says, or names it`(_ document: ChartDocument)
        throws
    {
        #expect(try ChartDocument.chart(document.text).outline == document.outline)
    }

    /// The error about a text; `nil` if it is a chart.
    private func error(_ text: String) -> String? {
        do {
            _ = try ChartDocument.chart(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let names = "xmlns=\"http://www.w3.org/2005/07/scxml\""

    @Test(arguments: [
        (#"<state id="A"><transition target="B"/></state>"#, "line 2: There is no state “B”; there is A."),
        ("<state id=\"A\"/>\n<state id=\"A\"/>", "line 3: “A” is on line 2 already; a name is given once."),
        (
            #"<state id="A" initial="B"/><state id="B"/>"#,
            "line 2: “B” does not lie in “A”; nothing lies in “A”."
        ),
        (
            #"<state id="A" initial="A"><state id="B"/></state>"#,
            "line 2: “A” does not lie in “A”; there is B."
        ),
        (#"<state id="A B"/>"#, "line 2: The id “A B” is no name; a name is one word."),
        (
            #"<final id="A"><transition target="A"/></final>"#,
            "line 2: “A” is final, so nothing leads out of it; make it a state."
        ),
        (
            #"<state id="A"><history id="H"><transition event="e" target="A"/></history></state>"#,
            "line 2: The history “H” takes one transition with a target alone, to begin in when there is nothing to"
                + " remember."
        ),
        (
            #"<state id="A"><history id="H"><transition target="B"/></history></state><state id="B"/>"#,
            "line 2: “B” does not lie in the history “H”; there is H."
        ),
        (
            #"<state id="A"><transition target="B C"/><state id="B"/><state id="C"/></state>"#,
            "line 2: “B”, “C” are never active together; several targets lie in one parallel’s regions."
        ),
        ("<transition/>", "line 2: <transition> cannot stand here; <scxml> has <state>, <parallel> and <final>."),
        (
            "<state><stat/></state>",
            "line 2: <stat> cannot stand here; a state has <state>, <parallel>, <final>, <history>, <initial>,"
                + " <transition>, <onentry> and <onexit>."
        ),
        ("<state>", "line 3: A tag ends that did not begin here, or the other way round."),
        ("<state id='A' id='B'/>", "line 2: An attribute is given twice."),
        ("<state id='&who;'/>", "line 2: There are no entities but &amp;, &lt;, &gt;, &quot; and &apos;."),
        ("<s:state/>", "line 2: A prefix has no namespace; declare it with xmlns."),
        ("", "There is no state; a chart has one at least."),
    ]) func `says where SCXML is wrong, and what is possible`(text: String, sentence: String) {
        #expect(error("<scxml \(Self.names)>\n\(text)\n</scxml>") == sentence)
    }

    @Test(
        arguments: [
            (
                "A --> B\nA -> B",
                "line 3: “A -> B” is no name of a state; a statement is A --> B : event, A : text, or state \"text\" as A."
            ),
            (
                "A\n---",
                "line 3: “---” is no name of a state; a statement is A --> B : event, A : text, or state \"text\" as A."
            ),
            ("state \"text\"", "line 2: A state with a text has a name as well: state \"text\" as name."),
            ("state A {\nB --> C", "line 2: This brace is never closed; write } on a line."),
            ("A\n}", "line 3: This brace closes nothing; a brace opens behind a state."),
            (
                "state A {\nB\n}\nstate C {\nD --> B\n}",
                "line 6: “B” lies in “A” already; write what leads there outside of both."
            ),
            ("[*] --> A\nstate X {\n[*] --> A\n}\nstate X {\nstate A {\nX\n}\n}", nil),
            ("note left of A\nfor ever", "line 2: This note never ends."),
            ("accDescr {", "line 2: This description never ends."),
            ("%%{init:", "line 2: This directive never ends."),
            ("", "There is no state; a chart has one at least."),
        ] as [(String, String?)])
    func `says where a diagram is wrong, and what is possible`(text: String, sentence: String?) {
        #expect(error("stateDiagram-v2\n\(text)") == sentence)
    }

    @Test(arguments: [
        ("", "The text is empty; the first line is stateDiagram-v2."),
        ("flowchart TD\nA --> B", "line 1: “flowchart TD” is no state diagram; the first line is stateDiagram-v2."),
        ("---\ntitle: x", "line 1: The front matter never ends."),
        ("<html/>", "line 1: <html> is no SCXML; a chart begins with <scxml>."),
        ("<scxml xmlns='urn:other'/>", "line 1: <scxml> is no SCXML; a chart begins with <scxml>."),
        ("<!-- nothing -->", "line 1: The document is empty; a chart begins with <scxml>."),
        ("{", "This is no graph of a machine: The given data was not valid JSON."),
        (
            #"{"id":"A","invoke":{"src":"b"}}"#,
            "This is no graph of a machine: There is no “initial”. A configuration of XState is not read; export it as Mermaid or SCXML."
        ),
        (#"{"initial":"A","requests":[],"states":[]}"#, "This is no graph of a machine: There are no states."),
    ]) func `says that a text is no chart`(text: String, sentence: String) {
        #expect(error(text) == sentence)
    }

    @Test(arguments: [
        (
            "<!DOCTYPE s [<!ENTITY a 'b'>]><scxml/>",
            "line 1: A chart has no DOCTYPE and no entities; write the texts themselves."
        ),
        (
            "<?xml version='1.0'?>\n<!-- x -->\n<!DOCTYPE s SYSTEM 'file:///etc/passwd'>\n<scxml/>",
            "line 3: A chart has no DOCTYPE and no entities; write the texts themselves."
        ),
        (
            "<scxml><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd'/></scxml>",
            "line 1: Other files are not read; put the text in place of the include."
        ),
        ("<scxml>" + String(repeating: "<state>", count: 9_000), "line 1: Elements are nested at most 100 deep."),
        (
            "<scxml><state>"
                + String(repeating: "<transition event='*'/><transition event='a b c d e f g' cond='x'/>", count: 9_000)
                + "</state></scxml>", "line 1: A chart has at most 20000 transitions."
        ),
        ("stateDiagram\n" + (0..<10_001).map { "A\($0);" }.joined(), "line 2: A chart has at most 10000 states."),
        (
            "<scxml><parallel>" + String(repeating: "<state/>", count: 101) + "</parallel></scxml>",
            "line 1: A state has at most 100 regions."
        ),
        ("<\0s\0c\0", "XML has no character 0."),
        ("<scxml>" + String(repeating: " ", count: 4 << 20), "A chart has at most 4 MiB."),
        (
            "stateDiagram\n" + String(repeating: "state A {\n", count: 9_000),
            "line 102: States are nested at most 100 deep."
        ),
        (
            "stateDiagram\n" + (0..<200).map { "state A\($0) {\nA\($0 + 1)\n}\n" }.joined(),
            "line 300: States are nested at most 100 deep."
        ),
        (
            "stateDiagram\nA --> A : " + String(repeating: "a,", count: 30_000),
            "line 2: A chart has at most 20000 transitions."
        ),
        (
            #"{"initial":"\#(String(repeating: "/", count: 60))","requests":[],"states":[{"name":"\#(String(repeating: "/", count: 60))","isExplored":true,"cells":[]}]}"#,
            "States are nested at most 50 deep."
        ),
    ]) func `refuses a hostile text in a sentence`(text: String, sentence: String) {
        #expect(error(text) == sentence)
    }

    @Test func `names what a graph has and a chart has not`() throws {
        let text = """
            {"initial":"A","requests":["go","no","never"],"states":[
            {"name":"A","isExplored":true,"cells":[{"request":"go","target":"B","outcome":"transitioned","trace":["x"]},
            {"request":"no","target":"A","outcome":"refused","trace":[]},
            {"request":"never","target":"A","outcome":"unhandled","trace":[]}]},
            {"name":"B","isExplored":false,"cells":[]},{"name":"C","isExplored":false,"cells":[]}]}
            """
        #expect(
            try Chart(json: text).outline == """
                → A
                A
                  go → B / log “x”
                B
                ! 1: no request leads to “C”, which is left out
                ! 1: “no” is refused, which is unhandled here, in A
                ! 1: “never” is handled in no state
                """)
    }
}
