import StateExploration

extension RequestLog {
    static let help = "the requests of all machines in order, each below the one that led to it; or as a diagram"

    /// The lines that the command `sequence` prints: a list of requests, or a Mermaid diagram.
    func lines(as format: String) throws(UsageError) -> [String] {
        guard ["", "mermaid"].contains(format) else { throw UsageError("“sequence” takes nothing, or mermaid") }
        let text = format.isEmpty ? description : mermaid()
        return text.split(separator: "\n").map { "  \($0)" }
    }
}
