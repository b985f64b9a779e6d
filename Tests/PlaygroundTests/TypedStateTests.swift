import TestSupport
import Testing

/// A program outside the package uses the typed states of the machines.
@Suite struct `States outside the package` {
    @Test func `are known by their classes, and their phases by a switch without a default`() throws {
        #expect(try Fixture.complaint(about: "TypedStates") == nil)
    }

    @Test func `can be neither made nor asked`() throws {
        let code = """
            let paused = Player.Paused()
            func play(_ player: Player) { _ = player.state.play(player) }
            """
        let complaint = try #require(try Fixture.complaint(about: "TypedStates", adding: code))
        #expect(complaint.contains("'Paused' is inaccessible due to 'internal' protection level"))
        #expect(complaint.contains("'play' is inaccessible"))
    }
}
