import Contrast
import MachineModels
import StateExploration

/// Two forms of a machine that should behave the same, apart from known differences.
struct Contrast {
    let name: String
    let help: String
    let left, right: MachineModel<String>
    /// The publication of both forms.
    var source: String?

    /// Compares the two forms. Returns all differences as a text, and true if there are none.
    func compare() throws(ExplorationError) -> (text: String, isEqual: Bool) {
        if case .agreement(let states, let cells) = try left.compare(with: right) {
            return ("\(left.name) and \(right.name) agree: \(states) states, \(cells) cells", true)
        }
        let all = try left.differences(from: right)
        let count = "\(all.count) \(all.count == 1 ? "difference" : "differences")"
        let title = "\(left.name) and \(right.name)\(source.map { " of \($0)" } ?? ""): \(count)"
        return (([title] + all.map(\.description)).joined(separator: "\n"), false)
    }

    /// Makes an interactive page with both forms side by side. States that differ only in their data are drawn as one.
    func page(titled title: String) throws(ExplorationError) -> String {
        // Two charts next to each other have no room for effects; the journal has them.
        try left.page(titled: title, beside: right, DrawingStyle(isMerged: true, showsEffects: false))
    }
}

extension Contrast {
    /// The small machines of the target `Contrast`, each in two forms.
    static var all: [Contrast] {
        let players = [
            ("small-player", "a player of three states as classes and as an enum", PlayerModels.enum()),
            ("player-hooks", "the same player as classes and as an enum with hooks", PlayerModels.enumWithHooks()),
            ("player-runner", "the same player as classes and as an enum in a runner", PlayerModels.enumInRunner()),
            ("player-book", "the same player as classes, and as in “Design Patterns”", PlayerModels.book()),
            ("player-by-hand", "the same player as classes, and as in many articles", PlayerModels.byHand()),
        ].map { Contrast(name: $0, help: $1, left: PlayerModels.classes(), right: $2) }
        return players + [
            Contrast(
                name: "small-socket", help: "a socket of seven states as classes and as nested enums",
                left: SocketModels.classes(), right: SocketModels.enum()),
            Contrast(
                name: "socket-published", help: "the code and the diagram of the article that the socket comes from",
                left: PublishedSocket.code(), right: PublishedSocket.diagram(), source: PublishedSocket.source),
        ]
    }
}
