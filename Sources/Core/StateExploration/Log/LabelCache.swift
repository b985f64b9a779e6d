import StatePattern

/// A cache of a machine's state labels. A label is made again only after a name has changed.
package final class LabelCache {
    private var labels: [String: StateLabel] = [:]

    package init() {}

    /// The label of a leaf, without details and regions.
    package func label<S: ContextState>(of leaf: S) -> StateLabel where S.Family == S {
        let name = leaf.name
        if let label = labels[name], label.isLabel(of: leaf) { return label }
        if labels.count >= 500 { labels = [:] }  // Names with data may be endless.
        let label = StateLabel(leaf)
        labels[name] = label
        return label
    }
}
