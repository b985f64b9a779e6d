import StatePattern

/// A machine of one class, with states that are named by data; in a tree, they lie in blocks of ten, and these in the
/// table.
final class Table: Context<Table.Row> {
    final class Row: ContextState {
        let name: String
        let superstate: Row?
        init(_ name: String, in superstate: Row? = nil) { (self.name, self.superstate) = (name, superstate) }
        var initialSubstate: Row? { nil }
        func didEnter(_ table: Table) {}
        func willExit(_ table: Table) {}
        func go(_ table: Table, to target: Row) -> Reaction { .transition(to: target) }
    }

    private let rows: [Row]

    init(rows count: Int, named name: String = "Row", isTree: Bool = false) {
        let table = Row("Table")
        let blocks = (0...count / 10).map { Row("Block \($0)", in: table) }
        rows = (0..<count).map { Row("\(name) \($0)", in: isTree ? blocks[$0 / 10] : nil) }
        super.init(initial: rows[0])
    }

    func go(to row: Int) { delegate(Row.go, rows[row]) }
}
