import StatePattern

extension Exercise {
    static var coffeeMachine: Exercise {
        Exercise(
            6, "Coffee machine", teaches: "requests in hooks", CoffeeMachine.self, Solution.CoffeeMachine.self,
            hints: [
                "A hook may make a request. It is queued, and handled when the hooks of this transition have run.",
                "Ask for the end of the check in the entry hook of Checking: `machine.finishCheck()`.",
                "The entry hook covers all three ways into Checking. The methods of the requests need no change.",
            ])
    }
}

protocol CoffeeMachineRequests: Logging {
    var cups: Int { get }
    func switchOn() -> Outcome
    func brew() -> Outcome
    func fill() -> Outcome
}

extension CoffeeMachineRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["switchOn": { $0.switchOn() }, "brew": { $0.brew() }, "fill": { $0.fill() }]
    }
    var data: String { "\(cups) cups" }
}

extension CoffeeMachine: CoffeeMachineRequests {}
extension Solution.CoffeeMachine: CoffeeMachineRequests {}
