import Foundation
import TestSupport
import Testing

/// The tutorial in the documentation of the core: its programs, its pages and its questions.
@Suite(.blocking) struct `The tutorial` {
    @Test(arguments: Page.all.flatMap(\.programs))
    func `a step compiles without a warning, runs, prints what its comments say, and draws its pictures`(
        _ program: TutorialProgram
    ) throws {
        let name = try #require(program.files["main.swift"])
        var main = try Document(Page.resource(name))
        main.drawings = drawings.filter { $0.program == name }
        let output = Document.printed(by: main.text)
        #expect(!output.isEmpty)
        let others = program.files.filter { !["main.swift", "Package.swift"].contains($0.key) }.values.sorted()
        let result = try Program.compileAndRun(
            main.text + main.drawingProgram, options: others.map { Page.resource($0).path(percentEncoded: false) })
        #expect(try result == Program.Result(output: output + main.drawn))
    }

    @Test func `the pages show all programs and all pictures that are there, and no others`() throws {
        let pages = Page.all
        let programs = Set(pages.flatMap { $0.steps.map(\.file) })
        #expect(programs.sorted() == names(withExtension: "swift"))
        let run = pages.flatMap { $0.isAboutPackage ? $0.steps.map(\.file) : $0.programs.flatMap(\.files.values) }
        #expect(programs == Set(run), "One does not run.")
        #expect(Set(drawings.map(\.program)).isSubset(of: programs))
        let earlier = pages.flatMap { $0.text.matches(of: /\bpreviousFile: ([^,)\s]+)/).map { String($0.output.1) } }
        #expect(!earlier.isEmpty && Set(earlier).isSubset(of: programs))
        let pictures = pages.flatMap { $0.text.matches(of: /\bsource: ([^,)\s]+)/).map { String($0.output.1) } }
        #expect(Set(pictures).sorted() == names(withExtension: "svg"))
    }

    @Test func `a step adds at most 25 lines to the file before it`() throws {
        func lines(_ name: String) throws -> [String] {
            try String(contentsOf: Page.resource(name), encoding: .utf8).components(separatedBy: "\n")
        }
        var shown: Set<String> = []
        for page in Page.all.sorted(by: { $0.steps.first?.file ?? "" < $1.steps.first?.file ?? "" }) {
            for step in page.steps where shown.insert(step.file).inserted {
                guard let previous = step.previous else { continue }
                let added = try lines(step.file).difference(from: lines(previous)).insertions.count
                #expect(added <= 25, "\(step.file)")
            }
        }
        #expect(shown.count > 50)
    }

    @Test func `each page is linked for those who read it without the site`() throws {
        let readme = try Document(Page.folder.appending(path: "README.markdown")).text
        for page in Page.all { #expect(readme.contains("](\(page.name).tutorial)"), "\(page)") }
    }

    @Test func `each page but the table of contents is in it, and asks two or three questions`() throws {
        let (pages, contents) = try (Page.all, Page.named("TableOfContents"))
        let listed = contents.text.matches(of: /tutorial: "doc:(\w+)"/).map { String($0.output.1) }
        #expect(listed.sorted() == pages.map(\.name).filter { $0 != contents.name })
        for page in pages where page.name != contents.name {
            #expect((2...3).contains(page.questions.count), "\(page)")
        }
    }

    @Test(arguments: Page.all.flatMap(\.questions))
    func `a question has one correct choice among several, each with its justification`(_ question: Question) {
        #expect(question.choices.count >= 2)
        #expect(question.choices.filter { $0.contains("(isCorrect: true)") }.count == 1)
        for choice in question.choices {
            let reason = choice.firstMatch(of: /@Justification\(reaction: "[^"]+"\) \{([^}]*)\}/)?.output.1
            #expect(reason?.contains(/\w/) == true, "\(choice)")
        }
    }
}

/// A file of the tutorial.
struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String

    init(_ file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        text = try String(contentsOf: file, encoding: .utf8)
    }

    static let folder = Program.package.appending(path: path)
    static let all = Document.files(below: path, withExtension: "tutorial").map { try! Page($0) }
    fileprivate static let path = "Sources/Core/StatePattern/StatePattern.docc/Tutorial"

    static func named(_ name: String) throws -> Page { try #require(all.first { $0.name == name }) }

    /// A program or picture next to the pages.
    static func resource(_ name: String) -> URL { folder.appending(path: "Resources/\(name)") }

    var testDescription: String { name }

    /// True for the page with files in several folders: they are built as a package.
    var isAboutPackage: Bool { steps.contains { $0.name.contains("/") } }

    /// The files that the steps show: each with its name in the reader's folder, and the file that it is compared with.
    var steps: [(name: String, file: String, previous: String?)] {
        var latest: [String: String] = [:]
        return text.matches(of: /@Code\(name: "([^"]+)", file: ([^,)\s]+)(?:, previousFile: ([^,)\s]+))?/).map {
            let (name, file) = (String($0.output.1), String($0.output.2))
            defer { latest[name] = file }
            return (name, file, $0.output.3.map(String.init) ?? latest[name])
        }
    }

    /// The programs that a reader has one after the other: the latest of each file, when no new `main.swift` follows.
    var programs: [TutorialProgram] {
        guard !isAboutPackage else { return [] }
        var files: [String: String] = [:]
        let steps = steps
        return steps.enumerated().compactMap { index, step in
            files[step.name] = step.file
            let isFollowedByMain = step.name != "main.swift" && steps.dropFirst(index + 1).first?.name == "main.swift"
            return isFollowedByMain ? nil : TutorialProgram(testDescription: step.file, files: files)
        }
    }

    var questions: [Question] {
        text.split(separator: "@MultipleChoice {").dropFirst().map { Question(text: String($0)) }
    }
}

/// The files of a program, by their names in the reader's folder.
struct TutorialProgram: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String]
}

/// A question at the end of a page.
struct Question: CustomTestStringConvertible, Sendable {
    let text: String

    var testDescription: String {
        text.split(separator: "\n").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    var choices: [String] { text.split(separator: "@Choice").dropFirst().map(String.init) }
}

/// The pictures, each with the program that draws it.
private let drawings = try! Document(Page.resource("drawings.txt")).drawings

/// The names of the programs or pictures next to the pages, in order.
private func names(withExtension pathExtension: String) -> [String] {
    Document.files(below: Page.path + "/Resources", withExtension: pathExtension).map(\.lastPathComponent)
}
