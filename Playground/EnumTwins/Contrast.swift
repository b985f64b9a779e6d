import StateExploration

/// Two systems that should be the same.
public struct Contrast {
    public let name: String
    public let help: String
    /// Compares them, and returns the result as a text and as a truth value.
    public let compare: () throws(ExplorationError) -> (text: String, isEqual: Bool)
    /// Makes a page on which both are clicked through side by side; states that differ in their data are drawn as one.
    public let page: (_ title: String) throws(ExplorationError) -> String

    public init<Request>(_ name: String, _ help: String, _ left: MachineModel<Request>, _ right: MachineModel<Request>)
    {
        self.name = name
        self.help = help
        page = { title throws(ExplorationError) in
            try left.page(titled: title, beside: right, isMerged: true)
        }
        compare = { () throws(ExplorationError) in
            switch try left.compare(with: right) {
            case .agreement(let states, let cells):
                ("\(left.name) and \(right.name) agree: \(states) states, \(cells) cells", true)
            case .difference(let difference): ("\(difference)", false)
            }
        }
    }
}
