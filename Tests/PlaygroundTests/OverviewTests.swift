import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground draws and compares` {
    private static let machines = ["turnstile", "player", "socket", "checkout", "navigation", "gate"]

    @Test func `the player as text, with what it tells its engine`() throws {
        let result = try command.run(["graph", "player"])
        #expect(
            result
                == Program.Result(
                    output: """
                        A player with a queue of one track:
                          Stopped
                              entry / stop
                              play / load Fugue → Playing/Advancing
                          Playing
                              entry / play
                              exit / pause
                              seek / seek to 20.0 seconds
                              stop, finished, failed → Stopped
                            Advancing
                                pause, paused → Paused
                                load / load Fugue → Playing/Advancing
                                stalled → Playing/Buffering
                            Buffering
                                pause, paused → Paused, stalled
                                recovered → Playing/Advancing
                                load / load Fugue → Playing/Advancing
                          Paused
                              load / load Fugue
                              seek / seek to 20.0 seconds
                              play → Playing/Advancing
                              stop, finished, failed → Stopped
                              stalled → Paused, stalled
                          Paused, stalled
                              seek / seek to 20.0 seconds
                              play → Playing/Buffering
                              stop, finished, failed → Stopped
                              recovered → Paused
                              load / load Fugue → Paused

                        """))
    }

    @Test func `the player as text, with its requests alone`() throws {
        let result = try command.run(["graph", "player", "--no-effects"])
        #expect(
            result
                == Program.Result(
                    output: """
                        A player with a queue of one track:
                          Stopped
                              play → Playing/Advancing
                          Playing
                              stop, finished, failed → Stopped
                            Advancing
                                pause, paused → Paused
                                load → Playing/Advancing
                                stalled → Playing/Buffering
                            Buffering
                                pause, paused → Paused, stalled
                                load, recovered → Playing/Advancing
                          Paused
                              play → Playing/Advancing
                              stop, finished, failed → Stopped
                              stalled → Paused, stalled
                          Paused, stalled
                              play → Playing/Buffering
                              stop, finished, failed → Stopped
                              load, recovered → Paused

                        """))
    }

    @Test(arguments: [["--format", "table"], ["--format=table"]])
    func `the player as a table`(format: [String]) throws {
        let lines = try command.run(["graph", "player"] + format).output.split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines.dropFirst().allSatisfy { $0.count(where: { $0 == "|" }) == 12 })
    }

    @Test func `the checkout as text, with the states that are left at once and the modules that act`() throws {
        let lines = try command.run(["graph", "checkout"]).output.split(separator: "\n")
        for line in [
            "  PaymentSuccess", "      preparePush → BeforePush/Pushing", "  PushSuccess",
            "      settle → Stable, paid", "    Paying", "    Challenged", "    PaymentFailed", "    PaymentUnknown",
            "    Voiding", "    VoidFailed",
            "        entry / LogIn: check the password", "        entry / Payment: charge",
            "      cancel / Payment: void → BeforeVoid/Voiding", "        entry / Notification: push",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } == 9)
    }

    @Test func `the first machine of a comparison`() throws {
        let lines = try command.run(["graph", "socket-published"]).output.split(separator: "\n")
        #expect(lines.first?.hasSuffix(", the first:") == true)
        #expect(lines.contains("  Disconnected") && lines.contains { $0.contains("connect") && $0.contains(" → ") })
    }

    @Test func `the screens of the bookshop as text`() throws {
        let result = try command.run(["graph", "navigation"])
        #expect(
            result
                == Program.Result(
                    output: """
                          Log in
                              logIn → Shelf
                              open 7 → Log in, a link waits
                          Shelf
                              profile → Profile
                              book 7 → Shelf › Book 7
                              open 7 → Shelf › Book 7 › Reviews
                          Log in, a link waits
                              logIn → Shelf › Book 7 › Reviews
                          Profile
                              shelf → Shelf
                              logOut → Log in
                              open 7 → Shelf › Book 7 › Reviews
                          Shelf › Book 7
                              reviews, open 7 → Shelf › Book 7 › Reviews
                              close, swipe → Shelf
                          Shelf › Book 7 › Reviews
                              close → Shelf
                              swipe → Shelf › Book 7
                              open 7 → Shelf › Book 7 › Reviews

                        """))
    }

    @Test(.enabled(if: Program.isExpected("dot"), "Graphviz is not installed"), arguments: machines)
    func `a machine in DOT, which Graphviz draws`(machine: String) throws {
        let diagram = try command.run(["graph", machine, "--format", "dot"]).output
        let drawn = try #require(Program.installed("dot")).run(["-Tsvg"], input: diagram)
        #expect(drawn.status == 0)
        #expect(drawn.errors == "")
    }

    @Test func `the screens of the bookshop as a table`() throws {
        let lines = try command.run(["graph", "navigation", "--format", "table"]).output.split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines.allSatisfy { $0.count(where: { $0 == "|" }) == 11 })
    }

    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"), arguments: machines)
    func `a machine as a Mermaid diagram, which Mermaid reads`(machine: String) throws {
        let diagram = try command.run(["graph", machine, "--format", "mermaid"]).output
        #expect(try MermaidParser.names(in: diagram).count >= (machine == "turnstile" ? 2 : 5))
    }

    @Test(.needsStatechartEngine, arguments: machines)
    func `a machine as SCXML, which another engine runs along a transition tour`(machine: String) throws {
        let scxml = try command.run(["graph", machine, "--format", "scxml"]).output
        let json = try command.run(["graph", machine, "--format", "json"]).output
        #expect(try StatechartEngine.disagreements(over: scxml, with: json) == [])
    }

    @Test(arguments: [
        ("turnstile", "classes and enum agree: 2 states, 4 cells\n"),
        ("small-player", "classes and enum agree: 3 states, 9 cells\n"),
        ("player-by-hand", "classes and by hand agree: 3 states, 9 cells\n"),
        ("small-socket", "classes and enum agree: 7 states, 49 cells\n"),
    ])
    func `two forms of a machine`(name: String, output: String) throws {
        #expect(try command.run(["compare", name]) == Program.Result(output: output))
    }

    @Test func `the code of the socket’s article and its diagram`() throws {
        let result = try command.run(["compare", "socket-published"])
        #expect(result.status == 1 && result.errors == "")
        let article = Program.package.appending(path: "Sources/Network/Sockets/Sockets.docc/SevenSteps.md")
        let shown = "$ swift run playground compare socket-published\n" + result.output
        #expect(try Document(article).fences.contains { $0.text + "\n" == shown })
    }
}
