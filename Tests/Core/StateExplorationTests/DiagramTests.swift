import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite(.blocking) struct `Drawing a graph` {
    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"))
    func `Mermaid reads a diagram with states that are called as words of its language`() throws {
        let words = [
            "Default", "Note", "State", "Style", "Class", "Scale", "Click", "ClassDef", "AccTitle", "AccDescr", "End",
            "As", "Fork", "Join", "Choice", "Hide", "Direction", "Statement", "1x", "",
        ]
        let names = try MermaidParser.names(in: chart(words, words) { $1 }.explore().mermaid(marking: "Note"))
        #expect(names.count >= words.count)
    }

    @Test
    func `a superstate that is also a state is drawn inside itself, so that its arrows are not those of all`()
        throws
    {
        let house = table(
            "house", requests: ["in", "out", "x"],
            ["House": ["House/Room", "", "Garden"], "House/Room": ["", "House", ""], "Garden": ["House", "", ""]])
        let graph = try house.explore()
        #expect(
            graph.diagram().outline(marking: "House") == """
                  House
                ▸   House
                        in → House/Room
                        x → Garden
                    Room
                        out → House/House
                  Garden
                      in → House/House

                """)
        #expect(graph.mermaid().contains("    House_House --> Garden : x\n"))
    }

    @Test func `an identifier stands for one state only, and is no word of the language`() throws {
        let mermaid = try table(
            requests: ["go", "x"], ["a+b": ["a-b", "end"], "a-b": ["", ""], "end": ["", ""]]
        ).explore().mermaid()
        #expect(mermaid.contains("state \"a+b\" as a_b\n"))
        #expect(mermaid.contains("state \"a-b\" as a_b_2\n"))
        #expect(mermaid.contains("state \"end\" as end_2\n"))
    }
}
