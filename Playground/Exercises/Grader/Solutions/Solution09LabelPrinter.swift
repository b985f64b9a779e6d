import StatePattern

extension Solution {
    /// Exercise 9: a label printer that keeps one label waiting.
    ///
    /// - It has to warm up first. Then it is ready, and prints the label that it gets.
    /// - A label that comes while the printer is cold or prints has to wait. It is printed as soon as the printer is ready.
    /// - Only one label can wait. While one does, another one is refused.
    final class LabelPrinter: Context<LabelPrinter.State> {
        class State: ContextState {
            func didEnter(_ printer: LabelPrinter) {}
            func willExit(_ printer: LabelPrinter) {}
            func warmUp(_ printer: LabelPrinter) -> Reaction { .unhandled }
            func printLabel(_ printer: LabelPrinter, _ label: String) -> Reaction { .unhandled }
            func finish(_ printer: LabelPrinter) -> Reaction { .unhandled }
        }

        class Busy: State {
            // starter: // TODO: A label waits for the next state, or is refused if one waits already.
            override func printLabel(_ printer: LabelPrinter, _ label: String) -> Reaction {
                printer.deferredRequests.isEmpty ? .deferred : .refused
            }
            // end
        }

        final class Cold: Busy {
            override func warmUp(_ printer: LabelPrinter) -> Reaction { .transition(to: Ready()) }
        }

        final class Ready: State {
            override func printLabel(_ printer: LabelPrinter, _ label: String) -> Reaction {
                .transition(to: Printing(label))
            }
        }

        final class Printing: Busy {
            let label: String
            init(_ label: String) { self.label = label }
            override func didEnter(_ printer: LabelPrinter) { printer.log.append("print \(label)") }
            override func finish(_ printer: LabelPrinter) -> Reaction { .transition(to: Ready()) }
        }

        var log: [String] = []

        init() { super.init(initial: Cold()) }

        @discardableResult func warmUp() -> Outcome { delegate(State.warmUp) }
        @discardableResult func finish() -> Outcome { delegate(State.finish) }

        @discardableResult func printLabel(_ label: String) -> Outcome {
            delegate(State.printLabel, label, request: "printLabel(\(label))")
        }
    }
}
