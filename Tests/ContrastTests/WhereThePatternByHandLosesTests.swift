import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// The faults of the pattern as many articles write it, and as the book has it, which the classes do not have.
@Suite struct `Where the pattern by hand loses` {
    @Test func `all code that has the player can set its state`() {
        let player = PlayerByHand()
        defer { player.state = nil }
        player.play()
        player.state = StoppedByHand(of: player)
        #expect(player.engine.takeLog() == ["start"], "It is stopped, and the engine runs on.")
    }

    @Test func `player and state keep each other alive forever; the book's player and a context are freed`() {
        weak var byHand: PlayerByHand?
        weak var book: PlayerOfTheBook?
        weak var classes: PlayerAsClasses?
        do {
            let (one, second, third) = (PlayerByHand(), PlayerOfTheBook(), PlayerAsClasses())
            (byHand, book, classes) = (one, second, third)
            _ = (one.play(), second.play(), third.play())
        }
        #expect(byHand != nil)
        #expect(book == nil && classes == nil)
        byHand?.state = nil
        #expect(byHand == nil)
    }

    @Test(
        .blocking,
        arguments: [
            ("AsClasses", "player.state = player.stopped", "'state' is a get-only property"),
            ("OfTheBook", "player.state = .Stopped()", "'state' setter is inaccessible"),
        ])
    func `no other file can set the state: not that of a context, nor that of the book's player`(
        form: String, line: String, message: String
    ) throws {
        try Mistake(
            "", files: ["Player/Player\(form).swift", "Recorder.swift"],
            search: "let player = Player\(form)()\n\(line)", foundBy: .compiler(message)
        ).expectToBeFound()
    }

    @Test func `in the book's form, a former state still sets the state; here its answer changes nothing`() {
        let (book, classes) = (PlayerOfTheBook(), PlayerAsClasses())
        #expect(book.play() == classes.play())
        let (former, other) = (book.state, classes.state)
        #expect(book.stop() == classes.stop())
        _ = (former.pause(book, at: 42), other.pause(classes, at: 42))
        #expect(book.state is PlayerOfTheBook.Paused)
        #expect(classes.state === classes.stopped)
    }

    @Test(arguments: [("AsClasses", 6, 1), ("OfTheBook", 7, 2), ("ByHand", 9, 2)])
    func `a form writes down so many cells, and in so many places that the engine is halted`(
        form: String, cells: Int, halts: Int
    ) throws {
        let text = try SourceFile("Playground/Contrast/Player/Player\(form).swift").text
        let states = text.split(separator: form == "ByHand" ? "StoppedByHand:" : "class Stopped:")[1]
        #expect(states.matches(of: /func (?:play|pause|stop)\(/).count == cells)
        #expect(states.matches(of: /perform\(\.halt\)/).count == halts)
    }
}
