import Foundation

/// Mermaid's own parser, at the path in the environment's `MERMAID_PARSER`.
public enum MermaidParser {
    /// The parser's message about a text that is no diagram.
    public struct SyntaxError: Error, CustomStringConvertible {
        public let description: String
    }

    private static let bundle = ProcessInfo.processInfo.environment["MERMAID_PARSER"]

    /// True when the program is installed or `REQUIRE_PEERS` is set.
    public static var isExpected: Bool { bundle != nil || ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil }

    /// Reads a state diagram in Mermaid's language, and returns the names of its states.
    public static func names(in diagram: String) throws -> Set<String> {
        guard let bundle, let node = Program.installed("node") else {
            throw SyntaxError(description: "MERMAID_PARSER is not set, or there is no node")
        }
        let script = Program.package.appending(path: ".ci/mermaid-parse.mjs").path(percentEncoded: false)
        let result = try node.run([script, bundle], input: diagram)
        guard result.status == 0 else { throw SyntaxError(description: result.errors) }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
        return Set(answer.graph_data.nodes.map { $0.description?.first ?? $0.label })
    }

    private struct Answer: Decodable {
        struct Node: Decodable {
            let label: String
            let description: [String]?
        }
        struct Data: Decodable { let nodes: [Node] }
        let graph_data: Data
    }
}
