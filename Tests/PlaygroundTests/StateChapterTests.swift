import Foundation
import TestSupport
import Testing

/// The article with the State chapter of *Design Patterns*: its class diagram, which no machine draws, and its error.
@Suite(.blocking) struct `The State chapter` {
    private static let folder = Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc")
    private let article = try! Document(folder.appending(path: "TheBooksChapter.md"))

    @Test func `has a diagram of the classes in its code, with their requests and superclasses`() throws {
        let classes = article.program.matches(of: /(?ms)^ *(?:final )?class (\w+): (\w+).*?(?:^}|^    })$/)
        let svg = try String(contentsOf: Self.folder.appending(path: "tcp-classes.svg"), encoding: .utf8)
        let picture = try PictureGeometry(svg)
        #expect(picture.boxes.map(\.state) == classes.map { String($0.output.1) })
        for (box, code) in zip(picture.boxes, classes) {
            let requests = code.output.0.matches(of: /func (?!did|will)(\w+)/).map { "\($0.output.1)()" }
            #expect(box.texts.map(\.text) == [box.state] + requests)
            let parents = picture.arrows.filter { $0.source == box.state && $0.labels.isEmpty }.map(\.target)
            #expect(parents == (code.output.2.hasPrefix("Context") ? [] : [String(code.output.2)]))
        }
        #expect(picture.arrows.compactMap(\.labels.first?.text) == ["state"])
    }

    @Test func `has the figures of “Class or enum?”`() throws {
        let table = try Document(Self.folder.appending(path: "ClassOrEnum.md")).text
        let player = try #require(table.firstMatch(of: /the player above \| (\d+) \| \d+ \| \d+ \| (\d+) \|/)?.output)
        let most = try #require(table.firstMatch(of: /hooks of its own \| (\d+) \| \d+ \| ([\d.]+) \|/)?.output)
        let least = try #require(table.firstMatch(of: /with the same code \| (\d+) \| \d+ \| ([\d.]+) \|/)?.output)
        let new = try #require(table.firstMatch(of: /new state each time \| (\d+) \|/)?.1)
        #expect(article.text.contains("\(player.1) lines, its enum \(player.2)."))
        #expect(article.text.contains("\(least.1) to \(most.1) ns, an enum's \(least.2) to \(most.2) ("))
        #expect(article.text.contains("\(new) ns, to a kept one \(least.1) to \(most.1)."))
    }

    @Test func `quotes what the compiler says about a state in a static property`() throws {
        let fences = article.fences.filter { $0.label == "fails" }.map(\.text)
        let compiled = try Program.compileAndRun(article.program + fences[0])
        #expect(compiled.status != 0)
        #expect(compiled.errors.contains("error: " + fences[1].replacing("\n", with: " ")), "\(compiled.errors)")
    }
}
