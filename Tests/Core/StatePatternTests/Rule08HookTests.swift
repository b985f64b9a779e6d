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
        let machine = shape.machine
        machine.watch()
        machine.on("connect", in: "A", .go("B"))
        machine.on("connectionFailed", in: "B", .go("C"))
        machine.when("enter B") { machine in
            do { throw NoAnswer() } catch { machine.request("connectionFailed") }
        }
        #expect(machine.request("connect") == .transitioned)
        #expect(machine.journal == ["exit A", "enter B", "A → B", "exit B", "enter C", "B → C"])
    }

    @Test func `Rule 8: a failure on the way down a tree leaves no transition half done`() {
        let tree = TreeMachine.family()
        tree.watch()
        tree.on("go", in: "A", .go("B11"))
        tree.when("enter B1") { $0.request("failed") }
        tree.on("failed", in: "B", .go("A"))
        tree.request("go")
        #expect(tree.journal.drop { $0 != "enter B1" }.prefix(3) == ["enter B1", "enter B11", "A11 → B11"])
        #expect(tree.journal.suffix(5) == ["exit B11", "exit B1", "exit B", "enter A", "B11 → A"])
    }

    @Test func `Rule 8: a hook that throws does not compile`() throws {
        #expect(try Fixture.complaint(about: "Hooks") == nil)
        let complaint = try #require(try Fixture.complaint(about: "ThrowingHook"))
        #expect(complaint.contains("does not conform to protocol 'ContextState'"))
    }

    @Test func `A hook in a subclass that forgets to override does not compile`() throws {
        #expect(try Fixture.complaint(about: "Hooks") == nil)
        let complaint = try #require(try Fixture.complaint(about: "ForgottenOverride"))
        #expect(complaint.contains("requires an 'override' keyword"))
    }
}
