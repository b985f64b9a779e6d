import Foundation
import TestSupport
import Testing

/// The bookshop with a folder, killed in the middle of a purchase and started again.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `A bookshop that is killed` {
    /// A moment in which the program is killed.
    struct Moment: CustomTestStringConvertible {
        let testDescription: String
        /// The lines that lead there from the screen of the purchase: what is typed behind `> `, and what is seen.
        let steps: [String]
        /// The lines on the shelf after the next start and log-in.
        var shelf: [String] = []
        /// The lines that follow on the screen of the purchase.
        var continuation = ["│   Stable ", "│   paid: Book 7 for 9.07 EUR "]
        /// The number of charges when the program was killed, and in the end.
        let charges: (before: Int, after: Int)
        var refunds = 0
    }

    private static let charged = "bank: charged Book 7 for 9.07 EUR, receipt 1\n"

    /// The app asks again after a few seconds, so more than one answer is lost.
    private static let losing = Array(repeating: "> lose", count: 3)

    static let moments = [
        Moment(
            testDescription: "before the bank has charged", steps: ["> hold", "> pay", "│   Paying "], charges: (0, 1)),
        Moment(
            testDescription: "after the charge, and before the answer", steps: ["> withhold", "> pay", charged],
            charges: (1, 1)),
        Moment(
            testDescription: "after an answer that was lost", steps: losing + ["> pay", "│   PaymentUnknown: "],
            shelf: ["│   Book 7: PaymentUnknown, is asked again by itself "], charges: (1, 1)),
        Moment(testDescription: "before the notice", steps: ["> break", "> pay", "│   Pushing "], charges: (1, 1)),
        Moment(
            testDescription: "while a charge is refunded",
            steps: losing + ["> pay", "│   PaymentUnknown: ", "> hold", "> cancel", "│   Voiding "],
            shelf: ["│   Book 7: Voiding "],
            continuation: ["│   Stable: refunded "], charges: (1, 0), refunds: 1),
        Moment(
            testDescription: "after everything", steps: ["> pay", "│   Stable "], continuation: ["│   Stable "],
            charges: (1, 1)),
    ]

    @Test(arguments: moments) func `continues, and has charged once`(moment: Moment) throws {
        try Program.withTemporaryFolder { folder in
            let first = try PseudoTerminal("app", "--folder", folder.path(percentEncoded: false))
            try first.follow(openPurchase + moment.steps)
            first.crash()
            _ = first.end()
            #expect(try Self.ledger(in: folder)?.charges.count ?? 0 == moment.charges.before)

            let second = try PseudoTerminal("app", "--folder", folder.path(percentEncoded: false))
            if moment.charges.before > 0 { try second.expect(Self.charged) }
            try second.follow([openPurchase[0]] + moment.shelf + openPurchase[1...] + moment.continuation)
            second.finish()
            #expect(try Self.ledger(in: folder)?.charges.count == moment.charges.after)
            #expect(try Self.ledger(in: folder)?.refunds.count == moment.refunds)
        }
    }

    /// The file with the ledger of the bank.
    private struct Ledger: Decodable {
        struct Receipt: Decodable { let number: Int }
        let charges: [Receipt]
        let refunds: [Receipt]
    }

    private static func ledger(in folder: URL) throws -> Ledger? {
        let file = folder.appending(path: "bank.json")
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return nil }
        return try JSONDecoder().decode(Ledger.self, from: Data(contentsOf: file))
    }

    @Test func `has kept the purchase of its article`() throws {
        let path = "Sources/Machines/CheckoutFlow/CheckoutFlow.docc/CheckoutFlow.md"
        let article = try Document(Program.package.appending(path: path))
        let fence = try #require(article.fences.first { $0.label == "bookshop" })
        try Program.withTemporaryFolder { folder in
            let first = try PseudoTerminal("app", "--folder", folder.path(percentEncoded: false))
            try first.follow(
                fence.text.split(separator: "\n").dropFirst().map { String($0.replacing("ada> ", with: "> ")) })
            first.crash()
            _ = first.end()
            let second = try PseudoTerminal("app", "--folder", folder.path(percentEncoded: false))
            try second.follow(openPurchase + ["│   Stable "])
            second.finish()
        }
    }

    @Test func `continues after a log-out as well, and without a folder`() throws {
        let terminal = try PseudoTerminal("app")
        try terminal.follow(openPurchase + ["> hold", "> pay", "│   Paying "])
        try terminal.follow(["> close", "> profile", "> logOut", "│ Log in │", "> repair"])
        try terminal.follow(openPurchase + ["│   Stable "])
        terminal.finish()
    }

    @Test(arguments: [
        ("bank.json", "{"), ("checkouts.json", "{"),
        ("checkouts.json", #"{"ada":{"phase":"AfterLogIn","member":"bob"}}"#),
        ("checkouts.json", #"{"ada":{"phase":"Stable","member":"ada"}}"#),
    ])
    func `does not start with a file that it cannot read, and leaves it as it is`(name: String, text: String) throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            let result = try command.run(["app", "--folder", folder.path(percentEncoded: false)])
            #expect(result.status == 64)
            #expect(
                result.errors.hasPrefix(
                    "playground: “\(file.path(percentEncoded: false))” cannot be read, and was left as it is: "))
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }

    @Test func `has a folder for itself`() throws {
        try Program.withTemporaryFolder { folder in
            let words = ["app", "--folder", folder.path(percentEncoded: false)]
            let first = try PseudoTerminal(running: command, words)
            try first.expect("  logIn\n")
            let message = "playground: another program uses “\(folder.path(percentEncoded: false))”\n"
            #expect(try command.run(words) == Program.Result(status: 64, errors: message))
            first.finish()
        }
    }

    @Test func `does not pay what it cannot save`() throws {
        try Program.withTemporaryFolder { folder in
            let shop = folder.appending(path: "shop")
            let terminal = try PseudoTerminal("app", "--folder", shop.path(percentEncoded: false))
            try terminal.follow(openPurchase + ["> pay", "│   Stable "])
            try FileManager.default.removeItem(at: shop)
            try terminal.follow(["> pay", "│   PaymentFailed: it could not be saved: "])
            terminal.finish()
        }
    }
}

private let openPurchase = [
    "> logIn", "  shelf, profile, book <number>\n", "> book 7", "> purchase",
]
