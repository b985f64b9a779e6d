import StateExploration

/// The states and transitions of a machine, in any format.
struct Overview {
    enum Format: String, CaseIterable {
        case text, mermaid, dot, table
    }

    /// A machine as a picture, in a format; the state that is named is marked, where the format can.
    let draw: (_ format: Format, _ current: String?) throws(ExplorationError) -> String

    /// - Parameters:
    ///   - system: The machine.
    ///   - caption: What there is to say of its circumstances.
    init<Request>(_ system: MachineModel<Request>, caption: String? = nil) {
        draw = { format, current throws(ExplorationError) in
            let graph = try system.explore()
            func under(_ prefix: String, _ end: String = "\n") -> String { caption.map { prefix + $0 + end } ?? "" }
            return switch format {
            case .text: under("") + graph.outline(marking: current)
            case .mermaid: under("%% ") + graph.mermaid(marking: current)
            case .dot: under("// ") + graph.dot(marking: current)
            case .table: under("", "\n\n") + graph.table()
            }
        }
    }
}
