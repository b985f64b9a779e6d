import StatePattern

extension Exercise {
    static var turnstile: Exercise {
        Exercise(
            1, "Turnstile", teaches: "transitions", Turnstile.self, Solution.Turnstile.self,
            hints: [
                "A state handles a request by overriding its method. It returns a reaction, and the context carries it out.",
                "`.transition(to: turnstile.unlocked)` is the reaction of Locked to a coin.",
                "Unlocked overrides both requests. `.handled` says that a request is done and that the state stays.",
                "A request that is not handled needs no code: its method in the class State returns `.unhandled`.",
            ])
    }
}

protocol TurnstileRequests: Gradable {
    func insertCoin() -> Outcome
    func push() -> Outcome
}

extension TurnstileRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }]
    }
}

extension Turnstile: TurnstileRequests {}
extension Solution.Turnstile: TurnstileRequests {}
