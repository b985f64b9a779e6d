import StateExploration
import StatePattern
import Synchronization

/// A machine that an ``Inspector`` shows.
///
/// It keeps the latest 200 requests, the number of transitions and the time of each state, up to 500 states and 2,000
/// different transitions, and a chart of up to 60 states; texts are cut after 300 characters. What goes beyond is counted, not
/// kept. All methods may be called from anywhere.
public final class InspectedMachine: Sendable {
    /// The heading of the machine.
    public let name: String

    /// The record, guarded with the audience to tell; that is gone when the machine is no longer shown.
    private let content: Mutex<Content>

    private struct Content {
        var record: MachineRecord
        var audience: Audience?
        /// Set when the audience has looked; the next change wakes it, and clears this.
        var isAwaited = false
        var requests: RequestQueue?
        /// The paths of states, which take a while to make.
        var paths: [Lineage: String] = [:]
    }

    init(name: String, record: MachineRecord, audience: Audience) {
        self.name = name.cut
        content = Mutex(Content(record: record, audience: audience))
    }

    /// The path of the current state.
    public var state: String { content.withLock { $0.record.state } }

    /// The number of requests that were answered so far.
    public var requestCount: Int { content.withLock { $0.record.requestCount } }

    /// A text below the state, for data that changes between requests, such as a position; empty at first.
    public var detail: String {
        get { content.withLock { $0.record.detail } }
        set { change { $0.setDetail(newValue) } }
    }

    /// Adds what an observer of requests was told.
    ///
    /// - Returns: False when the machine is no longer shown, so that its observer can go.
    @discardableResult
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord) -> Bool where S.Family == S {
        let source = path(of: record.state)
        let refusal = record.refusal.map { "\($0)" }
        guard let made = record.transition else {
            return self.record(
                record.request, record.outcome, from: source, to: nil, exits: 0, entries: 0, refusal: refusal)
        }
        let (target, shared) = (path(of: made.target), made.sharedCounts)
        return self.record(
            record.request, record.outcome, from: source, to: target,
            exits: max(0, source.depth - shared.ofSource), entries: max(0, target.depth - shared.ofTarget),
            refusal: refusal)
    }

    /// The path of a state, which is made once for all states of the same classes.
    private func path<S: ContextState>(of state: S) -> String where S.Family == S {
        guard let lineage = Lineage(of: state) else { return state.path }
        if let path = content.withLock({ $0.paths[lineage] }) { return path }
        let path = state.path
        content.withLock { if $0.paths.count < MachineRecord.stateLimit { $0.paths[lineage] = path } }
        return path
    }

    /// Adds a request of a machine that is no context.
    ///
    /// - Parameters:
    ///   - request: The name of the request.
    ///   - outcome: Its outcome.
    ///   - source: The path of the state in which it was made.
    ///   - target: The path of the state that it led to, if it led to one.
    ///   - refusal: The reason of a refusal.
    /// - Returns: False when the machine is no longer shown.
    @discardableResult public func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String? = nil, refusal: String? = nil
    ) -> Bool {
        let (exits, entries) = target.map { MachineRecord.depths(from: source, to: $0) } ?? (0, 0)
        return record(
            request, outcome, from: source, to: target, exits: exits, entries: entries, refusal: refusal)
    }

    private func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String?, exits: Int, entries: Int,
        refusal: String?
    ) -> Bool {
        let now = ContinuousClock.now
        let audience = change { record in
            record.add(
                MachineRecord.Request(
                    name: request.cut, outcome: outcome, source: source.cut, target: target?.cut, exits: exits,
                    entries: entries, refusal: refusal?.cut),
                at: now)
        }
        if let audience, let timeout = audience.stepTimeout, audience.isPresent {
            audience.waitUntilShown(timeout: timeout)
        }
        return audience != nil
    }

    /// Offers requests as buttons on the page.
    ///
    /// - Parameters:
    ///   - commands: The requests, in the order of the buttons.
    ///   - perform: Makes a request, as it was clicked or typed: `seek 0:05`. Requests are made one at a time. It returns a
    ///     complaint, which the page shows, or `nil`.
    public func offer(_ commands: [Command], perform: @escaping @Sendable (_ request: String) async -> String?) {
        let queue = RequestQueue { [weak self] request in
            let complaint = await perform(request)
            self?.change { $0.setComplaint(complaint ?? "") }
        }
        content.withLock { $0.requests = queue }
        change { $0.setCommands(commands) }
    }

    /// Marks the machine as gone; it stays on the page until more recent ones take its place.
    public func end() { change { $0.end(at: .now) } }

    // MARK: The audience

    /// - Returns: The audience; `nil` if the machine is no longer shown.
    @discardableResult private func change(_ body: (inout MachineRecord) -> Void) -> Audience? {
        let (audience, isAwaited) = content.withLock { content in
            if content.audience != nil { body(&content.record) }
            defer { content.isAwaited = false }
            return (content.audience, content.isAwaited)
        }
        if isAwaited { audience?.tellNews() }
        return audience
    }

    /// Returns what is known now, and wakes the audience with the next change.
    func snapshot() -> MachineRecord {
        content.withLock { content in
            content.isAwaited = true
            return content.record
        }
    }

    /// Makes a request that came from a page.
    func request(_ text: String) {
        let isAccepted = content.withLock { $0.requests }?.add(text) ?? true
        if !isAccepted { change { $0.setComplaint("Too many requests wait; “\(text.cut)” was not made.") } }
    }

    /// Ends all of it, since the machine is no longer shown.
    func forget() {
        content.withLock { content in
            content.audience = nil
            content.requests = nil
        }
    }
}

extension InspectedMachine {
    /// A request that a page offers as a button, with a field for its argument if it takes one.
    public struct Command: Hashable, Sendable, Codable {
        /// The name of the request.
        public let name: String
        /// An argument to begin with; `nil` if the request takes none.
        public let argument: String?
        /// An explanation on one line.
        public let help: String

        /// Creates a command.
        public init(_ name: String, argument: String? = nil, help: String = "") {
            self.name = name
            self.argument = argument
            self.help = help
        }
    }
}
