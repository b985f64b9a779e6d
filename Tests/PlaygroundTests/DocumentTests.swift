import Foundation
import TestSupport
import Testing

/// Whatever the project shows people has to compile, to run, and to print what is said that it prints.
@Suite(.blocking) struct `Documents` {
    @Test(arguments: [try! Document(Program.package.appending(path: "README.md"))] + articles)
    func `the code in an article runs and prints what the article says`(_ article: Document) throws {
        guard !article.program.isEmpty else { return }
        let result = try Program.compileAndRun(article.program)
        #expect(result == Program.Result(output: article.output))
    }

    /// Fences with the label `MainActor` are code of a module whose default isolation is that actor.
    @Test(arguments: articles.filter { $0.fences.contains { $0.label == "MainActor" } })
    func `code for a module whose default isolation is the main actor compiles there`(_ article: Document) throws {
        let source = article.fences.filter { $0.label == "MainActor" }.map(\.text).joined(separator: "\n")
        let options = ["-default-isolation", "MainActor", "-warnings-as-errors"]
        #expect(try Program.compileAndRun(source, options: options) == Program.Result())
    }

    @Test(arguments: examples)
    func `an example in a documentation comment runs and prints what it says`(_ example: Example) throws {
        let result = try Program.compileAndRun(example.text)
        let output = Document.printed(by: example.text)
        #expect(result == Program.Result(output: output))
    }

    @Test(arguments: ["ThePattern", "ClassOrEnum", "ModulesThatObserve", "Flows", "WhoOwnsTheSession"])
    func `a page of the playground prints what its comments say`(name: String) throws {
        let page = Program.package.appending(
            path: "Playground/StatePattern.playground/Pages/\(name).xcplaygroundpage/Contents.swift")
        let output = Document.printed(by: try String(contentsOf: page, encoding: .utf8))
        #expect(output.split(separator: "\n").count >= 5)
        #expect(try Program(product: name).run() == Program.Result(output: output))
    }

    @Test func `no page, article or example shows an observer that keeps its own machine alive`() throws {
        let pages = Document.files(below: "Playground/StatePattern.playground", withExtension: "swift")
        let articles = Document.files(below: "Sources", withExtension: "md")
        let sources = Document.files(below: "Sources", withExtension: "swift")
        let readme = Program.package.appending(path: "README.md")
        var observers = 0
        for file in pages + articles + sources + [readme] {
            let text = try String(contentsOf: file, encoding: .utf8).replacing("/// ", with: "")
            for match in text.matches(
                of: /(?m)\b(\w+)(?:\.flow)?\.observe\w*(?:\([^)]*\))? \{(?<list> \[[^\]]*\])?(?<body>[^}]*)/)
            {
                observers += 1
                let (name, list) = (match.output.1, match.output.list ?? "")
                let usesMachine = match.output.body.contains(try Regex("\\b\(name)\\."))
                #expect(!usesMachine || list.contains(" \(name)"), "\(file.lastPathComponent): \(match.output.0)")
            }
        }
        #expect(observers > 10)
    }

    @Test func `every page of the playground is in its contents, and a program`() throws {
        let playground = Program.package.appending(path: "Playground/StatePattern.playground")
        let contents = try String(contentsOf: playground.appending(path: "contents.xcplayground"), encoding: .utf8)
        let pages = try FileManager.default.contentsOfDirectory(atPath: playground.appending(path: "Pages").path())
        #expect(contents.matches(of: /page name="/).count == pages.count)
        for page in pages {
            let name = page.replacing(".xcplaygroundpage", with: "")
            #expect(contents.contains("page name=\"\(name)\""))
            #expect(FileManager.default.isExecutableFile(atPath: Program.products.appending(path: name).path()))
        }
    }

    @Test func `a package that depends on this one as the README says builds and runs`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let manifest = try #require(readme.fences.first { $0.label == "Package.swift" })
        try Program.withTemporaryFolder { folder in
            let files = FileManager.default
            let sources = folder.appending(path: "Jukebox/Sources/Jukebox")
            try files.createDirectory(at: sources, withIntermediateDirectories: true)
            try files.createSymbolicLink(
                at: folder.appending(path: "state-pattern"), withDestinationURL: Program.package)
            try manifest.text.write(
                to: folder.appending(path: "Jukebox/Package.swift"), atomically: true, encoding: .utf8)
            try "import Playback\nprint(Player().play())\n".write(
                to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
            let swift = Program.swift("swift", in: folder.appending(path: "Jukebox"))
            let built = try swift.run(["build"])
            try #require(built.status == 0, "\(built.output)\(built.errors)")
            #expect(!built.output.contains("warning:"))
            let ran = try Program(at: folder.appending(path: "Jukebox/.build/debug/Jukebox")).run()
            #expect(ran == Program.Result(output: "unhandled\n"))
        }
    }
}

/// A fence in a documentation comment.
struct Example: CustomTestStringConvertible, Sendable {
    let file: String
    let text: String
    var testDescription: String { file }
}

private let articles = Document.files(below: "Sources", withExtension: "md").map { try! Document($0) }

private let examples = Document.files(below: "Sources", withExtension: "swift").flatMap { file in
    let document = try! Document(file)
    return document.fences.filter { $0.language == "swift" }.map { Example(file: "\(document)", text: $0.text) }
}
