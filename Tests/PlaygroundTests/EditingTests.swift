import LoopbackServer
import Sockets
import TestSupport
import Testing

/// The playground on a terminal with a cursor that can be moved.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The playground with its line editor` {
    private func terminal(_ arguments: String..., columns: UInt16 = 0) throws -> PseudoTerminal {
        try PseudoTerminal(
            running: Program(product: "playground"), arguments, environment: ["TERM": "xterm", "NO_COLOR": "1"],
            columns: columns)
    }

    @Test func `completes, recalls and edits a line`() throws {
        let terminal = try terminal("player")
        try terminal.expect("> ")
        terminal.press("pl\t\n")
        try terminal.expect("play: Stopped → Playing/Advancing [load Aria, play]\n")
        terminal.press("\u{1B}[Aer\u{1B}[D\u{1B}[D\u{B}\n")
        try terminal.expect("play: handled in Playing/Advancing")
        terminal.press("s\t")
        try terminal.expect("stop  seek  stalled  sought\n")
        terminal.press("\u{15}quit\n")
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
    }

    @Test func `completes the name of a machine, and goes on with the same terminal`() throws {
        let terminal = try terminal()
        try terminal.expect("Which one? ")
        #expect(!terminal.echoes)
        terminal.press("ga\t\n")
        try terminal.expect("LoggedOut (no token)> ")
        terminal.press("anotherT\t\n")
        try terminal.expect("anotherToken: LoggedOut → Connecting [connect]\n")
        terminal.press("\u{4}")
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
    }

    @Test func `draws a word again that an event has interrupted`() throws {
        let terminal = try terminal("player")
        try terminal.expect("> ")
        terminal.press("load Air=0:01,Badinerie=10:00 play\npau")
        try terminal.expect("pau")
        try terminal.expect(
            "finished: Playing/Advancing → Playing/Advancing [load Badinerie]\nPlaying/Advancing (Badinerie ")
        try terminal.expect("> pau")
        terminal.press("se\n")
        try terminal.expect("pause: Playing/Advancing → Paused [pause]\n")
        terminal.press("watch\n")
        try terminal.expect("Paused (Badinerie ")
        terminal.press("stop\n")
        try terminal.expect("stop: Paused → Stopped [stop]\n")
        terminal.press("\u{4}")
        #expect(terminal.end() == 0)
    }

    @Test func `gives the terminal its mode back when it is interrupted`() throws {
        let terminal = try terminal("player")
        try terminal.expect("> ")
        terminal.press("pla")
        try terminal.expect("> pla")
        #expect(!terminal.echoes)
        terminal.interrupt()
        #expect(terminal.end() == 2)  // The number of the signal, SIGINT.
        #expect(terminal.echoes)
    }

    @Test func `wraps a long line that is typed`() throws {
        let terminal = try terminal("socket", columns: 40)
        try terminal.expect("Disconnected (attempt 0, session 0)> ")
        terminal.press("connect\n")
        try terminal.expect("Connecting (attempt 1, session 0)> ")
        terminal.press("send a message that is long\n")
        try terminal.expect("send a message that is long: handled in\n    Connecting (attempt")
        terminal.press("\u{4}")
        #expect(terminal.end() == 0)
    }

    @Test func `draws the line again when the terminal becomes narrower, or the program goes on`() throws {
        let terminal = try terminal("turnstile", columns: 48)
        try terminal.expect("Locked (0 passages)> ")
        terminal.press("insertCoin push insertCoin push")
        try terminal.expect("Locked (0 passages)> insertCoin push insertCoin \r\r\npush")
        terminal.resize(columns: 24)
        // The row of 48 columns takes two by now.
        let narrow = "Locked (0 passages)> ins\r\r\nertCoin push insertCoin \r\r\npush"
        try terminal.expect("\u{1B}[2A\r\u{1B}[J" + narrow)
        terminal.resume()
        try terminal.expect(narrow)
        terminal.press("\u{15}quit\n")
        #expect(terminal.end() == 0)
    }

    @Test func `takes a long paste at once`() throws {
        let terminal = try terminal("turnstile", columns: 80)
        try terminal.expect("> ")
        terminal.press(String(repeating: "0123456789", count: 2_000) + "!")
        let drawn = try terminal.expect("!")
        // Each drawing is a screen at most; the reading of the terminal divides the paste.
        #expect(drawn.count < 200_000)
        terminal.press("\u{15}quit\n")
        #expect(terminal.end() == 0)
    }

    @Test func `draws a message again that is typed while others come in`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let terminal = try terminal("socket", "--url", "ws://127.0.0.1:\(server.start())/")
        try terminal.expect("  round trip in ")
        terminal.press("good bye")
        try terminal.expect("good bye")
        server.connections.first?.send(.text("hello"))
        try terminal.expect("  received “hello”\n")
        try terminal.expect("good bye")
        terminal.press("!\n")
        try terminal.expect("  received “good bye!”\n")
        terminal.press("/q\t\n")
        try terminal.expect("  Disconnected\n")
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
    }

    @Test func `gives the terminal its mode back when a connection is interrupted`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let terminal = try terminal("socket", "--url", "ws://127.0.0.1:\(server.start())/")
        try terminal.expect("  round trip in ")
        #expect(!terminal.echoes)
        terminal.interrupt()
        try terminal.expect("  Disconnected\n")
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
    }
}
