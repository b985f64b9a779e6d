import StatePattern
import Testing

/// The answers of states, tested without making a request: the machine stays as it is.
@Suite struct Reactions {
    private let turnstile = Turnstile()

    @Test func `A locked turnstile takes a coin and cannot be pushed`() {
        #expect(turnstile.locked.insertCoin(turnstile) == .transition(to: turnstile.unlocked))
        #expect(turnstile.locked.push(turnstile) == .unhandled)
    }

    @Test func `An unlocked turnstile is pushed and takes no coin`() {
        #expect(turnstile.unlocked.push(turnstile) == .transition(to: turnstile.locked))
        #expect(turnstile.unlocked.insertCoin(turnstile) == .unhandled)
    }

    @Test func `Asking a state changes nothing`() {
        _ = turnstile.locked.insertCoin(turnstile)
        #expect(turnstile.state === turnstile.locked)
    }

    @Test func `Transitions are equal when they lead to the very same object`() {
        let other = Turnstile.Unlocked()
        #expect(Reaction<Turnstile.State>.transition(to: other) == .transition(to: other))
        #expect(Reaction<Turnstile.State>.transition(to: other) != .transition(to: turnstile.unlocked))
    }

    @Test func `Each reaction equals itself and no other`() {
        let reactions: [Reaction<Turnstile.State>] = [
            .transition(to: turnstile.locked), .handled, .unhandled, .deferred, .refused,
        ]
        for (index, reaction) in reactions.enumerated() {
            #expect(reactions.indices.filter { reactions[$0] == reaction } == [index])
        }
    }
}
