import Foundation
import TestSupport
import Testing

/// The table of sizes in “Class or enum?”, counted.
@Suite struct `Sizes` {
    /// A machine of the package, with the files of its classes and that of its enum.
    struct Machine: CustomTestStringConvertible, Sendable {
        let name: String
        let folder: String
        let prefix: String
        /// Types that the enum uses as well, and what serves the comparison.
        let shared: [String]
        let twin: String

        var testDescription: String { name }

        func classes() throws -> [SourceFile] {
            try Document.files(below: folder, withExtension: "swift")
                .map(\.lastPathComponent)
                .filter { file in file.hasPrefix(prefix) && !shared.contains { file.hasSuffix(".\($0).swift") } }
                .map { try SourceFile("\(folder)/\($0)") }
        }

        /// The counted lines of both forms.
        func lines() throws -> (classes: Int, twin: Int) {
            (
                try classes().map(\.countedLines.count).reduce(0, +),
                try SourceFile("Playground/EnumTwins/\(twin).swift").countedLinesOfEnum.count
            )
        }

        /// The machine's row in the table.
        func row() throws -> String {
            let classes = try classes()
            let (lines, twin) = try lines()
            let phase = try SourceFile("\(folder)/\(name).Phase.swift").countedLines.count
            let files = classes.count == 1 ? "1 file" : "\(classes.count) files"
            return "| `\(name)` | \(lines) in \(files) | – | \(twin) | \(phase) |"
        }
    }

    static let machines = [
        Machine(
            name: "Player", folder: "Sources/Machines/Playback", prefix: "Player", shared: ["Request", "Phase"],
            twin: "Player/PlayerEnum"),
        Machine(
            name: "Socket", folder: "Sources/Network/Sockets/Machine", prefix: "Socket",
            shared: ["Request", "Phase", "Effect", "Message"], twin: "Socket/SocketEnum"),
        Machine(
            name: "Checkout.Flow", folder: "Sources/Machines/CheckoutFlow/Flow", prefix: "Checkout",
            shared: ["Request", "Phase", "Progress"], twin: "Checkout/CheckoutEnum"),
        Machine(
            name: "TokenGate", folder: "Sources/Network/Messaging/Gate", prefix: "TokenGate",
            shared: ["Request", "Phase", "Effect", "RefusalKind"], twin: "TokenGate/TokenGateEnum"),
        Machine(
            name: "Presentation", folder: "Sources/Machines/Navigation/Presentation", prefix: "Presentation",
            shared: ["Request", "Phase"], twin: "Navigation/PresentationEnum"),
        Machine(
            name: "FlowLifecycle", folder: "Sources/Machines/Navigation/Flow", prefix: "FlowLifecycle",
            shared: ["Request", "Phase"], twin: "Navigation/FlowLifecycleEnum"),
    ]

    private static let article = Program.package.appending(
        path: "Sources/Core/StatePattern/StatePattern.docc/ClassOrEnum.md")

    @Test(arguments: machines) func `of the machines are as the article says`(machine: Machine) throws {
        let row = try machine.row()
        #expect(try String(contentsOf: Self.article, encoding: .utf8).contains(row), "\(row)")
    }

    @Test func `of the machines, in proportion, are as the first page says`() throws {
        let factors = try Self.machines.map { machine in
            let lines = try machine.lines()
            return Double(lines.classes) / Double(lines.twin)
        }
        let range = try [#require(factors.min()), #require(factors.max())].map {
            $0.formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US")))
        }
        let row = "| lines of code of the package's machines | \(range[0]) to \(range[1]) times the enum's | |"
        let readme = Program.package.appending(path: "README.md")
        #expect(try String(contentsOf: readme, encoding: .utf8).contains(row), "\(row)")
    }

    @Test func `of the three players are as the article says`() throws {
        let lines = try ["Classes", "ByHand", "Enum"].map { form in
            let name = form == "ByHand" ? "PlayerByHand" : "PlayerAs\(form)"
            return try SourceFile("Tests/ContrastTests/\(name).swift").countedLines.count
        }
        let row = "| the player above | \(lines[0]) in 1 file | \(lines[1]) | \(lines[2]) | – |"
        #expect(try String(contentsOf: Self.article, encoding: .utf8).contains(row), "\(row)")
    }

    @Test func `of the core is as the article says`() throws {
        let files = Document.files(below: "Sources/Core/StatePattern", withExtension: "swift")
            .filter { !$0.path().contains(".docc/") }
        let lines = try files.map { try String(contentsOf: $0, encoding: .utf8) }
            .map { SourceFile(text: $0).countedLines.count }.reduce(0, +)
        let text = "the core, which has about \((lines + 50) / 100 * 100) lines"
        #expect(try String(contentsOf: Self.article, encoding: .utf8).contains(text), "\(lines)")
    }

    /// Otherwise the lines that a reader counts there would be others.
    @Test(arguments: ["PlayerAsClasses", "PlayerAsEnum"])
    func `the article shows the players of these tests`(name: String) throws {
        let player = try SourceFile("Tests/ContrastTests/\(name).swift").countedLines
        let fences = try Document(Self.article).fences
        #expect(fences.contains { SourceFile(text: $0.text).countedLines == player })
    }

    /// A fence whose label is a path shows lines of that file.
    @Test func `the article quotes other machines as they are`() throws {
        let quotes = try Document(Self.article).fences.filter { $0.label.hasSuffix(".swift") }
        #expect(quotes.count == 4)
        for quote in quotes {
            let quoted = SourceFile(text: quote.text).trimmedLines
            #expect(try SourceFile(quote.label).trimmedLines.contains(quoted), "\(quote.label)")
        }
    }
}
