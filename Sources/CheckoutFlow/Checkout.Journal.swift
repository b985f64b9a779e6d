import StatePattern

extension Checkout {
    /// What has happened in a flow, line by line: each transition, each turn that began, and each that failed.
    public final class Journal {
        public private(set) var lines: [String] = []

        /// Makes a journal of what happens from now on, as long as somebody holds it.
        public init(of flow: Flow) {
            flow.observe(for: self) { $0.lines.append("\($1)") }
            flow.observeProgress(for: self) { journal, progress in
                switch progress {
                case .idle: break  // The transition that led to it has been noted.
                case .underWay(let turn): journal.lines.append("\(turn)")
                case .failed: journal.lines.append("\(progress)")
                }
            }
        }
    }
}
