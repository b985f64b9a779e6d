import StatePattern
import Testing

/// The equality of answers, for tests that ask a state and make no request.
@Suite struct Reactions {
    private let turnstile = Turnstile()

    @Test func `Transitions are equal when they lead to the very same object`() {
        let other = Turnstile.Unlocked()
        #expect(Reaction.transition(to: other) == .transition(to: other))
        #expect(Reaction.transition(to: other) != .transition(to: turnstile.unlocked))
    }

    @Test func `Each reaction equals itself and no other, and reasons are compared as text`() {
        struct NoChange: Error, CustomStringConvertible { let description = "no change" }
        let reactions: [Reaction] = [
            .transition(to: turnstile.locked), .handled, .unhandled, .deferred, .refused,
            turnstile.refuse(because: "no change"), turnstile.refuse(because: "out of order"),
        ]
        for (index, reaction) in reactions.enumerated() {
            #expect(reactions.indices.filter { reactions[$0] == reaction } == [index])
        }
        #expect(turnstile.refuse(because: NoChange()) == turnstile.refuse(because: "no change"))
    }
}
