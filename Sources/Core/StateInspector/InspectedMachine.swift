import StateExploration
import StatePattern
import Synchronization

/// A machine that an ``Inspector`` shows.
///
/// Its memory is bounded: the latest 50 requests, of this machine and of all machines together; visits and times of 500
/// states; 2,000 different transitions; 100 commands. Texts are cut after 300 Unicode scalars; earlier requests are
/// only counted. A chart that grows with the machine's transitions has up to 66 states and 333 transitions, a third of
/// the limits of `StateDiagram.svg(marking:)`. All methods may be called from anywhere.
public final class InspectedMachine: Sendable, CustomStringConvertible {
    /// The heading of the machine.
    package let name: String

    /// The requests of all machines.
    private let log: SequenceLog
    /// The context, if the tracer of the log observes it.
    private let context: ObjectIdentifier?

    /// The record and the hub that shows it; without a hub, the machine is no longer shown.
    private let content: Mutex<Content>

    private struct Content {
        var record: MachineRecord
        var hub: InspectorHub?
        /// True after the hub has taken a snapshot. The next change wakes the hub and resets this.
        var isAwaited = false
        var clicks: ClickQueue?
        /// Makes one of the offered requests.
        var perform: (@Sendable (_ name: String, _ argument: String?) async -> String?)?
    }

    init(name: String, record: MachineRecord, hub: InspectorHub, context: ObjectIdentifier? = nil) {
        (self.name, log, self.context) = (name.cut, hub.log, context)
        content = Mutex(Content(record: record, hub: hub))
    }

    /// The path of the current state.
    package var state: String { content.withLock { "\($0.record.state)" } }

    /// The heading and the state on one line: `turnstile: Unlocked`.
    public var description: String { "\(name): \(state)".onOneLine }

    /// The number of requests that were answered so far.
    package var requestCount: Int { content.withLock { $0.record.requestCount } }

    /// A text next to the state, for data that changes between requests, such as a position; empty at first.
    public var detail: String {
        get { content.withLock { $0.record.detail } }
        set { change { $0.setDetail(newValue) } }
    }

    /// Adds the record from a request observer.
    ///
    /// - Returns: False if the machine is no longer followed, so that its observer can end.
    @discardableResult
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord) -> Bool where S.Family == S {
        let answered = AnsweredRequest(record).cut
        let leaf = record.transition?.target ?? record.state
        let state = (answered.target ?? answered.source).withRegions(of: leaf).cut
        var request = answered
        if request.target != nil { request.target = state }
        return add(answered) { shown, now in
            // The states of its regions are known from before.
            if shown.state.withoutRegions == request.source { request.source = shown.state }
            shown.add(request, at: now)
            shown.setRegions(of: state, at: now)
        }
    }

    /// Adds the record from a request observer of a region.
    ///
    /// - Parameters:
    ///   - record: The request to the context of the region.
    ///   - region: The region's name, after the names of the regions around it.
    ///   - state: The state of the machine after the request, with all regions.
    func record<S: ContextState>(
        _ record: Context<S>.RequestRecord, ofRegion region: String, leadingTo state: StateLabel
    ) where S.Family == S {
        var request = AnsweredRequest(record).cut
        if request.isActivation { return }  // It belongs to the entry or the exit of the state around the region.
        request.part = .init(region: region.cut, source: request.source, target: request.target)
        if request.target != nil { request.target = state.cut }
        add(nil) { shown, now in
            request.source = shown.state
            shown.add(request, at: now)
        }
    }

    /// Adds a request of a machine that is no context.
    ///
    /// - Parameters:
    ///   - request: The name of the request.
    ///   - outcome: Its outcome.
    ///   - source: The path of the state before the request.
    ///   - target: The path of the state that a transition led to.
    ///   - refusal: The reason of a refusal.
    /// - Returns: False if the machine is no longer followed.
    @discardableResult public func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String? = nil, refusal: String? = nil
    ) -> Bool {
        let answered = AnsweredRequest(request, outcome, from: source, to: target, refusal: refusal)
        return add(answered) { $0.add(answered, at: $1) }
    }

    // Adds an optional request to the log of all machines, and a change to the record of this machine.
    @discardableResult private func add(
        _ request: AnsweredRequest?, _ add: (inout MachineRecord, _ now: ContinuousClock.Instant) -> Void
    ) -> Bool {
        let now = ContinuousClock.now
        let hub = change { record in
            if let request { log.add(request, of: name, from: context) }
            add(&record, now)
        }
        if let hub, let timeout = hub.stepTimeout, hub.isPresent {
            hub.waitUntilShown(timeout: timeout, needsPage: false)
        }
        return hub != nil
    }

    /// Offers requests as buttons on the page, in place of the buttons before.
    ///
    /// - Parameters:
    ///   - commands: The requests, in the order of the buttons.
    ///   - perform: Makes a request, given the name of a command and its typed argument. Requests are made one at a
    ///     time, and up to 32 wait. Returns a complaint for the page, or `nil`.
    public func offer(
        _ commands: [Command], perform: @escaping @Sendable (_ name: String, _ argument: String?) async -> String?
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
        change { $0.setCommands(commands) }
    }

    private func perform(_ click: Click) async {
        let perform = content.withLock { content in
            content.record.commands.contains { $0.name == click.name } ? content.perform : nil
        }
        if let complaint = await perform?(click.name, click.argument) {
            change { $0.setComplaint("\(click.text): \(complaint)") }
        }
    }

    /// Marks the machine as gone and ends its record. It stays on the page until twenty machines have ended later.
    public func end() {
        let hub = change { $0.end(at: .now) }
        endRequests()
        hub?.machineEnded(self)
    }

    // MARK: The hub

    /// - Returns: The hub; `nil` if the machine is no longer followed.
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

    /// Returns the record, and lets the next change wake the hub.
    func snapshot() -> MachineRecord {
        content.withLock { content in
            content.isAwaited = true
            return content.record
        }
    }

    /// Makes a request from a page, if it was offered.
    func request(_ click: Click) {
        let queue = content.withLock { content in
            content.record.commands.contains { $0.name == click.name } ? content.clicks : nil
        }
        guard let queue else { return }
        change { $0.setComplaint("") }
        if !queue.add(click) { change { $0.setComplaint("\(click.text): too many requests wait") } }
    }

    /// Ends the machine's requests and its connection to the hub, which no longer shows it.
    func forget() {
        content.withLock { $0.hub = nil }
        endRequests()
    }

    private func endRequests() {
        let old = content.withLock { content in
            defer { (content.clicks, content.perform) = (nil, nil) }
            return (content.clicks, content.perform)
        }
        // Outside the lock, as above: this cancels the current request.
        withExtendedLifetime(old) {}
    }

    /// A request from a click.
    struct Click: Sendable {
        let name: String
        let argument: String?

        var text: String { argument.map { "\(name) \($0)" } ?? name }
    }
}

extension InspectedMachine {
    /// A request that a page offers as a button, with a field for an argument.
    public struct Command: Hashable, Sendable {
        /// The name of the request.
        package let name: String
        /// The argument that is in the field at first; `nil` if the request takes none.
        package let exampleArgument: String?
        /// An explanation on one line.
        package let help: String

        /// Creates a command.
        public init(_ name: String, exampleArgument: String? = nil, help: String = "") {
            self.name = name
            self.exampleArgument = exampleArgument
            self.help = help
        }
    }
}
