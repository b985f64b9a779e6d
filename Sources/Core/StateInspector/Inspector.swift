import Foundation
import StateExploration
import StatePattern

/// A server on this computer that shows running machines live in a browser.
///
/// `print(inspector)` prints the address to open. If the output is a pipe, call `fflush(nil)` afterwards.
///
/// The inspector only observes: a followed machine behaves as before. Each request costs the machine about three
/// microseconds, with or without a browser. A slow or hidden browser gets updates less often. Memory is bounded: see
/// ``InspectedMachine``.
///
/// The server listens only on the loopback interface. It answers only requests that name the server as their host, come
/// from its own page or from no page, and carry the token from its address. All other requests get the same refusal.
/// Closing or releasing the inspector closes its port; the machines continue without it.
public final class Inspector: Sendable, CustomStringConvertible {
    /// The address to open in a browser on this computer. It contains the token.
    package let url: URL

    private let server: PageServer
    private let hub: InspectorHub

    /// Starts an inspector, which listens on a port.
    ///
    /// In the REPL, and in a debugger that has stopped the program, nothing runs in the background. A stepwise
    /// inspector shows each request before you type the next one even there. Open its page while
    /// ``waitForPage(timeout:)`` waits.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1, or 0 for any free port.
    ///   - isStepwise: True if a request must return only after all visible pages have drawn it. It waits at most a
    ///     second.
    /// - Throws: An error that names the port if the port is taken.
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

    /// Closes the port and the browsers' connections, and ends the observation of all machines.
    public func close() {
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

    // MARK: Following

    /// Shows a context until it is gone or the inspector is closed.
    ///
    /// Call it where the context is isolated; only texts leave that isolation domain. If you follow a context twice,
    /// the page shows it twice.
    ///
    /// - Parameters:
    ///   - context: The context. The inspector does not keep it alive.
    ///   - name: The heading of the machine.
    ///   - diagram: The chart, such as `model.explore().merged()`; `nil` for a chart that grows with the machine's
    ///     transitions.
    /// - Returns: The machine on the page, which you can ignore.
    @discardableResult public func follow<S: ContextState>(
        _ context: Context<S>, named name: String, diagram: StateDiagram? = nil
    ) -> InspectedMachine where S.Family == S {
        // If this is called in a hook, the observer gets the current transition later.
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
        // The closure and the token hold each other until the observation ends. It ends with the context at the latest.
        var token: ObservationToken?
        token = context.observeRequests(for: machine, with: SequenceLog.tracer) { machine, _, record in
            withExtendedLifetime(end) {}
            regions.update()
            if !machine.record(record) { token?.cancel() }
        }
        return machine
    }

    /// Shows a machine that the inspector cannot observe itself, such as a machine that is no context.
    ///
    /// Report its requests with ``InspectedMachine/record(_:)``, or, if it is no context, with
    /// ``InspectedMachine/record(_:_:from:to:refusal:)``. The page shows the machine until you report its end with
    /// ``InspectedMachine/end()``.
    ///
    /// - Parameters:
    ///   - name: The heading of the machine.
    ///   - state: The path of its state, with a slash between a superstate and its substate.
    ///   - diagram: The chart; `nil` for a chart that grows with the machine's transitions.
    /// - Returns: The machine on the page, to which you report its requests.
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
