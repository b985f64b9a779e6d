@testable import MPVPlayback
import Foundation
import TestSupport
import Testing

/// A running mpv, without an engine.
@Suite(.enabled(if: Recordings.areExpected, "MPV is not set."), .serialized, .timeLimit(.minutes(60)))
struct MPVProcessTests {
    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    @Test func `Keys that are pressed in its window neither pause mpv nor end it`() async throws {
        let (events, continuation) = AsyncStream<MPVEvent>.makeStream()
        let process = try MPVProcess(try #require(MPVEngine.program), arguments: MPVEngine.silent) { event in
            continuation.yield(event)
        } ended: { _ in
            continuation.finish()
        }
        let file = try recordings.record("long.wav", seconds: 600)
        let commands: [MPVCommand] = [.observe("time-pos"), .load(file), .pause(false)]
        process.send(commands.map { ($0, request: 0) })
        for await event in events where event == .playbackRestart { break }
        process.send(["q", "SPACE"].map { (MPVCommand(arguments: ["keypress", $0]), request: 0) })
        process.send([(.seek(to: .seconds(30)), request: 0)])
        var hasGoneOn = false
        for await case .position(let position?) in events where position > .seconds(30.2) {
            hasGoneOn = true
            break
        }
        #expect(hasGoneOn)
    }
}
