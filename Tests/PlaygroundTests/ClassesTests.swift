import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground prints the classes of a chart` {
    /// The result for a file of this name with these bytes.
    private func classes(_ name: String, _ bytes: Data, _ options: String...) throws -> Program.Result {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: name)
            try bytes.write(to: file)
            return try command.run(["classes", file.path(percentEncoded: false)] + options)
        }
    }

    @Test func `the same ones for each language that a graph is written in`() throws {
        let texts = try ["scxml", "mermaid", "json"].map { format in
            let graph = try command.run(["graph", "turnstile", "--format", format]).output
            return try classes("my-turnstile 2.txt", Data(graph.utf8))
        }
        #expect(texts[0].output.contains("\nfinal class MyTurnstile2: Context<MyTurnstile2.State> {\n"))
        #expect(texts[0].errors == "" && texts[0].status == 0)
        #expect(texts[1].output.contains("class Unlocked: State"))
        #expect(texts[2] == texts[0])
    }

    @Test(arguments: [("7 doors.mmd", "Doors"), ("門.mmd", "門"), ("1.mmd", "Machine")])
    func `with the name of the file, or one that is given`(file: String, name: String) throws {
        let text = "stateDiagram-v2\nA --> B : go"
        #expect(try classes(file, Data(text.utf8)).output.contains("final class \(name): "))
        #expect(try classes(file, Data(text.utf8), "--name", "Door").output.contains("final class Door: "))
    }

    @Test func `and names what no class expresses, in the file and on standard error`() throws {
        let result = try classes("door.mmd", Data("stateDiagram-v2\nstate c <<fork>>\nA --> c : go".utf8))
        let gap = "line 2: <<fork>> is not supported: “c” is a state"
        #expect(result.status == 0 && result.errors.contains("/door.mmd”, \(gap)"))
        #expect(result.output.contains("// Not expressed: \(gap)"))
    }

    @Test(
        arguments: [
            (
                Data("<scxml>\n<state id='A' initial='B'/></scxml>".utf8),
                "line 2: There is no state “B”; nothing lies in “A”."
            ),
            (Data("flowchart TD".utf8), "line 1: “flowchart TD” is no state diagram"),
            (Data("{".utf8), "This is no graph of a machine"),
            (Data([0xff, 0xfe, 0x3c, 0]), "is not UTF-8"),
            (Data(repeating: 0x20, count: 6 << 20), "A chart has at most 4 MiB"),
        ])
    func `or says in a sentence that a file is no chart`(bytes: Data, sentence: String) throws {
        let result = try classes("door.txt", bytes)
        #expect(result.status == 65 && result.output == "" && result.errors.contains(sentence))
    }

    @Test func `or that it cannot be read`() throws {
        let result = try command.run(["classes", "/nosuch"])
        #expect(result.status == 66 && result.errors == "playground: there is no file “/nosuch” that could be read\n")
    }
}
