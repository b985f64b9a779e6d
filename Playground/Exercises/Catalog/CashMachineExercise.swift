import StatePattern

extension Exercise {
    static var cashMachine: Exercise {
        Exercise(
            2, "Cash machine", teaches: "guards", CashMachine.self, Solution.CashMachine.self,
            hints: [
                "A guard is an ordinary condition in the method that handles the request.",
                "Check the amount before anything changes, and return `.refused` if it is too great.",
                "`.unhandled` says that no state knows the request. `.refused` says that this state knows it and does not allow it.",
            ])
    }
}

protocol CashMachineRequests: Gradable {
    var balance: Int { get }
    func insertCard() -> Outcome
    func takeCard() -> Outcome
    func withdraw(_ amount: Int) -> Outcome
}

extension CashMachineRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "insertCard": { $0.insertCard() }, "takeCard": { $0.takeCard() },
            "withdraw(20)": { $0.withdraw(20) }, "withdraw(50)": { $0.withdraw(50) },
        ]
    }
    var data: String { "balance \(balance)" }
}

extension CashMachine: CashMachineRequests {}
extension Solution.CashMachine: CashMachineRequests {}
