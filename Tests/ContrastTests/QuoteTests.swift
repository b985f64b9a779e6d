import Foundation
import TestSupport
import Testing

@testable import Contrast

/// The code that “Class or enum?” shows of machines; `.ci/sizes` counts its lines.
@Suite struct `The article` {
    private static let article = Program.package.appending(
        path: "Sources/Core/StatePattern/StatePattern.docc/ClassOrEnum.md")

    /// Otherwise the lines that a reader counts there would be others.
    @Test(arguments: ["Player/PlayerAsClasses", "Player/PlayerAsEnum", "EnumRunner"])
    func `shows the players and the runner of these tests`(name: String) throws {
        let code = try SourceFile("Playground/Contrast/\(name).swift").countedLines
        let fences = try Document(Self.article).fences
        #expect(fences.contains { SourceFile(text: $0.text).countedLines == code })
    }

    /// A fence with a path as its label shows lines of that file.
    @Test func `quotes other machines as they are`() throws {
        let documents = try [Self.article, Program.package.appending(path: "README.md")].map(Document.init)
        let quotes = documents.flatMap(\.fences).filter { $0.label.contains("/") }
        #expect(quotes.count == 3)
        for quote in quotes {
            let quoted = SourceFile(text: quote.text).trimmedLines
            #expect(try SourceFile(quote.label).trimmedLines.contains(quoted), "\(quote.label)")
        }
    }
}
