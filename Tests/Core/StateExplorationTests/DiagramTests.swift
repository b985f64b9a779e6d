import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite(.blocking) struct `Drawing a graph` {
    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"), arguments: samples)
    func `Mermaid reads the diagram, and finds every state`(_ sample: Sample) throws {
        let graph = try sample.model().explore()
        let names = try MermaidParser.names(in: graph.mermaid(marking: graph.states[0]))
        // Mermaid decodes an entity when it draws.
        for state in graph.states {
            let name = String(state.split(separator: "/").last ?? "").replacing("\"", with: "#quot;")
            #expect(names.contains(name))
        }
    }

    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"))
    func `Mermaid reads a diagram with states that are called as words of its language`() throws {
        let words = [
            "Default", "Note", "State", "Style", "Class", "Scale", "Click", "ClassDef", "AccTitle", "AccDescr", "End",
            "As", "Fork", "Join", "Choice", "Hide", "Direction", "Statement", "1x", "",
        ]
        let system = MachineModel(
            { "Default" }, named: "words",
            requests: .init(words) { word, request in
                word = request
                return .transitioned
            },
            state: { $0 })
        let names = try MermaidParser.names(in: system.explore().mermaid(marking: "Note"))
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
        let mermaid = try strange.explore().mermaid()
        #expect(mermaid.contains("state \"a+b\" as a_b\n"))
        #expect(mermaid.contains("state \"a-b\" as a_b_2\n"))
        #expect(mermaid.contains("state \"end\" as end_2\n"))
    }
}

/// States and requests with names that mean something to the languages they are written in.
private var strange: MachineModel<String> {
    table(
        "strange", requests: ["say \"a;b\"", "to: #1", "x|y"],
        [
            "a+b": ["a-b", "end", "a \\ \"b\"/c"], "a-b": ["", "a+b", ""], "end": ["", "", ""],
            "a \\ \"b\"/c": ["", "a+b", ""],
        ])
}

private let samples = [Sample("door") { door }, Sample("strange names") { strange }]
