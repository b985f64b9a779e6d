import Foundation
import TestSupport
import Testing

/// The tutorial in the documentation of the core: its programs, its pages and its questions.
@Suite(.blocking) struct `The tutorial` {
    @Test(arguments: pages.flatMap(\.programs))
    func `a step compiles without a warning, runs, prints what its comments say, and draws its pictures`(
        _ program: TutorialProgram
    ) throws {
        func file(_ name: String) -> URL { folder.appending(path: "Resources/\(name)") }
        let name = try #require(program.files["main.swift"])
        var main = try Document(file(name))
        main.drawings = drawings.filter { $0.program == name }
        let output = Document.printed(by: main.text)
        #expect(!output.isEmpty)
        let others = program.files.filter { $0.key != "main.swift" }.values.sorted()
        let result = try Program.compileAndRun(
            main.text + main.drawingProgram, options: others.map { file($0).path(percentEncoded: false) })
        #expect(try result == Program.Result(output: output + main.drawn))
    }

    @Test func `the pages show all programs and all pictures that are there, and no others`() throws {
        let programs = Set(pages.flatMap { $0.steps.map(\.file) })
        #expect(programs.sorted() == names(withExtension: "swift"))
        #expect(programs == Set(pages.flatMap { $0.programs.flatMap(\.files.values) }), "One does not run.")
        #expect(Set(drawings.map(\.program)).isSubset(of: programs))
        let earlier = pages.flatMap { $0.text.matches(of: /\bpreviousFile: ([^,)\s]+)/).map { String($0.output.1) } }
        #expect(!earlier.isEmpty && Set(earlier).isSubset(of: programs))
        let pictures = pages.flatMap { $0.text.matches(of: /\bsource: ([^,)\s]+)/).map { String($0.output.1) } }
        #expect(Set(pictures).sorted() == names(withExtension: "svg"))
    }

    @Test func `each page but the table of contents is in it, and asks two or three questions`() throws {
        let contents = try #require(pages.first { $0.name == "TableOfContents" })
        let listed = contents.text.matches(of: /tutorial: "doc:(\w+)"/).map { String($0.output.1) }
        #expect(listed.sorted() == pages.map(\.name).filter { $0 != contents.name })
        for page in pages where page.name != contents.name {
            #expect((2...3).contains(page.questions.count), "\(page)")
        }
    }

    @Test(arguments: pages.flatMap(\.questions))
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

    var testDescription: String { name }

    /// The files that the steps show: each with its name in the reader's folder.
    var steps: [(name: String, file: String)] {
        text.matches(of: /@Code\(name: "([^"]+)", file: ([^,)\s]+)/).map { (String($0.output.1), String($0.output.2)) }
    }

    /// The programs that a reader has one after the other: the latest of each file, when no new `main.swift` follows.
    var programs: [TutorialProgram] {
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

private let path = "Sources/Core/StatePattern/StatePattern.docc/Tutorial"
private let folder = Program.package.appending(path: path)
private let pages = Document.files(below: path, withExtension: "tutorial").map { try! Page($0) }

/// The pictures, each with the program that draws it.
private let drawings = try! Document(folder.appending(path: "Resources/drawings.txt")).drawings

/// The names of the programs or pictures next to the pages, in order.
private func names(withExtension pathExtension: String) -> [String] {
    Document.files(below: path + "/Resources", withExtension: pathExtension).map(\.lastPathComponent)
}
