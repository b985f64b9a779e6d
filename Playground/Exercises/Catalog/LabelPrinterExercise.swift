import StatePattern

extension Exercise {
    static var labelPrinter: Exercise {
        Exercise(
            9, "Label printer", teaches: "deferral", LabelPrinter.self, Solution.LabelPrinter.self,
            hints: [
                "A state that returns `.deferred` keeps the request waiting. It is tried again after the next transition.",
                "Cold and Printing share the class Busy, so one override of `printLabel` is enough.",
                "`printer.deferredRequests` lists the requests that wait already. If there is one, return `.refused`.",
            ])
    }
}

protocol LabelPrinterRequests: Logging {
    func warmUp() -> Outcome
    func printLabel(_ label: String) -> Outcome
    func finish() -> Outcome
}

extension LabelPrinterRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "warmUp": { $0.warmUp() }, "printLabel(A)": { $0.printLabel("A") },
            "printLabel(B)": { $0.printLabel("B") }, "finish": { $0.finish() },
        ]
    }
}

extension LabelPrinter: LabelPrinterRequests {}
extension Solution.LabelPrinter: LabelPrinterRequests {}
