import Foundation
import StateExploration
import StatePattern

/// A server on this machine that shows running machines in a browser, live.
///
/// `print(inspector)` prints the address to open; into a pipe, call `fflush(nil)` after it.
///
/// It only observes: a followed machine behaves as before. Each request costs the machine about three microseconds,
/// with or without a browser. A slow or hidden browser gets updates less often. Memory is bounded: see
/// ``InspectedMachine``.
///
/// The server listens on the loopback interface alone. It answers only requests that name it as their host, come from
/// its own page or from none, and carry the token from its address. All others get the same refusal. Closing or
/// releasing the inspector closes its port; the machines continue without it.
public final class Inspector: Sendable, CustomStringConvertible {
    /// The address to open in a browser of this machine, with the token.
    package let url: URL

    private let server: PageServer
    private let hub: InspectorHub

    /// Begins to listen.
    ///
    /// In the REPL, and in a debugger that has stopped the program, nothing runs in the background. There, a stepwise
    /// inspector shows each request before you type the next one: open its page while ``waitForPage(timeout:)`` waits.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1, or 0 for any free port.
    ///   - isStepwise: True if a request returns only after all open pages that are not hidden have drawn it, within a
    ///     second at most.
    /// - Throws: An error that names the port, if it is taken.
    public convenience init(port: UInt16 = 0, isStepwise: Bool = false) throws {
        try self.init(port: port, stepTimeout: isStepwise ? .seconds(1) : nil)
    }

    init(port: UInt16, stepTimeout: Duration?) throws(InspectorError) {
        let listener = try ServerSocket(listeningOn: port)
        let access = AccessCheck(port: listener.port)
        let page = InspectorPage(nonce: AccessCheck.makeToken())
        let hub = InspectorHub(stepTimeout: stepTimeout)
        guard let url = URL(string: "http://127.0.0.1:\(access.port)/?token=\(access.token)") else {
            fatalError("Digits and letters are part of a URL.")
        }
        (self.url, self.hub) = (url, hub)
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
    }

    deinit { close() }

    /// Ends the port, the connections of browsers, and the observation of all machines.
    public func close() {
        server.close()
        hub.close()
    }

    /// The address to open.
    public var description: String { url.absoluteString }

    /// True while at least one page is open and not hidden.
    public var isWatched: Bool { hub.isPresent }

    /// Waits until a page is open and not hidden, and all such pages have drawn the current state. It blocks the
    /// calling thread.
    ///
    /// It is for the REPL, and for a short program, which would otherwise end before you can look.
    ///
    /// - Parameter timeout: The time to wait.
    /// - Returns: False if the time is over, or the inspector is closed, before a page has drawn everything.
    @available(*, noasync, message: "It would keep a thread from all other tasks.")
    @discardableResult public func waitForPage(timeout: Duration = .seconds(60)) -> Bool {
        hub.waitUntilShown(timeout: timeout, needsPage: true)
    }

    // MARK: Following

    /// Shows a context until it is gone or the inspector is closed.
    ///
    /// Call it where the context is isolated; only texts leave that domain. Following a context twice shows it twice.
    ///
    /// - Parameters:
    ///   - context: The context, which is not kept alive.
    ///   - name: The heading of the machine.
    ///   - diagram: The chart, such as `model.explore().merged()`; without one, the chart grows with the machine's
    ///     transitions.
    /// - Returns: The shown machine, which you can ignore.
    @discardableResult public func follow<S: ContextState>(
        _ context: Context<S>, named name: String, diagram: StateDiagram? = nil
    ) -> InspectedMachine where S.Family == S {
        // In a hook, the observer will get the current transition later.
        let made = context.currentTransition
        let wasEntered = context.isActive && made?.request != AnsweredRequest.activation
        let machine = show(
            name,
            MachineRecord(
                state: StateLabel(withRegionsOf: made?.source ?? context.state), wasEntered: wasEntered,
                diagram: diagram, at: .now),
            context: ObjectIdentifier(context))
        let end = EndOfContext(machine)
        let regions = RegionObservers(of: context, shownBy: machine)
        // The closure and the token hold each other until the observation ends, with the context at the latest.
        var token: ObservationToken?
        token = context.observeRequests(for: machine, with: SequenceLog.tracer) { machine, _, record in
            withExtendedLifetime(end) {}
            regions.update()
            if !machine.record(record) { token?.cancel() }
        }
        return machine
    }

    /// Shows a machine that the inspector cannot observe by itself.
    ///
    /// Report its requests with ``InspectedMachine/record(_:)``, or, if it is no context, with
    /// ``InspectedMachine/record(_:_:from:to:refusal:)``. It is shown until you report its end with
    /// ``InspectedMachine/end()``.
    ///
    /// - Parameters:
    ///   - name: The heading of the machine.
    ///   - state: The path of its state, with a slash between a superstate and its substate.
    ///   - diagram: The chart; without one, the chart grows with the machine's transitions.
    /// - Returns: The shown machine.
    public func follow(named name: String, in state: String, diagram: StateDiagram? = nil) -> InspectedMachine {
        show(name, MachineRecord(state: StateLabel(state.cut), diagram: diagram, at: .now))
    }

    private func show(_ name: String, _ record: MachineRecord, context: ObjectIdentifier? = nil) -> InspectedMachine {
        let machine = InspectedMachine(name: name, record: record, hub: hub, context: context)
        hub.add(machine)
        return machine
    }
}

/// Ends a machine when its context is gone: an observer of the context holds this object.
private final class EndOfContext {
    private weak var machine: InspectedMachine?
    init(_ machine: InspectedMachine) { self.machine = machine }
    deinit { machine?.end() }
}
