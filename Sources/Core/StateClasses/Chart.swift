/// A statechart as a document describes it, from which classes are written.
public struct Chart: Hashable, Sendable {
    /// The kind of a node.
    enum Kind: Hashable, Sendable {
        /// A state, which is a superstate if it has substates.
        case state
        /// A state whose substates are active at the same time: regions.
        case parallel
        case final
        case history(isDeep: Bool)
    }

    /// A step of a transition, an entry or an exit.
    enum Effect: Hashable, Sendable {
        /// A text that the chart writes.
        case log(String)
        /// An event that the chart sends to itself.
        case raise(String)
        /// The text of another effect, such as an assignment, for the comment of a method that a developer fills in.
        case other(String)
    }

    struct Transition: Hashable, Sendable {
        /// The event; `nil` for a transition without one.
        var event: String?
        /// The text of the condition.
        var condition: String?
        /// The identifiers of the targets; none for a transition that stays.
        var targets: [String] = []
        /// True if a transition to a substate does not leave its source.
        var isInternal = false
        var effects: [Effect] = []
        var line: Int
    }

    struct Node: Hashable, Sendable {
        /// The identifier of the node in the document's transitions, unique in the chart.
        var identifier: String
        /// The text for readers, which becomes the name of a class.
        var name: String
        var kind = Kind.state
        /// The identifiers of the descendants in which the node begins; empty if it begins in its first substate.
        var initial: [String] = []
        var initialEffects: [Effect] = []
        var substates: [Node] = []
        var entry: [Effect] = []
        var exit: [Effect] = []
        var transitions: [Transition] = []
        var notes: [String] = []
        var line: Int
    }

    /// A part of the document that no class expresses.
    public struct Gap: Hashable, Sendable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    var initial: [String] = []
    /// The effects of the start, before the first state is entered.
    var initialEffects: [Effect] = []
    var roots: [Node] = []
    /// The gaps that the reader of the document has found.
    var documentGaps: [Gap] = []

    /// The parts of the document that no class expresses, in the order of the lines.
    ///
    /// - Complexity: As that of ``classes(named:)``.
    public var gaps: [Gap] {
        let writer = ClassWriter(self, named: "")
        _ = writer.source()
        return writer.gaps.sorted { $0.line < $1.line }
    }
}

/// The reason why a document is no chart.
public struct ChartError: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1; `nil` if the reason has no line.
    public let line: Int?
    /// One sentence with the mistake and the possible forms.
    public let sentence: String
    init(_ line: Int?, _ sentence: String) { (self.line, self.sentence) = (line, sentence) }

    public var description: String { line.map { "line \($0): \(sentence)" } ?? sentence }
}
