import StateInspector
import StatePattern

/// A machine at work on the page of `playground serve`.
@MainActor protocol Served: AnyObject, Sendable {
    /// Makes a request as it was clicked, and returns a complaint if there is something wrong with it.
    func perform(_ text: String) async -> String?
    /// Lets the machine work until the task is cancelled.
    func run() async
}

/// A machine of the playground, in real time, with a button for each request.
@MainActor final class ServedMachine<M: Machine>: Served {
    private let machine = M(inRealTime: true)
    private let shown: InspectedMachine
    private let inspector: Inspector

    init(with inspector: Inspector) throws {
        self.inspector = inspector
        machine.activate { _ in }
        shown = try machine.follow(with: inspector)
        shown.detail = machine.detail
        let commands = M.commands.map { command in
            InspectedMachine.Command(command.name, argument: command.argument?.example, help: command.help)
        }
        shown.offer(commands) { [weak served = self as any Served] text in await served?.perform(text) }
    }

    func perform(_ text: String) -> String? {
        // The argument is all that stands behind the name, with its spaces.
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        do throws(UsageError) {
            var complaint: String?
            for request in try M.parse(words) {
                let count = shown.requestCount
                if request.perform(machine) == .unhandled && shown.requestCount == count {
                    complaint = "\(request.text): there is nothing to report now"
                }
            }
            shown.detail = machine.detail
            return complaint
        } catch {
            return error.description
        }
    }

    func run() async {
        let events = Task { await machine.listen { _ = $0.perform(machine) } }
        defer { events.cancel() }
        while !Task.isCancelled {
            // Some of it, such as a position, changes by itself.
            if inspector.isWatched { shown.detail = machine.detail }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
