import StatePattern
import TestSupport
import Testing

@Suite struct Hooks {
    private struct NoAnswer: Error {}

    /// Pitfall: a hook that throws leaves stale requests in the queue, or has them retried forever.
    @Test(arguments: Shape.allCases)
    func `Rule 8: a failure in a hook becomes a request, and the state that was entered decides about it`(
        shape: Shape
    ) {
        let machine = shape.machine(["A": ["connect": .go("B")], "B": ["connectionFailed": .go("C")]])
        machine.watch()
        machine.when("enter B") { machine in
            do { throw NoAnswer() } catch { machine.request("connectionFailed") }
        }
        #expect(machine.request("connect") == .transitioned)
        #expect(machine.journal == ["exit A", "enter B", "A → B", "exit B", "enter C", "B → C"])
    }

    @Test(arguments: [
        (
            """
            class Gate: Context<Gate.State> {
                class State: ContextState {
                    func didEnter(_ gate: Gate) throws {}
                    func willExit(_ gate: Gate) {}
                }
            }
            """,
            "does not conform to protocol 'ContextState'"
        ),
        (
            "final class Closed: Door.State { func didEnter(_ door: Door) {} }", "requires an 'override' keyword"
        ),
    ])
    func `Rule 8: a hook that throws, or forgets to override, does not compile`(code: String, words: String) throws {
        #expect(try Fixture.complaint(about: "Door") == nil)
        #expect(try #require(try Fixture.complaint(about: "Door", adding: code)).contains(words))
    }
}
