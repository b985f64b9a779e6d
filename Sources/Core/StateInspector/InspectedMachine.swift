import StateExploration
import StatePattern
import Synchronization

/// A machine that an ``Inspector`` shows.
///
/// Its memory is bounded. It keeps the latest 50 requests of this machine; earlier requests are only counted. It also keeps the visits and times of 500 states, 2,000 different
/// transitions, and 100 commands. Texts are cut after 300 Unicode scalars. A chart that grows with the machine's
/// transitions has up to 66 states and 333 transitions, a third of the limits of `StateDiagram.svg(marking:)`. You can
/// call all methods from any isolation domain.
public final class InspectedMachine: Sendable, CustomStringConvertible {
    /// The machine's heading on the page.
    package let name: String

    /// The record, and the hub that shows it. Without a hub, the machine is no longer shown.
    private let content: Mutex<Content>

    private struct Content {
        var record: MachineRecord
        var hub: InspectorHub?
        /// True after the hub has taken a snapshot. The next change sets it to false and wakes the hub.
        var isAwaited = false
        var clicks: ClickQueue?
        /// Makes one of the offered requests, and returns a message about a mistake, or `nil`.
        var perform: (@Sendable (_ name: String, _ argument: String?) async -> String?)?
    }

    init(name: String, record: MachineRecord, hub: InspectorHub) {
        self.name = name.cut
        content = Mutex(Content(record: record, hub: hub))
    }

    /// The path of the current state.
    package var state: String { content.withLock { "\($0.record.state)" } }

    /// The heading and the state on one line: `turnstile: Unlocked`.
    public var description: String { "\(name): \(state)".onOneLine }

    /// The number of requests that the machine has answered so far.
    package var requestCount: Int { content.withLock { $0.record.requestCount } }

    /// The chart, such as `model.explore().merged()`; `nil`, as at first, for a chart that grows with the machine's
    /// transitions.
    public var diagram: StateDiagram? {
        get { content.withLock { $0.record.diagram } }
        set { change { $0.setDiagram(newValue) } }
    }

    /// A text that the page shows next to the state, for data that changes between requests, such as a position.
    public var detail: String {
        get { content.withLock { $0.record.detail } }
        set { change { $0.setDetail(newValue) } }
    }

    /// Adds a request. The journal shows its argument as well.
    func read(_ request: AnsweredRequest, _ argument: Any? = nil) {
        let call = argument.map { Recording.call(request.name, $0) }
        var request = request.cut
        if request.target != nil { request.target = request.place }
        add { shown, now in
            // The source has no regions in the record. They are known if the source is the state that is shown.
            if shown.state.withoutRegions == request.source { request.source = shown.state }
            shown.add(request, as: call, at: now)
            shown.setRegions(of: request.place, at: now)
        }
    }

    /// Adds a request to a region, with the record from the region's request observer.
    ///
    /// - Parameters:
    ///   - record: The request to the region's context.
    ///   - region: The region's path: the names of the regions around it, and its own name.
    ///   - state: The state of the machine after the request, with all regions.
    func record<S: ContextState>(
        _ record: Context<S>.RequestRecord, ofRegion region: String, leadingTo state: StateLabel
    ) where S.Family == S {
        var request = AnsweredRequest(record, madeBy: .client).cut
        if request.isActivation { return }  // It belongs to the entry or the exit of the state around the region.
        request.part = .init(region: region.cut, source: request.source, target: request.target)
        if request.target != nil { request.target = state.cut }
        add { shown, now in
            request.source = shown.state
            shown.add(request, at: now)
        }
    }

    private func add(_ add: (inout MachineRecord, _ now: ContinuousClock.Instant) -> Void) {
        let now = ContinuousClock.now
        let hub = change { add(&$0, now) }
        if let hub, let timeout = hub.stepTimeout, hub.isPresent {
            hub.waitUntilShown(timeout: timeout, needsPage: false)
        }
    }

    /// Offers requests as buttons on the page, which replace the previous buttons.
    ///
    /// - Parameters:
    ///   - commands: The requests, in the order of the buttons. A request with an example of its argument has a text
    ///     field, which contains the example at first. The page shows the help, an explanation on one line.
    ///   - perform: Makes a request, given the name of a command and its typed argument. It returns a message for the
    ///     page if the request has a mistake, else `nil`. It is called for one request at a time, while up to 32 wait.
    public func offer(
        _ commands: [(name: String, example: String?, help: String)],
        perform: @escaping @Sendable (_ name: String, _ argument: String?) async -> String?
    ) {
        let old = content.withLock { content in
            defer {
                if content.hub != nil && !content.record.hasEnded {
                    content.perform = perform
                    content.clicks =
                        content.clicks ?? ClickQueue { [weak self] click in await self?.perform(click) }
                }
            }
            return content.perform
        }
        withExtendedLifetime(old) {}  // Released outside the lock: its captures may use this machine.
        change { $0.setCommands(commands.map { Command(name: $0, exampleArgument: $1, help: $2) }) }
    }

    private func perform(_ click: Click) async {
        let perform = content.withLock { content in
            content.record.commands.contains { $0.name == click.name } ? content.perform : nil
        }
        if let complaint = await perform?(click.name, click.argument) {
            change { $0.setComplaint("\(click.text): \(complaint)") }
        }
    }

    /// Marks the machine as gone and ends its record. The page shows it until twenty further machines have ended.
    func end() {
        let hub = change { $0.end(at: .now) }
        endRequests()
        hub?.machineEnded(self)
    }

    // MARK: The hub

    /// - Returns: The hub; `nil` if the machine is no longer followed, so that nothing was changed.
    @discardableResult private func change(_ body: (inout MachineRecord) -> Void) -> InspectorHub? {
        let (hub, isAwaited) = content.withLock { content -> (InspectorHub?, Bool) in
            guard let hub = content.hub, !content.record.hasEnded else { return (nil, false) }
            body(&content.record)
            defer { content.isAwaited = false }
            return (hub, content.isAwaited)
        }
        if isAwaited { hub?.scheduleUpdate() }
        return hub
    }

    /// Returns the record, and lets the next change of the machine wake the hub.
    func snapshot() -> MachineRecord {
        content.withLock { content in
            content.isAwaited = true
            return content.record
        }
    }

    /// Makes a request from a page. A request that was not offered is ignored.
    func request(_ click: Click) {
        let queue = content.withLock { content in
            content.record.commands.contains { $0.name == click.name } ? content.clicks : nil
        }
        guard let queue else { return }
        change { $0.setComplaint("") }
        if !queue.add(click) { change { $0.setComplaint("\(click.text): too many requests wait") } }
    }

    /// Ends the machine's requests, and removes its reference to the hub, which no longer shows it.
    func forget() {
        content.withLock { $0.hub = nil }
        endRequests()
    }

    private func endRequests() {
        let old = content.withLock { content in
            defer { (content.clicks, content.perform) = (nil, nil) }
            return (content.clicks, content.perform)
        }
        // Released outside the lock, because this cancels the current request, whose captures may use this machine.
        withExtendedLifetime(old) {}
    }

    /// A click on a request's button.
    struct Click: Sendable {
        let name: String
        let argument: String?

        var text: String { argument.map { "\(name) \($0)" } ?? name }
    }
}

extension InspectedMachine {
    /// A request that a page offers as a button, with a text field if it takes an argument.
    struct Command: Hashable, Sendable {
        let name: String
        /// The argument that the text field contains at first; `nil` if the request takes no argument.
        let exampleArgument: String?
        let help: String
    }
}
