import Foundation
import TestSupport
import Testing

/// The pictures of the machines in their documentation.
@Suite(.blocking) struct `The pictures of the machines` {
    private static let pictures = [
        (
            ["turnstile", "--no-effects", "--run", "Push, insertcoin, push"],
            "Core/StatePattern/StatePattern.docc/turnstile.svg"
        ),
        (["navigation"], "Machines/Navigation/Navigation.docc/bookshop.svg"),
    ]

    @Test(arguments: pictures)
    func `are those that the running machines give`(machine: [String], file: String) throws {
        let given = try command.run(["graph"] + machine + ["--format", "svg"]).output
        let kept = try String(contentsOf: Program.package.appending(path: "Sources/" + file), encoding: .utf8)
        #expect(
            given == kept,
            "If the machine was meant to change: swift run playground graph \(machine) --format svg"
        )
        #expect(try PictureGeometry(kept).problems == [])
    }

    @Test(arguments: [
        ("text", "--run plays in a picture: add --format svg"),
        ("svg", "there is no request “inserCoin” (did you mean “insertCoin”?); there is insertCoin, push"),
    ])
    func `play only requests that the machine has`(format: String, message: String) throws {
        let result = try command.run(["graph", "turnstile", "--format", format, "--run", "push, inserCoin"])
        #expect(result.status == 64 && result.errors == "playground: \(message)\n")
    }
}
