/// A statechart that was read from a document, and from which classes are written.
public struct Chart: Hashable, Sendable {
    /// The kind of a node.
    enum Kind: Hashable, Sendable {
        /// A state, which is a superstate if it has substates.
        case state
        /// A state with regions as its substates, which are active at the same time.
        case parallel
        case final
        case history(isDeep: Bool)
    }

    /// An effect of a transition, an entry or an exit.
    enum Effect: Hashable, Sendable {
        /// A text that the chart writes to a log.
        case log(String)
        /// An event that the chart sends to itself.
        case raise(String)
        /// Any other effect, such as an assignment. Its text becomes the comment of a method that a developer fills in.
        case other(String)
    }

    struct Transition: Hashable, Sendable {
        /// The event; `nil` for a transition without an event.
        var event: String?
        /// The text of the condition; `nil` for a transition without a condition.
        var condition: String?
        /// The identifiers of the targets; empty for a transition that stays in its source.
        var targets: [String] = []
        /// True if a transition to a substate does not leave its source.
        var isInternal = false
        var effects: [Effect] = []
        var line: Int
    }

    struct Node: Hashable, Sendable {
        /// The identifier that the document's transitions use for the node; unique in the chart.
        var identifier: String
        /// The name for readers, from which the name of a class is made.
        var name: String
        var kind = Kind.state
        /// The number of the node around; `nil` for a root.
        var parent: Int?
        /// True if the node is a region that has no name in the document.
        var isUnnamedRegion = false
        /// The identifiers of the descendants in which the node begins; empty if it begins in its first substate.
        var initial: [String] = []
        var initialEffects: [Effect] = []
        var entry: [Effect] = []
        var exit: [Effect] = []
        var transitions: [Transition] = []
        var notes: [String] = []
        var line: Int
    }

    /// A part of the document that no class can express.
    public struct Gap: Hashable, Sendable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    var initial: [String] = []
    var initialLine = 1
    /// The effects of the start, before the first state is entered.
    var initialEffects: [Effect] = []
    /// The nodes, in the order of the document; in a complete chart, each is followed by all nodes in it.
    var nodes: [Node] = []
    /// The numbers of the nodes, keyed by their identifiers.
    var numbers: [String: Int] = [:]
    var transitionCount = 0
    /// The gaps that were found when the document was read. Writing the classes can find more.
    var documentGaps: [Gap] = []

    /// The parts of the document that no class expresses, in the order of the lines.
    ///
    /// - Complexity: The complexity of ``classes(named:)``, which this calls.
    public var gaps: [Gap] {
        let writer = ClassWriter(self, named: "")
        _ = writer.source()
        return writer.gaps.sorted { $0.line < $1.line }
    }
}

/// The reason for which a document cannot be read as a chart.
public struct ChartError: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1; `nil` if the mistake belongs to no line.
    public let line: Int?
    /// One sentence that says what is wrong and what is possible.
    public let sentence: String
    init(_ line: Int?, _ sentence: String) { (self.line, self.sentence) = (line, sentence) }

    public var description: String { line.map { "line \($0): \(sentence)" } ?? sentence }
}
