import StatePattern

extension Exercise {
    static var oven: Exercise {
        Exercise(
            8, "Oven", teaches: "initial substates", Oven.self, Solution.Oven.self,
            hints: [
                "A transition that ends in On goes on to its initial substate. Override `initialSubstate` in On.",
                "Make the substate each time, with `Heating(in: self)`. If On held it, the two would hold each other.",
                "A transition from On to a substate of it does not exit On. One from On to itself, `.transition(to: self)`, does.",
            ])
    }
}

protocol OvenRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func becomeHot() -> Outcome
    func becomeCold() -> Outcome
    func boost() -> Outcome
    func restart() -> Outcome
}

extension OvenRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "becomeHot": { $0.becomeHot() },
            "becomeCold": { $0.becomeCold() }, "boost": { $0.boost() }, "restart": { $0.restart() },
        ]
    }
}

extension Oven: OvenRequests {}
extension Solution.Oven: OvenRequests {}
