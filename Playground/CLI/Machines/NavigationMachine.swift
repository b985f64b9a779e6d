import MachineModels
import Navigation
import SampleApp
import StateExploration
import StateInspector
import StatePattern

/// The flow coordinators of a bookshop, with screens that are drawn as text.
final class NavigationMachine: Machine {
    static let name = "navigation"
    static let summary = "a flow coordinator, in a bookshop: log-in, tabs, a flow in detail, links from outside"

    private let app = SampleApp()
    private var tell: (ObservedRequest) -> Void = { _ in }
    /// The log that follows this machine, and the machine's name there; `nil` without a log.
    private var followed: (log: RequestLog, name: String)?

    init(inRealTime: Bool) { app.launch() }

    var state: String { app.stack.path }
    var stateInOverview: String { app.situation }
    var detail: String { app.situation == state ? app.flows.joined(separator: ", ") : "a link waits" }

    var remarkOnOverview: String? {
        guard let graph = try? Self.overview.graph(), !graph.states.contains(stateInOverview) else { return nil }
        return "Yours shows \(stateInOverview); the graph has book 7 only."
    }

    var picture: [String] { app.stack.picture }

    func takeEffects() -> [String] { app.takeJournal() }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        self.tell = tell
        report("launch", .transitioned, from: [], path: "Nothing")
    }

    func follow(in log: RequestLog) -> String {
        let name = log.follow(named: Self.name, in: stateInOverview)
        followed = (log, name)
        return name
    }

    fileprivate func perform(_ gesture: SampleApp.Gesture) -> Outcome {
        let (screens, path, situation) = (app.stack.screens, state, stateInOverview)
        let outcome = app.perform(gesture)
        report("\(gesture)", outcome, from: screens, path: path)
        if let (log, name) = followed {
            let target = outcome == .transitioned ? stateInOverview : nil
            log.record("\(gesture)", outcome, from: situation, to: target, of: name)
        }
        return outcome
    }

    /// Reports a request, with the screens that disappeared as exited states and the new screens as entered states.
    private func report(_ name: String, _ outcome: Outcome, from screens: [Screen], path: String) {
        let gone = screens.filter { screen in !app.stack.screens.contains { $0 === screen } }
        let new = app.stack.screens.filter { screen in !screens.contains { $0 === screen } }
        let change = ObservedTransition(
            source: path, target: state, exited: gone.reversed().map(\.title), entered: new.map(\.title))
        tell(
            ObservedRequest(
                name: name, outcome: outcome, transition: outcome == .transitioned ? change : nil,
                refusal: nil))
    }
}

extension NavigationMachine {
    static let commands: [Command<NavigationMachine>] = [
        form(.tap(.loggedIn), "on the log-in screen: enter"),
        form(.tap(.shelf), "on the tabs: look at the books"),
        form(.tap(.profile), "on the tabs: look at the profile"),
        Command("book", "<number>", example: "7", "on the shelf: look at a book", read: Bookshop.number) {
            $0.perform(.tap(.book($1)))
        },
        form(.tap(.reviews), "on a book: see what others think of it"),
        form(.tap(.close), "on a book or its reviews: back to the shelf, by the program"),
        form(.swipe, "swipe the top screen away, without asking the program"),
        form(.tap(.logOut), "on the profile: leave"),
        Command(
            "open", "<number>", example: "7", "follow a link from outside to the reviews of a book",
            read: Bookshop.number
        ) { $0.perform(.open($1)) },
    ]

    static let replay: Playground.Replay = { recording, name in
        try recording.replay(
            of: name,
            on: {
                let machine = NavigationMachine(inRealTime: false)
                machine.activate { _ in }
                return machine
            }, state: \.stateInOverview, perform: { (try? parse([$1]))?.first?.perform($0) })
    }

    static let inspections: [ShellCommand<NavigationMachine>] = [
        ShellCommand(name: "screens", help: "the screens, the top one first") { $0.picture },
        ShellCommand(name: "flows", help: "the flows that have not ended") { $0.app.flows },
    ]

    static let overview = Overview(
        model,
        // Effects would fill the chart with a log of all flows.
        showsEffects: false, promises: promises,
        and: {
            let lifecycle = try FlowLifecycle.model.explore()
            let title = "the lifecycle of each flow"
            return [try CheckedPromises(FlowLifecycle.promises, of: title, in: lifecycle)]
        })

    static var model: MachineModel<String> {
        MachineModel(
            {
                let app = SampleApp()
                app.launch()
                return app
            },
            named: "bookshop",
            requests: .init([
                SampleApp.Gesture.tap(.loggedIn), .tap(.shelf), .tap(.profile), .tap(.book(7)), .tap(.reviews),
                .tap(.close), .swipe, .tap(.logOut), .open(7),
            ]) { $0.perform($1) }, state: { $0.situation }, trace: { $0.takeJournal() })
    }

    static let promises: Promises<String> = [
        "no book is shown before a log-in":
            .precedes(.request("logIn"), .isIn("Shelf › Book 7", "Shelf › Book 7 › Reviews")),
        "after a log-out, only the log-in is shown":
            .never(
                !.isIn("Log in", "Log in, a link waits"), after: .outcome(.transitioned, of: "logOut"),
                until: .request("logIn")),
        "a link that waits is followed after the log-in":
            .leads(
                from: .isIn("Log in, a link waits"), to: .isIn("Shelf › Book 7 › Reviews"), fair: ["logIn"]),
        "a book is left by its button":
            .leads(from: .isIn("Shelf › Book 7"), to: .isIn("Shelf"), fair: ["close"]),
    ]

    static let tour: [(caption: String, requests: String)] = [
        (
            "The app shows its main flow; a user who is not logged in is asked to log in first.",
            "book 7 logIn"
        ),
        (
            "A link from outside that comes before log-in waits, and all its steps are carried out after it.",
            "open 7 logIn"
        ),
        (
            "Two flows in tabs; a screen that is covered cannot be tapped.",
            "logIn profile shelf book 7 profile book 8"
        ),
        (
            "A flow ends when its screens are swiped away; no code has to end it.",
            "logIn book 7 reviews swipe swipe book 8"
        ),
        (
            "A flow that ends forwards a last step to its parent: closed by the program, and logged out.",
            "logIn book 7 reviews close profile logOut logIn"
        ),
    ]

    private static func form(_ gesture: SampleApp.Gesture, _ help: String) -> Command<NavigationMachine> {
        Command("\(gesture)", help) { $0.perform(gesture) }
    }
}
