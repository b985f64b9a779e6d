import TestSupport
import Testing

/// Lines of standard input, which are answered as on a terminal.
@Suite(.blocking) struct `The playground in a pipe` {
    @Test func `knows the commands of the shell`() throws {
        let result = try command.run(["player"], input: "?\nplay\ngraph\nhelp\nfunnel\nquit\npause\n")
        #expect(result.status == 0)
        #expect(
            result.output.hasPrefix(
                "handled here: load, play, stop, next\nplay: Stopped → Playing/Advancing [load Aria, play]\nA player"))
        #expect(result.output.contains("\n▸   Advancing\n"))
        #expect(result.output.contains("\n  Playing/Advancing    1 ×"))
        #expect(!result.output.contains("pause: "))  // The input ends with “quit”.
    }

    @Test func `ends at the first mistake, unless it should keep going`() throws {
        let input = "play\nhop\npath\nwatch\npause\n"
        let first = try command.run(["player"], input: input)
        #expect(first.status == 64)
        #expect(first.output == "play: Stopped → Playing/Advancing [load Aria, play]\n")
        #expect(first.errors.hasPrefix("playground: player has no request “hop”; it has "))
        let all = try command.run(["player", "--keep-going"], input: input)
        #expect(all.status == 64)
        #expect(
            all.output
                == "play: Stopped → Playing/Advancing [load Aria, play]\npause: Playing/Advancing → Paused [pause]\n")
        #expect(all.errors.hasSuffix("\nplayground: without a terminal, there is nothing to watch\n"))
    }

    @Test func `lists the requests of a checkout in one order, and draws them`() throws {
        let requests = ["logIn ada", "loggedIn", "purchase tea", "paid"]
        let result = try command.run(
            ["checkout"], input: (requests + ["sequence", "sequence mermaid", ""]).joined(separator: "\n"))
        let lines = result.output.split(separator: "\n").dropFirst(requests.count)
        #expect(
            lines.prefix(6) == [
                "  1  checkout.activate: BeforeLogIn/Idle",
                "  2  checkout.logIn: BeforeLogIn/Idle → BeforeLogIn/LoggingIn",
                "  3  checkout.loggedIn: BeforeLogIn/LoggingIn → AfterLogIn",
                "  4  checkout.purchase: AfterLogIn → BeforePayment/Paying",
                "  5  checkout.paid: BeforePayment/Paying → PaymentSuccess",
                "  6    checkout.preparePush: PaymentSuccess → BeforePush/Pushing",
            ])
        guard MermaidParser.isExpected else { return }
        let (lifelines, messages) = try MermaidParser.messages(in: lines.dropFirst(6).joined(separator: "\n"))
        #expect(lifelines == ["client", "checkout"] && messages.count == 6)
    }
}
