import AllocationCounter
import Foundation
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// The enum in a runner: what it does as well as classes, what better, and what the classes keep.
@Suite struct `The enum at its best` {
    private var player = EnumRunner(PlayerInRunner())
    private var counter = EnumRunner(Counter())

    // MARK: As well as classes

    /// `WhereTheClassesWinTests` has the same of a context.
    @Test mutating func `observers get all transitions in order, although one of them makes a request`() {
        var heard: [PlayerInRunner.State] = []
        player.observe { if $0.target == .playing { $1.append(.stop) } }
        player.observe { change, _ in heard.append(change.target) }
        #expect(player.handle(.play) == (.transitioned, [.start, .halt]))
        #expect(heard == [.playing, .stopped])
    }

    @Test mutating func `a state that is entered again runs both hooks, and a request waits for its state`() {
        #expect(counter.handle(0) == (.transitioned, ["exit 0", "enter 0"]))
        #expect(counter.handle(2) == (.deferred, []))
        #expect(counter.handle(1).commands == ["exit 0", "enter 1", "exit 1", "enter 2", "exit 2", "enter 3"])
    }

    // MARK: Better

    @Test mutating func `a machine with hooks is a value, saved by a word and continued anywhere`() throws {
        let paused = PlayerInRunner(state: .paused(at: 42))
        let data = try JSONEncoder().encode(paused)
        #expect(String(decoding: data, as: UTF8.self) == #"{"state":{"paused":{"at":42}}}"#)
        player = EnumRunner(try JSONDecoder().decode(PlayerInRunner.self, from: data))
        player.observe { _, _ in }
        #expect(player.machine == paused)
        #expect(player.handle(.play) == (.transitioned, [.start]))
    }

    // MARK: What the classes keep

    /// The first half is what the enum does better.
    @Test(
        .blocking,
        arguments: [
            ("case playing\ncase muted\n", "", "switch must be exhaustive"),
            ("case playing\n", "extension PlayerInRunner.State { case muted }", "not allowed outside of an enum"),
        ])
    func `a state that is added does not compile until it has its answers, and in another file never`(
        states: String, otherFile: String, message: String
    ) throws {
        try Mistake(
            "", (old: "case playing\n", new: states),
            files: ["EnumRunner.swift", "Player/PlayerInRunner.swift", "Recorder.swift"], search: otherFile,
            foundBy: .compiler(message)
        ).expectToBeFound()
    }

    /// A context queues it. Here it must go into the list that the hook or the observer gets.
    @Test func `a request that an observer makes by a call ends the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var player = EnumRunner(PlayerInRunner())
            player.observe { change, _ in if change.target == .playing { player.handle(.stop) } }
            player.handle(.play)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("Simultaneous accesses"))
    }

    @Test mutating func `who is given the machine gets a copy, and both notify the same observers`() {
        var heard = 0
        player.observe { _, _ in heard += 1 }
        var passedOn = player
        passedOn.handle(.play)
        #expect(player.machine.state == .stopped)
        #expect(heard == 1)
    }

    /// In a context, no request of an observer overtakes that of a hook (rule 6).
    @Test mutating func `a hook's request waits behind what an observer has asked for earlier`() {
        counter.observe { if $0.target == 1 { $1 += [2, 0] } }
        #expect(counter.handle(1).commands == ["exit 0", "enter 1", "exit 1", "enter 2", "exit 2", "enter 0"])
    }

    /// A context traps (rule 11).
    @Test mutating func `requests that make one another without end are not noticed`() {
        var transitions = 0
        counter.observe {
            transitions += 1
            if transitions < 20_000 { $1.append(1 - $0.target) }
        }
        counter.handle(1)
        #expect(transitions == 20_000)
    }

    @Test(.enabled(if: allocation_count() >= 0, "Allocations cannot be counted here"))
    func `a request with commands allocates their list`() {
        var player = player
        #expect(allocations { player.handle(player.machine.state == .playing ? .stop : .play) } >= 1_000)
    }
}

/// Counts up by one, and down to any number. A number that is too large is deferred; two asks for three.
private struct Counter: EnumMachine {
    typealias Request = Int
    typealias Command = String

    var state = 0

    func answer(_ request: Int, _ effects: inout Effects) -> EnumAnswer<Int> {
        request > state + 1 ? .deferred : .transition(to: request)
    }

    func willExit(_ state: Int, _ effects: inout Effects) { effects.commands.append("exit \(state)") }

    func didEnter(_ state: Int, _ effects: inout Effects) {
        effects.commands.append("enter \(state)")
        if state == 2 { effects.followUps.append(3) }
    }
}
