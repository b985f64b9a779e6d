import TestSupport
import Testing

/// Lines of standard input, which are answered as on a terminal.
@Suite(.blocking) struct `The playground in a pipe` {
    @Test func `knows the commands of the shell`() throws {
        let result = try command.run(["player"], input: "?\nplay\ngraph\nhelp\nfunnel\nquit\npause\n")
        #expect(result.status == 0)
        #expect(
            result.output.hasPrefix(
                "handled here: load, play, stop\nplay: Stopped → Playing/Advancing [load Aria, play]\nA player"))
        #expect(result.output.contains("\n▸   Advancing\n"))
        #expect(result.output.contains("\n  explain on|off "))
        #expect(result.output.contains("\n  Playing/Advancing    1 ×"))
        #expect(!result.output.contains("pause: "))  // The input ends with “quit”.
    }

    @Test func `ends at the first mistake, unless it should keep going`() throws {
        let input = "play\nhop\nexplain\nwatch\npause\n"
        let first = try command.run(["player"], input: input)
        #expect(first.status == 64)
        #expect(first.output == "play: Stopped → Playing/Advancing [load Aria, play]\n")
        #expect(first.errors.hasPrefix("playground: player has no request “hop”; it has "))
        let all = try command.run(["player", "--keep-going"], input: input)
        #expect(all.status == 64)
        #expect(
            all.output
                == "play: Stopped → Playing/Advancing [load Aria, play]\npause: Playing/Advancing → Paused [pause]\n")
        #expect(all.errors.hasSuffix("takes on or off\nplayground: without a terminal, there is nothing to watch\n"))
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

    @Test func `explains which states were asked, and what followed`() throws {
        let lines = try output(of: "player", reading: "play", "explain on", "pause", "pause", "explain off", "stop")
        #expect(
            lines.hasSuffix(
                """
                and so can the context: it drops late reports by itself before it asks a state.
                  asked  Playing/Advancing: unhandled
                  asked  Playing: transition to Paused
                  exit   Playing/Advancing
                  exit   Playing
                  enter  Paused
                  told   the observers
                  follow-ups: none
                pause: Playing/Advancing → Paused [pause]
                  answered  by Paused or by the context itself: handled
                  follow-ups: none
                pause: handled in Paused (Aria 0:00 / 0:08)
                Requests are not explained any more.
                stop: Paused → Stopped [stop]

                """))
    }

    /// The states that were asked, as the sources of the machines have it.
    @Test(
        arguments: [
            ("player", "play stalled", "stop", ["Playing/Buffering: unhandled", "Playing: transition to Stopped"]),
            ("player", "play stalled", "stalled", []),
            ("player", "", "pause", ["Stopped: unhandled"]),
            (
                "socket", "connect connected suspend connectionFailed", "disconnect",
                [
                    "Suspended/Reconnecting/Attempting: unhandled", "Suspended/Reconnecting: unhandled",
                    "Suspended: transition to Disconnecting",
                ]
            ),
            (
                "socket", "connect connected suspend connectionFailed", "resume",
                [
                    "Suspended/Reconnecting/Attempting: unhandled",
                    "Suspended/Reconnecting: transition to Reconnecting/Attempting",
                ]
            ),
            (
                "socket", "connect connected connectionFailed", "connect",
                ["Reconnecting/Attempting: unhandled", "Reconnecting: unhandled"]
            ),
            (
                "socket", "connect connected connectionFailed connectionFailed", "reconnectTimerFired",
                ["Reconnecting/Waiting: transition to Reconnecting/Attempting"]
            ),
            ("gate", "anotherToken connected", "expired", ["Connected/Fresh: transition to Connected/Renewing"]),
            (
                "gate", "anotherToken connected", "laterExpiry",
                [
                    "Connected/Fresh: transition to Connected/Fresh (answered here or in Connected; "
                        + "the graph does not tell)"
                ]
            ),
            (
                "gate", "anotherToken connected", "refused",
                ["Connected/Fresh: unhandled", "Connected: transition to Closing"]
            ),
            ("gate", "anotherToken connected", "sameToken", []),
        ])
    func `tells who answered as far as that is known`(
        machine: String, path: String, request: String, asked: [String]
    ) throws {
        let lines = try output(of: machine, reading: path, "explain on", request).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("  asked  ") }.map { String($0.dropFirst(9)) } == asked)
    }

    /// A context may answer a request before it asks a state.
    @Test(
        arguments: [
            ("gate", "noToken", "connected", "by LoggedOut or by the context itself: handled"),
            (
                "gate", "anotherToken connected", "sameToken",
                "by Connected/Fresh, by Connected, or by the context itself: handled"
            ),
            (
                "player", "play", "sought",
                "by Playing/Advancing, by Playing, or by the context itself: handled"
            ),
        ])
    func `names all that may have handled a request`(
        machine: String, path: String, request: String, answer: String
    ) throws {
        let lines = try output(of: machine, reading: path, "explain on", request)
        #expect(lines.contains("\n  answered  \(answer)\n"))
        #expect(!lines.contains("  asked  "))
    }

    @Test func `explains no states where there are screens`() throws {
        let result = try command.run(["navigation", "--keep-going"], input: "explain on\nlogIn\n")
        #expect(result.status == 64 && !result.output.contains("asked"))
        #expect(result.errors.hasPrefix("playground: there are no states to explain: navigation has screens; "))
    }

    @Test func `explains follow-ups`() throws {
        let lines = try output(of: "checkout", reading: "logIn ada", "loggedIn", "purchase tea", "explain on", "paid")
        #expect(
            lines.contains(
                """
                  then   preparePush, a follow-up
                  asked  PaymentSuccess: transition to BeforePush/Pushing
                  exit   PaymentSuccess
                  enter  BeforePush
                  enter  BeforePush/Pushing
                  told   the observers

                """))
    }
}
