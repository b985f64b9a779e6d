import StatePattern

extension Exercise {
    static var refrigerator: Exercise {
        Exercise(
            3, "Refrigerator", teaches: "entry and exit", Refrigerator.self, Solution.Refrigerator.self,
            hints: [
                "`didEnter` runs on every way into a state, and `willExit` on every way out.",
                "Override both hooks in Open. They log \"lamp on\" and \"lamp off\".",
                "Then remove the lines about the lamp from the methods of the requests, or it is switched twice.",
            ])
    }
}

protocol RefrigeratorRequests: Logging {
    func open() -> Outcome
    func close() -> Outcome
    func unplug() -> Outcome
    func plugIn() -> Outcome
}

extension RefrigeratorRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "open": { $0.open() }, "close": { $0.close() },
            "unplug": { $0.unplug() }, "plugIn": { $0.plugIn() },
        ]
    }
}

extension Refrigerator: RefrigeratorRequests {}
extension Solution.Refrigerator: RefrigeratorRequests {}
