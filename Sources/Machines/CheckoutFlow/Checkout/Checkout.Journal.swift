import StatePattern

extension Checkout {
    /// A record of a flow, line by line: each transition, each try that began, and each that failed.
    public final class Journal {
        public private(set) var lines: [String] = []

        /// Makes a journal that observes `flow` from now on, as long as the journal is kept.
        public init(of flow: Flow) {
            flow.observe(for: self) { $0.lines.append("\($2)") }
            flow.observeProgress(for: self) { journal, progress in
                switch progress {
                case .idle: break  // The transition that led to it has been noted.
                case .underWay(let current): journal.lines.append("\(current)")
                case .failed: journal.lines.append("\(progress)")
                }
            }
        }
    }
}
