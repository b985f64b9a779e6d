import CheckoutFlow
import MachineModels
import Messaging
import Navigation
import Playback
import SampleApp
import Sockets
import StateExploration
import StateInspector
import StatePattern

/// The bookshop with two readers: a page that shows all machines of both.
@MainActor final class ServedApp: Served {
    /// The inspected machines of a reader's device.
    private struct Shown {
        let device: Bookshop.Device
        let screens: InspectedMachine
        /// The name of the connection of the reader who is logged in; `nil` while no reader is logged in.
        var connection: String?
        /// The path of the visible screens at the last update, to notice changes.
        var path: String
    }

    private let bookshop: Bookshop
    private let inspector: Inspector
    private var shown: [Shown] = []

    init(with inspector: Inspector) async throws {
        bookshop = try Bookshop(readers: ["ada", "bob"])
        self.inspector = inspector
        bookshop.launch()
        for device in bookshop.devices { try await follow(device) }
    }

    private func follow(_ device: Bookshop.Device) async throws {
        let (app, log) = (device.app, inspector.log)
        let screens = inspector.shown(
            log.follow(named: "\(device.name): screens", in: app.stack.path),
            with: try NavigationMachine.overview.chart())
        screens.detail = Self.detail(of: app)
        let commands = bookshop.commands.map { ($0.name, $0.argument?.example, $0.help) }
        screens.offer(commands) { [weak self] in await self?.perform($0, $1, on: device) }
        log.follow(app.account, named: "\(device.name): account")
        let gate = log.follow(named: "\(device.name): gate", in: "\(TokenGate.Phase.loggedOut)")
        inspector[gate]?.diagram = try GateMachine.overview.chart()
        await device.service.sessions.observeRequests(for: log) { $0.record($1, of: gate) }
        shown.append(Shown(device: device, screens: screens, path: app.stack.path))
        let index = shown.count - 1
        app.account.observe(for: self) { served, _, _ in served.readerChanged(at: index) }
    }

    /// Follows the machines of a reader who has logged in. It ends the previous reader's socket on the page; that
    /// reader's other machines end by themselves.
    private func readerChanged(at index: Int) {
        let (name, reader) = (shown[index].device.name, shown[index].device.app.account.reader)
        let log = inspector.log
        if let connection = shown[index].connection { log.end(connection) }
        shown[index].connection = nil
        // The chart is made first: the session continues while it is made, and is not observed yet.
        guard let reader, let session = reader.session, let chart = try? SocketMachine.overview.chart() else { return }
        let connection = log.follow(named: "\(name): socket", in: "\(session.status.phase)")
        shown[index].connection = connection
        inspector[connection]?.diagram = chart
        Task { await session.observeRequests(for: log) { $0.record($1, of: connection) } }
        inspector[log.follow(reader.player, named: "\(name): player")]?.diagram = try? PlayerMachine.overview.chart()
        inspector[log.follow(reader.checkout.flow, named: "\(name): checkout")]?.diagram =
            try? CheckoutMachine.overview.chart()
    }

    private func perform(_ name: String, _ argument: String?, on device: Bookshop.Device) -> String? {
        guard let command = bookshop.commands.named(name, \.name) else { return nil }
        do throws(UsageError) {
            try command.perform(bookshop, device, argument ?? "")
            return nil
        } catch {
            return error.description
        }
    }

    func run() async {
        let tasks = shown.indices.map { index in
            Task { for await _ in shown[index].device.app.changes { show(index) } }
        }
        await withTaskCancellationHandler {
            for task in tasks { await task.value }
        } onCancel: {
            for task in tasks { task.cancel() }
        }
        await bookshop.end()
    }

    private func show(_ index: Int) {
        let (app, machine, path) = (shown[index].device.app, shown[index].screens, shown[index].path)
        if path != app.stack.path {
            inspector.log.record(
                app.takeJournal().joined(separator: ", "), .transitioned, from: path, to: app.stack.path,
                of: "\(shown[index].device.name): screens")
            shown[index].path = app.stack.path
        }
        machine.detail = Self.detail(of: app)
    }

    /// The lines of the visible screens, joined into one line.
    private static func detail(of app: SampleApp) -> String {
        app.stack.visible.flatMap(\.details).joined(separator: "; ").escaped
    }
}
