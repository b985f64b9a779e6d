import StatePattern

extension Exercise {
    static var entrance: Exercise {
        Exercise(
            5, "Entrance", teaches: "observers", Entrance.self, Solution.Entrance.self,
            hints: [
                "An observer is called after each transition, when all hooks have run: observe { transition in … }.",
                "transition.request is \"push()\" when a visitor has gone through, and \"expire()\" when none has.",
                "Here the observer uses its own context. Begin it with `[unowned self] transition in`, or it keeps the context alive.",
                "Then remove the counting from push(), which counts requests that nothing comes of.",
            ])
    }
}

protocol EntranceRequests: Logging {
    func showTicket() -> Outcome
    func push() -> Outcome
    func expire() -> Outcome
}

extension EntranceRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["showTicket": { $0.showTicket() }, "push": { $0.push() }, "expire": { $0.expire() }]
    }
}

extension Entrance: EntranceRequests {}
extension Solution.Entrance: EntranceRequests {}
