import AllocationCounter
import Foundation
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// The claims of “Class or enum?” for the enum, one test each. `MistakesInEnumsTests` has what its `switch` lacks.
@Suite(.timeLimit(.minutes(60))) struct `Where the enum wins` {
    @Test func `a player is a value: it is compared and copied, and a copy is a way back`() {
        var player = PlayerAsEnum()
        _ = player.handle(.play)
        let before = player
        _ = player.handle(.pause(at: 42))
        #expect(player != before)
        player = before
        #expect(player.state == .playing)
    }

    @Test func `the word Codable saves and restores a player`() throws {
        var player = PlayerAsEnum()
        _ = player.handle(.play)
        _ = player.handle(.pause(at: 42))
        let data = try JSONEncoder().encode(player)
        #expect(String(decoding: data, as: UTF8.self) == #"{"state":{"paused":{"at":42}}}"#)
        #expect(try JSONDecoder().decode(PlayerAsEnum.self, from: data) == player)
    }

    @Test func `the word Sendable lets a player cross into another task`() async {
        let player = PlayerAsEnum()
        let state = await Task.detached {
            var player = player
            _ = player.handle(.play)
            return player.state
        }.value
        #expect(state == .playing)
        #expect(player.state == .stopped)
    }

    @Test func `a view switches over the states without a cast, and the compiler counts them`() {
        func button(_ state: PlayerAsEnum.State) -> String {
            switch state {
            case .stopped: "▶︎"
            case .playing: "⏸"
            case .paused(let second): "▶︎ from \(second)"
            }
        }
        #expect([.stopped, .playing, .paused(at: 42)].map(button) == ["▶︎", "⏸", "▶︎ from 42"])
    }

    @Test(.blocking) func `there is no place in the track while the player is stopped`() throws {
        try Mistake(
            "", search: "print(PlayerAsEnum.State.stopped(at: 42))",
            foundBy: .compiler("enum case 'stopped' has no associated values")
        ).expectToBeFound()
    }

    @Test func `a player takes nine bytes, the size of the longest state's data and one more`() {
        #expect(MemoryLayout<PlayerAsEnum>.size == MemoryLayout<Int>.size + 1)
    }

    @Test(.enabled(if: allocation_count() >= 0, "Allocations cannot be counted here"))
    func `no state is allocated, whatever its data; the classes allocate each pause`() {
        var value = PlayerAsEnum()
        #expect(
            allocations {
                _ = value.handle(.play)
                _ = value.handle(.pause(at: 42))
            } == 0)
        let object = PlayerAsClasses()
        #expect(
            allocations {
                object.play()
                object.pause(at: 42)
            } >= 1_000)
    }
}

/// The number of allocations of a thousand calls, after some have warmed up what there is.
func allocations(of operation: () -> Void) -> Int {
    for _ in 0..<10 { operation() }
    let before = allocation_count()
    for _ in 0..<1_000 { operation() }
    return allocation_count() - before
}
