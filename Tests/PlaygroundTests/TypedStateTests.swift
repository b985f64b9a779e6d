import TestSupport
import Testing

/// A program outside the package uses the typed states of the machines.
@Suite struct `States outside the package` {
    @Test func `are known by their classes, and their phases by a switch without a default`() throws {
        #expect(try Fixture.complaint(about: "TypedStates") == nil)
    }

    @Test func `can be neither made nor asked`() throws {
        let complaint = try #require(try Fixture.complaint(about: "MadeState"))
        #expect(complaint.contains("'Paused' is inaccessible due to 'internal' protection level"))
        #expect(complaint.contains("'play' is inaccessible"))
    }
}
