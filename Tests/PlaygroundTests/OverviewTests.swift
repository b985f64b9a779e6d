import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground draws and compares` {
    private static let machines = ["turnstile", "player", "socket", "checkout", "navigation", "gate"]

    @Test(.needsStatechartEngine, arguments: machines)
    func `a machine as SCXML, which another engine runs along a transition tour`(machine: String) throws {
        let scxml = try command.run(["graph", machine, "--format", "scxml"]).output
        let json = try command.run(["graph", machine, "--format", "json"]).output
        #expect(try StatechartEngine.disagreements(over: scxml, with: json) == [])
    }

    /// A text of a model that forgot something would be that of two states, the second one with a prime.
    @Test(arguments: zip(machines, [2, 5, 11, 21, 6, 18]))
    func `a machine that is learned from outside, where each state has another name`(machine: String, states: Int)
        throws
    {
        let result = try command.run(["learn", machine, "--depth", "0"])
        #expect(result.status == 0 && result.errors == "" && !result.output.contains("′"))
        #expect(result.output.contains("\n\n\(states) states: no difference in "))
    }
}
