import TestSupport
import Testing

/// The compiler says what to write.
@Suite(.blocking) struct `A root class that forgets something does not compile` {
    private static let hooks = "func didEnter(_ door: Door) {}; func willExit(_ door: Door) {}"

    @Test(arguments: [
        (
            hooks + "; var superstate: State? { nil }",
            "Declare it in the root class, as well: var initialSubstate: State? { nil }"
        ),
        (
            hooks + "; var initialSubstate: State? { nil }",
            "Declare it in the root class, as well: var superstate: State? { nil }"
        ),
        ("", "Declare both hooks in the root class: func didEnter(_ context: Door) {}"),
        (
            "func didEnter(_ door: Door) {}",
            "Declare both hooks in the root class: func willExit(_ context: Door) {}"
        ),
    ])
    func `and the compiler asks for a hook, or the other half of a tree`(members: String, advice: String) throws {
        let complaint = try #require(try Fixture.complaint(about: "Imports", adding: door(members)))
        #expect(complaint.contains("error: unavailable ") && complaint.contains(": \(advice)\n"))
        #expect(!complaint.contains("'Owner'"))
    }

    @Test(arguments: ["", "; var superstate: State? { nil }; var initialSubstate: State? { nil }"])
    func `but with both hooks, and all of a tree or nothing of it`(tree: String) throws {
        #expect(try Fixture.complaint(about: "Imports", adding: door(Self.hooks + tree)) == nil)
    }

    private func door(_ members: String) -> String {
        """
        final class Door: Context<Door.State> {
            class State: ContextState { \(members) }
            final class Open: State {}
            init() { super.init(initial: Open()) }
            func open() -> Outcome { delegate { _, _ in .transition(to: Open()) } }
        }
        """
    }
}
