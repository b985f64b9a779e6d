import StatePattern

extension Exercise {
    static var entrance: Exercise {
        Exercise(
            5, "Entrance", teaches: "observers", Entrance.self, Solution.Entrance.self,
            hints: [
                "An observer is called after each transition, when all hooks have run. Add one with `observe { transition in … }`.",
                "`transition.request` is \"push()\" when a visitor has gone through, and \"expire()\" when none has.",
                "The observer uses its own context here. Write `[unowned self] transition in`, or the two keep each other alive.",
                "Then remove the counting from `push()`: it counts every push, also one that is not handled.",
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
