import Foundation
import TestSupport
import Testing

/// Whatever the project shows people has to compile, to run, and to print what is said that it prints.
@Suite(.blocking) struct `Documents` {
    @Test(arguments: [try! Document(Program.package.appending(path: "README.md"))] + articles)
    func `the code in an article runs and prints what the article says`(_ article: Document) throws {
        guard !article.program.isEmpty else { return }
        let result = try Program.compileAndRun(article.program + article.drawingProgram)
        #expect(try result == Program.Result(output: article.output + article.drawn))
    }

    @Test func `every picture of an article is drawn by a machine, and is shown`() throws {
        let pages = try Document.files(below: "Sources", withExtension: "tutorial").map { try Document($0) }
        let tutorial = try Document(Page.resource("drawings.txt"))
        let drawn = (articles + sources + [tutorial]).flatMap(\.drawings).map(\.file.lastPathComponent)
        let shown = (articles + pages).map(\.text).joined()
        for picture in Document.files(below: "Sources", withExtension: "svg") {
            let name = picture.lastPathComponent
            #expect(drawn.count { $0 == name } == (drawnElsewhere.contains(name) ? 0 : 1), "\(name)")
            if !name.hasPrefix("order-") {  // A sequence of calls is no chart.
                #expect(try PictureGeometry(String(contentsOf: picture, encoding: .utf8)).problems == [], "\(name)")
            }
            #expect(shown.contains("](\(name))") || shown.contains("source: \(name)"), "\(name)")
        }
    }

    /// Fences with the label `MainActor` are code of a module with that actor as its default isolation.
    @Test(arguments: articles.filter { $0.fences.contains { $0.label == "MainActor" } })
    func `code for a module with the main actor as its default isolation compiles there`(_ article: Document) throws {
        let source = article.fences.filter { $0.label == "MainActor" }.map(\.text).joined(separator: "\n")
        #expect(try Program.compileAndRun(source, options: ["-default-isolation", "MainActor"]) == Program.Result())
    }

    @Test(arguments: articles.filter { $0.fences.contains { elsewhere.contains($0.label) } })
    func `code for what is not here has no syntax errors`(_ article: Document) throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "main.swift")
            let source = article.fences.filter { elsewhere.contains($0.label) }.map(\.text).joined(separator: "\n")
            try source.write(to: file, atomically: true, encoding: .utf8)
            #expect(
                try Program.swift().run(["-swift-version", "6", "-parse", file.path(percentEncoded: false)])
                    == Program.Result())
        }
    }

    @Test func `the code in README does the same in such a module`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let result = try Program.compileAndRun(readme.program, options: ["-default-isolation", "MainActor"])
        #expect(result == Program.Result(output: readme.output))
    }

    @Test(arguments: examples)
    func `an example in a documentation comment runs and prints what it says`(file: String, text: String) throws {
        #expect(try Program.compileAndRun(text) == Program.Result(output: Document.printed(by: text)))
    }

    @Test(arguments: pages)
    func `a page of the playground prints what its comments say`(name: String) throws {
        let output = Document.printed(by: try String(contentsOf: contents(of: name), encoding: .utf8))
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
                let isParameter = match.output.body.contains(try Regex("^[\\w, ]*\\b\(name)\\b[\\w, ]* in\\b"))
                #expect(
                    !usesMachine || list.contains(" \(name)") || isParameter,
                    "\(file.lastPathComponent): \(match.output.0)")
            }
        }
        #expect(observers > 10)
    }

    @Test func `every page of the playground is in its contents`() throws {
        let folder = Program.package.appending(path: "Playground/StatePattern.playground/Pages")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(files.map { $0.replacing(".xcplaygroundpage", with: "") }.sorted() == pages.sorted())
    }

    /// Xcode's playgrounds see products of the package, and no other targets.
    @Test func `a page of the playground imports products only, and says which page comes next`() throws {
        let manifest = try String(contentsOf: Program.package.appending(path: "Package.swift"), encoding: .utf8)
        let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map(\.output.1)
        for (index, page) in pages.enumerated() {
            let text = try String(contentsOf: contents(of: page), encoding: .utf8)
            for imported in text.matches(of: /(?m)^import (\w+)/).map(\.output.1) where imported != "Foundation" {
                #expect(products.contains(imported), "\(page)")
            }
            #expect(text.contains("Page \(index + 1) of \(pages.count)"), "\(page)")
            #expect(text.contains("](@next)") == (index + 1 < pages.count), "\(page)")
        }
    }

    @Test func `every link in README leads to a file or a heading`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let links = readme.text.matches(of: /\]\(([^)]+)\)|src="([^"]+)"/).map { $0.output.1 ?? $0.output.2 ?? "" }
        for link in links where !link.hasPrefix("https://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? readme.file : Program.package.appending(path: parts[0])
            #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(link)")
            guard parts.count == 2 else { continue }
            let headings = try Document(file).text.matches(of: /(?m)^#+ (.+)$/).map {
                $0.output.1.lowercased().replacing(" ", with: "-")
            }
            #expect(headings.contains(parts[1]), "\(link)")
        }
        #expect(links.count > 20)
    }
}

/// The pages of the playground, in the order in which Xcode shows them.
private let pages: [String] = {
    let file = Program.package.appending(path: "Playground/StatePattern.playground/contents.xcplayground")
    return (try! String(contentsOf: file, encoding: .utf8)).matches(of: /page name="(\w+)"/).map { String($0.output.1) }
}()

private func contents(of page: String) -> URL {
    Program.package.appending(path: "Playground/StatePattern.playground/Pages/\(page).xcplaygroundpage/Contents.swift")
}

/// The pictures that `swift package draw` or another test compares with the machine: see `.ci/run`, `The pictures of the
/// machines`, `The picture of an evening`, `The State chapter` and `The pictures of order`.
private let drawnElsewhere = [
    "Playback-Player.svg", "Sockets-Socket.svg", "CheckoutFlow-Checkout.Flow.svg", "Messaging-TokenGate.svg",
    "evening.svg", "bookshop.svg", "tcp-classes.svg", "order-by-hand.svg", "order-by-context.svg",
    "order-of-bubbling.svg", "order-of-hooks.svg",
]

/// The labels of fences with code for frameworks and packages that are not here.
private let elsewhere = ["AVFoundation", "GameplayKit", "Network", "SwiftState", "UIKit", "view"]

private let articles = Document.files(below: "Sources", withExtension: "md").map { try! Document($0) }

private let sources = Document.files(below: "Sources", withExtension: "swift").map { try! Document($0) }

private let examples = sources.flatMap { document in
    document.fences.filter { $0.language == "swift" }.map { ("\(document)", $0.text) }
}
