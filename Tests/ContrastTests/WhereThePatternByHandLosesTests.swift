import TestSupport
import Testing

@testable import Contrast

/// The faults of the pattern as many articles write it, which the classes do not have.
@Suite struct `Where the pattern by hand loses` {
    @Test func `all code that has the player can set its state`() {
        let player = PlayerByHand()
        defer { player.state = nil }
        player.play()
        player.state = StoppedByHand(of: player)
        #expect(player.engine.takeLog() == ["start"], "It is stopped, and the engine runs on.")
    }

    @Test(.blocking) func `the state of a context cannot be set from outside`() throws {
        try Mistake(
            "", search: "let player = PlayerAsClasses()\nplayer.state = player.stopped",
            foundBy: .compiler("cannot assign to property: 'state' is a get-only property")
        ).expectToBeFound()
    }

    @Test func `player and state keep each other alive forever; a context is freed with its last reference`() {
        weak var byHand: PlayerByHand?
        weak var classes: PlayerAsClasses?
        do {
            let (one, other) = (PlayerByHand(), PlayerAsClasses())
            (byHand, classes) = (one, other)
            one.play()
            other.play()
        }
        #expect(byHand != nil)
        #expect(classes == nil)
        byHand?.state = nil
        #expect(byHand == nil)
    }

    @Test func `its states write down each cell: nine methods, where the states here override six and inherit one`()
        throws
    {
        let methods = try SourceFile("Playground/Contrast/Player/PlayerByHand.swift").text
            .matches(of: /func (?:play|pause|stop)\([^)]*\) -> Outcome \{/).count
        let overrides = try SourceFile("Playground/Contrast/Player/PlayerAsClasses.swift").text
            .matches(of: /override func (?:play|pause|stop)\(/).count
        #expect(methods - 3 == 9, "Three methods are the player's own.")
        #expect(overrides == 6)
    }
}
