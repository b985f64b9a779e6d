import Foundation
import MachineModels
import StateExploration
import StateInspector
import StatePattern

/// A machine of the playground command.
@MainActor protocol Machine: AnyObject, SendableMetatype {
    static var name: String { get }
    static var summary: String { get }
    /// A line of advice at the start of the shell; `nil` if the machine needs none.
    static var hint: String? { get }
    /// All requests that can be typed, each with an example of its argument.
    static var commands: [Command<Self>] { get }
    /// The part of the system that makes the machine's reports, such as the engine of a player.
    static var reporter: String { get }
    /// Commands that show more of the machine, or set up a fault in its surroundings.
    static var inspections: [ShellCommand<Self>] { get }
    /// A sentence on what an undo loses in real time, because it creates the machine again; `nil` if it loses nothing.
    static var remarkOnUndo: String? { get }
    /// The mode in which the machine works on a real connection; `nil` if it has no such mode.
    static var live: LiveMode? { get }
    /// The machine's states and transitions, for drawings and checks.
    static var overview: Overview { get }
    /// The typed lines that the tour performs, each with a caption.
    static var tour: [(caption: String, requests: String)] { get }
    /// Makes the working machine that `serve` shows.
    static func makeServed(with inspector: Inspector) async throws -> any Served

    /// - Parameter inRealTime: True if events, such as the end of a track, happen by themselves; false if the user
    /// types them.
    init(inRealTime: Bool)

    /// The path of the current state.
    var state: String { get }
    /// The name that the overview has for the current state.
    var stateInOverview: String { get }
    /// A sentence on how this machine differs from the overview; `nil` if it does not.
    var remarkOnOverview: String? { get }
    /// The machine's data besides the state, on one line.
    var detail: String { get }
    /// The lines of the screen that a user would see. They are printed each time they have changed.
    var picture: [String] { get }

    /// Copies the inputs of another machine, such as the queue of a player, before this machine is activated.
    func prepare(asCopyOf machine: Self)
    /// Returns and removes the effects since the previous call.
    func takeEffects() -> [String]
    /// Enters the initial state. It passes the entry, and each request that is answered from then on, to `tell`.
    func activate(_ tell: @escaping (ObservedRequest) -> Void)
    /// Reports events, such as the end of a track, as requests, until the task is cancelled.
    func listen(_ perform: (Request<Self>) -> Void) async
    /// Lets a log follow the machine. Returns its name there.
    @discardableResult func follow(in log: RequestLog) -> String
    /// Makes the requests of a recording on a fresh machine.
    static var replay: Playground.Replay { get }
}

/// The typed form of a request: its name and, if it takes one, its argument.
struct Command<M: Machine> {
    let name: String
    let help: String
    /// The argument's placeholder in help, and an example to try the request with.
    let argument: (placeholder: String, example: String)?
    /// Reads the argument, and returns the closure that makes the request.
    ///
    /// The outcome is `nil` if the machine's surroundings carry the request out, and report it later.
    let make: @MainActor (_ argument: String) throws(UsageError) -> (@MainActor (M) -> Outcome?)

    init(_ name: String, _ help: String, perform: @escaping @MainActor (M) -> Outcome?) {
        self.name = name
        self.help = help
        argument = nil
        make = { _ in perform }
    }

    init<Value>(
        _ name: String, _ placeholder: String, example: String, _ help: String,
        read: @escaping @MainActor (String) throws(UsageError) -> Value,
        perform: @escaping @MainActor (M, Value) -> Outcome?
    ) {
        self.name = name
        self.help = help
        argument = (placeholder, example)
        make = { text throws(UsageError) in
            let value = try read(text)
            return { perform($0, value) }
        }
    }

    /// True if the request is a report of an event elsewhere, not a wish of a user.
    private(set) var isReport = false

    var asReport: Command {
        var copy = self
        copy.isReport = true
        return copy
    }

    var usage: String { argument.map { "\(name) \($0.placeholder)" } ?? name }
}

/// A typed request with its argument, ready to be made.
struct Request<M: Machine> {
    /// The typed text: `seek 0:30`.
    let text: String
    let perform: @MainActor (M) -> Outcome?
}

/// An error in the typed words, with the words that are possible.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Machine {
    static var live: LiveMode? { nil }
    static var hint: String? { nil }
    static var remarkOnUndo: String? { nil }
    static var reporter: String { "" }
    static var inspections: [ShellCommand<Self>] { [] }
    static func makeServed(with inspector: Inspector) async throws -> any Served {
        try ServedMachine<Self>(with: inspector)
    }
    var picture: [String] { [] }
    var remarkOnOverview: String? { nil }
    var stateInOverview: String { state }

    func prepare(asCopyOf machine: Self) {}
    func takeEffects() -> [String] { [] }
    func listen(_ perform: (Request<Self>) -> Void) async {}
}
