import StateExploration

/// Two systems that should be the same.
public struct Contrast {
    public let name: String
    public let help: String
    /// Compares them, and returns the result as a text and as a truth value.
    public let compare: () throws(ExplorationError) -> (text: String, isEqual: Bool)
    /// Makes a page on which both are clicked through side by side; states that differ in their data are drawn as one.
    public let page: (_ title: String) throws(ExplorationError) -> String
    /// Explores the first form.
    public let graph: () throws(ExplorationError) -> any WritableGraph

    /// Creates a contrast with a comparison that ends at the first difference.
    public init<Request>(_ name: String, _ help: String, _ left: MachineModel<Request>, _ right: MachineModel<Request>)
    {
        self.init(name, help, left, right) { () throws(ExplorationError) in
            switch try left.compare(with: right) {
            case .agreement(let states, let cells):
                ("\(left.name) and \(right.name) agree: \(states) states, \(cells) cells", true)
            case .difference(let difference): ("\(difference)", false)
            }
        }
    }

    /// Creates a contrast with a comparison that finds all differences, between two forms of a machine from one source.
    public init<Request>(
        _ name: String, _ help: String, _ left: MachineModel<Request>, _ right: MachineModel<Request>,
        from source: String
    ) {
        self.init(name, help, left, right) { () throws(ExplorationError) in
            let differences = try left.differences(from: right)
            let count = "\(differences.count) \(differences.count == 1 ? "difference" : "differences")"
            let title = "\(left.name) and \(right.name) of \(source): \(count)"
            return (([title] + differences.map(\.description)).joined(separator: "\n"), differences.isEmpty)
        }
    }

    private init<Request>(
        _ name: String, _ help: String, _ left: MachineModel<Request>, _ right: MachineModel<Request>,
        compare: @escaping () throws(ExplorationError) -> (text: String, isEqual: Bool)
    ) {
        self.name = name
        self.help = help
        self.compare = compare
        graph = { () throws(ExplorationError) in try left.explore() }
        page = { title throws(ExplorationError) in
            // Two charts next to each other have no room for effects; the journal has them.
            try left.page(titled: title, beside: right, isMerged: true, showsEffects: false)
        }
    }
}
