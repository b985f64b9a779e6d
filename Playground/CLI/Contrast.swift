import Contrast
import MachineModels
import StateExploration

/// Two forms of a machine that should behave the same, apart from known differences.
struct Contrast {
    let name: String
    let help: String
    /// Compares the two forms. Returns the result as a text, and true if they behave the same.
    let compare: () throws(ExplorationError) -> (text: String, isEqual: Bool)
    /// Makes an interactive page with both forms side by side. States that differ only in their data are drawn as one.
    let page: (_ title: String) throws(ExplorationError) -> String
    /// Explores the first form, and returns its graph.
    let graph: () throws(ExplorationError) -> StateGraph<String>

    /// Creates a contrast with a comparison that ends at the first difference.
    init(_ name: String, _ help: String, _ left: MachineModel<String>, _ right: MachineModel<String>) {
        self.init(name, help, left, right) { () throws(ExplorationError) in
            switch try left.compare(with: right) {
            case .agreement(let states, let cells):
                ("\(left.name) and \(right.name) agree: \(states) states, \(cells) cells", true)
            case .difference(let difference): ("\(difference)", false)
            }
        }
    }

    /// Creates a contrast with a comparison that finds all differences. `source` names the publication of both forms.
    init(
        _ name: String, _ help: String, _ left: MachineModel<String>, _ right: MachineModel<String>,
        from source: String
    ) {
        self.init(name, help, left, right) { () throws(ExplorationError) in
            let differences = try left.differences(from: right)
            let count = "\(differences.count) \(differences.count == 1 ? "difference" : "differences")"
            let title = "\(left.name) and \(right.name) of \(source): \(count)"
            return (([title] + differences.map(\.description)).joined(separator: "\n"), differences.isEmpty)
        }
    }

    private init(
        _ name: String, _ help: String, _ left: MachineModel<String>, _ right: MachineModel<String>,
        compare: @escaping () throws(ExplorationError) -> (text: String, isEqual: Bool)
    ) {
        self.name = name
        self.help = help
        self.compare = compare
        graph = { () throws(ExplorationError) in try left.explore() }
        page = { title throws(ExplorationError) in
            // Two charts next to each other have no room for effects; the journal has them.
            try left.page(titled: title, beside: right, DrawingStyle(isMerged: true, showsEffects: false))
        }
    }
}

extension Contrast {
    /// The small machines of the target `Contrast`, each in two forms.
    static var all: [Contrast] {
        [
            Contrast(
                "turnstile", "the turnstile as classes and as an enum", TurnstileModels.classes(),
                TurnstileModels.enum()),
            Contrast(
                "small-player", "a player of three states as classes and as an enum", PlayerModels.classes(),
                PlayerModels.enum()),
            Contrast(
                "player-hooks", "the same player as classes and as an enum with hooks", PlayerModels.classes(),
                PlayerModels.enumWithHooks()),
            Contrast(
                "player-by-hand", "the same player as classes, and the pattern as many articles write it",
                PlayerModels.classes(), PlayerModels.byHand()),
            Contrast(
                "small-socket", "a socket of seven states as classes and as nested enums", SocketModels.classes(),
                SocketModels.enum()),
            Contrast(
                "socket-published", "the code and the diagram of the article that the socket comes from",
                PublishedSocket.code(), PublishedSocket.diagram(), from: PublishedSocket.source),
        ]
    }
}
