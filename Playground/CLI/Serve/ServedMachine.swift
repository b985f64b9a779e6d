import StateExploration
import StateInspector
import StatePattern

/// A running machine on the page of `playground serve`.
@MainActor protocol Served: AnyObject, Sendable {
    /// Runs the machine until the task is cancelled.
    func run() async
}

extension Inspector {
    /// The machine with a name that the log has returned, with a chart.
    func shown(_ name: String, with chart: StateDiagram) -> InspectedMachine {
        guard let machine = self[name] else { fatalError("An inspector shows each machine of its log.") }
        machine.diagram = chart
        return machine
    }
}

extension Served {
    /// Shows data that changes by itself, such as a position, while a page is open, until the task is cancelled.
    func showDetail(of machine: InspectedMachine, in inspector: Inspector, _ detail: () -> String) async {
        while !Task.isCancelled {
            if inspector.isWatched { machine.detail = detail() }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}

/// A machine of the playground that runs in real time and has a button for each request.
@MainActor final class ServedMachine<M: Machine>: Served {
    private let machine = M(inRealTime: true)
    private let shown: InspectedMachine
    private let inspector: Inspector

    init(with inspector: Inspector) throws {
        self.inspector = inspector
        machine.activate { _ in }
        shown = inspector.shown(machine.follow(in: inspector.log), with: try M.overview.chart())
        shown.detail = machine.detail
        let commands = M.commands.map { ($0.name, $0.argument?.example, $0.help) }
        shown.offer(commands) { [weak self] in await self?.perform($0, $1) }
    }

    /// Makes a request that a user has clicked. Returns a message if the request has a mistake, else `nil`.
    private func perform(_ name: String, _ argument: String?) -> String? {
        do throws(UsageError) {
            for request in try M.parse([name] + (argument.map { [$0] } ?? [])) { _ = request.perform(machine) }
            shown.detail = machine.detail
            return nil
        } catch {
            return error.description
        }
    }

    func run() async {
        let events = Task { await machine.listen { _ = $0.perform(machine) } }
        defer { events.cancel() }
        await showDetail(of: shown, in: inspector) { machine.detail }
    }
}
