import Foundation
import StateExploration
import StatePattern

/// A server on this computer that shows running machines live in a browser.
///
/// `print(inspector)` prints the address to open. If the output is a pipe, call `fflush(nil)` afterwards.
///
/// It shows all machines of its ``log``. It only observes: a followed machine behaves as before. Each request costs the machine about three
/// microseconds, with or without a browser. A slow or hidden browser gets updates less often. Memory is bounded: see
/// ``InspectedMachine``.
///
/// The server listens only on the loopback interface. It answers only requests that name the server as their host, come
/// from its own page or from no page, and carry the token from its address. All other requests get the same refusal.
/// Closing or releasing the inspector closes its port; the machines continue without it.
public final class Inspector: Sendable, CustomStringConvertible {
    /// The address to open in a browser on this computer. It contains the token.
    package let url: URL

    /// The log that this inspector reads.
    public let log: RequestLog
    private let server: PageServer
    private let hub: InspectorHub

    /// Starts an inspector, which listens on a port.
    ///
    /// In the REPL, and in a debugger that has stopped the program, nothing runs in the background. A stepwise
    /// inspector shows each request before you type the next one even there. Open its page while
    /// ``waitForPage(timeout:)`` waits.
    ///
    /// - Parameters:
    ///   - log: The log to read.
    ///   - port: The port on 127.0.0.1, or 0 for any free port.
    ///   - isStepwise: True if a request must return only after all visible pages have drawn it. It waits at most a
    ///     second.
    /// - Throws: An error that names the port if the port is taken.
    public convenience init(
        of log: RequestLog = RequestLog(), port: UInt16 = 0, isStepwise: Bool = false
    ) throws {
        try self.init(of: log, port: port, stepTimeout: isStepwise ? .seconds(1) : nil)
    }

    init(of log: RequestLog = RequestLog(), port: UInt16, stepTimeout: Duration?) throws(InspectorError) {
        let listener = try ServerSocket(listeningOn: port)
        let access = AccessCheck(port: listener.port)
        let page = InspectorPage(nonce: AccessCheck.makeToken())
        let hub = InspectorHub(of: log, stepTimeout: stepTimeout)
        guard let url = URL(string: "http://127.0.0.1:\(access.port)/?token=\(access.token)") else {
            fatalError("Digits and letters are part of a URL.")
        }
        (self.url, self.hub, self.log) = (url, hub, log)
        server = try PageServer(listener, queue: hub.queue) { request, connection in
            switch access.verdict(on: request) {
            case .page: connection.finish(status: 200, headers: page.headers, body: page.text)
            case .updates: hub.open(connection, headers: page.headers)
            case .message:
                hub.receive(request.body)
                connection.finish(status: 200)
            case .refused: connection.finish(status: 403)
            }
        }
        log.add(self)
    }

    deinit { close() }

    /// Closes the port and the browsers' connections. The log continues without this inspector.
    public func close() {
        log.remove(self)
        server.close()
        hub.close()
    }

    /// The address to open, which contains the token.
    public var description: String { url.absoluteString }

    /// True while at least one page is open and not hidden.
    public var isWatched: Bool { hub.isPresent }

    /// Waits until a page is visible, and all visible pages have drawn the current state. Blocks the calling thread.
    ///
    /// Call it in the REPL, or in a short program, which would otherwise end before you can look.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Returns: False if the time is over, or the inspector is closed, before the pages have drawn the current state.
    @available(*, noasync, message: "It would keep a thread from all other tasks.")
    @discardableResult public func waitForPage(timeout: Duration = .seconds(60)) -> Bool {
        hub.waitUntilShown(timeout: timeout, needsPage: true)
    }

    /// The machine with a name in the ``log``; `nil` if there is none, or if it ended long ago.
    public subscript(name: String) -> InspectedMachine? { hub.machine(named: name) }
}

extension Inspector: RequestReader {
    package func begin<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)?
    ) -> () -> Void where Machine: Context<S> {
        // If this is called in a hook, the current transition comes later.
        let made = context.currentTransition
        let machine = show(
            name,
            MachineRecord(
                state: StateLabel(withRegionsOf: made?.source ?? context.state),
                wasEntered: context.isActive && made?.request != AnsweredRequest.activation, at: .now))
        let regions = RegionObservers(of: context, shownBy: machine)
        return { regions.update() }
    }

    package func begin(_ name: String, in state: String) {
        show(name, MachineRecord(state: StateLabel(state.cut), at: .now))
    }

    @discardableResult private func show(_ name: String, _ record: MachineRecord) -> InspectedMachine {
        let machine = InspectedMachine(name: name, record: record, hub: hub)
        hub.add(machine, named: name)
        return machine
    }

    package func read(_ request: AnsweredRequest, _ argument: Any?, of name: String) {
        let shown =
            self[name]
            ?? show(name, MachineRecord(state: request.source, wasEntered: !request.isActivation, at: .now))
        shown.read(request, argument)
    }

    package func end(_ name: String) { self[name]?.end() }
}
