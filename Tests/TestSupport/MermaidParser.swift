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
        let answer = try parse(diagram, as: States.self)
        return Set(answer.graph_data.nodes.map { $0.description?.first ?? $0.label })
    }

    /// Reads a sequence diagram in Mermaid's language, and returns the names of its lifelines, and its messages.
    public static func messages(in diagram: String) throws -> (lifelines: Set<String>, messages: [String]) {
        let records = try parse(diagram, as: Sequence.self).graph_data.state.records
        return (Set(records.actors.values.map(\.description)), records.messages.compactMap(\.text))
    }

    private static func parse<Answer: Decodable>(_ diagram: String, as answer: Answer.Type) throws -> Answer {
        guard let bundle, let node = Program.installed("node") else {
            throw SyntaxError(description: "MERMAID_PARSER is not set, or there is no node")
        }
        let script = Program.package.appending(path: ".ci/mermaid-parse.mjs").path(percentEncoded: false)
        let result = try node.run([script, bundle], input: diagram)
        guard result.status == 0 else { throw SyntaxError(description: result.errors) }
        return try JSONDecoder().decode(answer, from: Data(result.output.utf8))
    }

    private struct States: Decodable {
        struct Node: Decodable {
            let label: String
            let description: [String]?
        }
        struct Data: Decodable { let nodes: [Node] }
        let graph_data: Data
    }

    private struct Sequence: Decodable {
        struct Lifeline: Decodable { let description: String }
        struct Message: Decodable {
            /// The text; or the start of the numbers.
            let text: String?

            enum Key: CodingKey { case message }
            init(from decoder: any Decoder) throws {
                text = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .message)
            }
        }
        struct Records: Decodable {
            let actors: [String: Lifeline]
            let messages: [Message]
        }
        struct State: Decodable { let records: Records }
        struct Data: Decodable { let state: State }
        let graph_data: Data
    }
}
