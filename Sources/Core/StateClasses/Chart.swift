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
        /// An event that the chart asks of itself.
        case raise(String)
        /// The text of anything else, such as an assignment, for the comment of a method that a developer fills in.
        case other(String)
    }

    struct Transition: Hashable, Sendable {
        /// The event, or `nil` for a transition that needs none.
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
        /// The name by which the document's transitions know the node. No two nodes of a chart have the same one.
        var identifier: String
        /// The text for readers, from which the name of a class is made.
        var name: String
        var kind = Kind.state
        /// The identifiers of the descendants in which the node begins; none for its first substate.
        var initial: [String] = []
        var initialEffects: [Effect] = []
        var substates: [Node] = []
        var entry: [Effect] = []
        var exit: [Effect] = []
        var transitions: [Transition] = []
        var notes: [String] = []
        var line: Int
    }

    /// Something that the document says and no class expresses.
    public struct Gap: Hashable, Sendable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    var initial: [String] = []
    /// The effects of the start, before the first state is entered.
    var initialEffects: [Effect] = []
    var roots: [Node] = []
    /// The parts of which the reader of the document says so.
    var documentGaps: [Gap] = []

    /// The parts of the document that no class expresses, in the order of the lines.
    ///
    /// - Complexity: That of ``classes(named:)``.
    public var gaps: [Gap] {
        let writer = ClassWriter(self, named: "")
        _ = writer.source()
        return writer.gaps.sorted { $0.line < $1.line }
    }
}

/// The reason for which a document is no chart.
public struct ChartError: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1, where there is one.
    public let line: Int?
    /// One sentence: what is wrong, and what is possible.
    public let sentence: String
    init(_ line: Int?, _ sentence: String) { (self.line, self.sentence) = (line, sentence) }

    public var description: String { line.map { "line \($0): \(sentence)" } ?? sentence }
}
