import StatePattern
import Synchronization

/// The answered requests of machines in one order, each with the request that led to it.
///
/// Tools read a log: `Recorder` and `Inspector` of StateInspector, ``Coverage`` and ``FunnelLog``. Each makes a log of
/// its own, as `recorder.log`, unless you pass the one that another tool reads.
///
/// `print(log)` prints each request below the one that led to it: `2    crossing.walk: Waiting → Walking`. The recipe
/// “Several contexts” of StatePattern has an example.
///
/// A request is the consequence of another request in these cases:
///
/// - It is made while the other request is handled: by a state, a hook or an observer.
/// - It is made later by a task that was started while the other request was handled, even if the task runs for a long
///   time.
/// - It was deferred, and is tried again after a transition of the other request. Each try counts as a request.
///
/// All other requests belong to the client, such as requests of a timer, a queue of Dispatch or the consumer of a
/// stream.
///
/// Machines may live in several isolation domains. The log orders requests by the time at which their handling begins.
/// You can call all methods from any isolation domain, except for ``follow(_:named:saving:)``.
///
/// A tool keeps its log alive; the log keeps neither tools nor machines alive. A machine is followed until it or the
/// log is gone. A tool that is made later begins with each machine's next request.
public final class RequestLog: Sendable, CustomStringConvertible {
    struct Entry {
        let number: Int
        let cause: Int?
        let isLater: Bool
        let machine: String
        let answer: AnsweredRequest
    }

    private struct Content {
        /// Up to twice the limit, so that old entries are rarely removed from the front.
        var entries: [Entry] = []
        var dropped = 0
        /// The titles of machines, each with the number of machines that have it.
        var titles: [String: Int] = [:]
        var readers: [Reader] = []

        /// True if a machine has this name: as its title, or with the number after it.
        func isTaken(_ name: String) -> Bool {
            if titles[name] != nil { return true }
            guard let blank = name.lastIndex(of: " "), let number = Int(name[blank...].dropFirst()), number > 1
            else { return false }
            return titles[String(name[..<blank]), default: 1] >= number
        }

        mutating func makeName(_ title: String) -> String {
            var (name, number) = (title, titles[title] ?? 1)
            while isTaken(name) {
                number += 1
                name = "\(title) \(number)"
            }
            titles[title] = number
            return name
        }
    }

    private struct Reader { weak var reader: (any RequestReader)? }

    private let limit: Int
    private let content = Mutex(Content())
    /// The number of changes of the readers so far, so that a request need not lock the log to find them.
    private let changeCount = Atomic(0)

    /// Creates a log that follows no machine yet.
    ///
    /// - Parameter limit: The number of requests to keep. Each takes about 300 bytes.
    /// - Precondition: `limit` is not negative.
    public init(limit: Int = 1_000) {
        guard limit >= 0 else { fatalError("The limit of a log cannot be negative.") }
        self.limit = limit
    }

    // MARK: Machines

    /// Follows a context. Call it where the context is isolated.
    ///
    /// Each request of a followed context takes about one microsecond longer.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - title: The name of the machine. A second machine with this name is called `lamp 2`.
    ///   - saving: Returns the data of the machine for a recording; `nil` if there is none. It is called between
    ///     requests.
    /// - Returns: The name of the machine in the log.
    @discardableResult public func follow<Machine, S>(
        _ context: Machine, named title: String = "\(Machine.self)",
        saving: @escaping (Machine) -> (any Encodable)? = { _ in nil }
    ) -> String where Machine: Context<S> {
        let followed = FollowedContext(context, named: makeName(title), saving: saving, in: self)
        _ = context.observeRequests(for: self, with: RequestLog.tracer) { $0.read($2, of: followed) }
        return followed.name
    }

    private func read<S>(_ record: Context<S>.RequestRecord, of machine: FollowedContext) {
        let answer = machine.answer(record)
        add(answer, of: machine.name, from: machine.id)
        machine.read(answer, record.argument)
        if changeCount.load(ordering: .relaxed) != machine.changeCount { machine.update(in: self) }
    }

    /// Follows a machine that the log cannot observe itself, such as a context inside an actor, or a machine that is no
    /// context.
    ///
    /// Report its requests with ``record(_:of:)`` or ``record(_:_:from:to:refusal:of:)``, and its end with ``end(_:)``.
    ///
    /// - Parameters:
    ///   - title: The machine's name. A second machine with this name is called `lamp 2`.
    ///   - state: The path of its state, with a slash between a superstate and its substate.
    /// - Returns: The name of the machine in the log.
    @discardableResult public func follow(named title: String, in state: String) -> String {
        let name = makeName(title)
        for reader in readers { reader.begin(name, in: state) }
        return name
    }

    /// Adds a request of a context that you cannot pass to ``follow(_:named:saving:)``. Call it in a request observer.
    ///
    /// The log does not know the consequences of such a request.
    ///
    /// - Parameters:
    ///   - record: The request, from the observer.
    ///   - name: The name of the machine in the log.
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord, of name: String) where S.Family == S {
        self.record(AnsweredRequest(record, madeBy: .init(record, of: nil)), record.argument, of: name)
    }

    /// Adds a request of a machine that is no context.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - outcome: The outcome of the request.
    ///   - source: The path of the state that got the request.
    ///   - target: The path of the state after a transition; `nil` if there was no transition.
    ///   - refusal: The reason of a refusal; `nil` if there is none.
    ///   - name: The name of the machine in the log.
    public func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String? = nil, refusal: String? = nil,
        of name: String
    ) {
        record(AnsweredRequest(request, outcome, from: source, to: target, refusal: refusal), nil, of: name)
    }

    private func record(_ answer: AnsweredRequest, _ argument: Any?, of name: String) {
        let readers = content.withLock { content in
            if !content.isTaken(name) { content.titles[name] = 1 }
            return content.readers.compactMap(\.reader)
        }
        add(answer, of: name)
        for reader in readers { reader.read(answer, argument, of: name) }
    }

    /// Notes that a machine is gone. A followed context that is gone is noted without this.
    ///
    /// - Parameter name: The name of the machine in the log.
    public func end(_ name: String) { for reader in readers { reader.end(name) } }

    private func makeName(_ title: String) -> String { content.withLock { $0.makeName(title) } }

    // MARK: Readers

    /// Adds a tool that reads this log from now on.
    package func add(_ reader: any RequestReader) {
        content.withLock { content in
            content.readers.removeAll { $0.reader == nil }
            content.readers.append(Reader(reader: reader))
        }
        changeCount.add(1, ordering: .relaxed)
    }

    /// Removes a tool that was closed.
    package func remove(_ reader: any RequestReader) {
        content.withLock { $0.readers.removeAll { $0.reader == nil || $0.reader === reader } }
        changeCount.add(1, ordering: .relaxed)
    }

    private var readers: [any RequestReader] { content.withLock { $0.readers.compactMap(\.reader) } }

    /// The readers, and the number of their changes so far.
    func readersNow() -> (readers: [any RequestReader], changeCount: Int) {
        // In this order, a change in between is noticed later.
        let count = changeCount.load(ordering: .acquiring)
        return (readers, count)
    }

    // MARK: Requests

    /// The tracer that all logs share.
    package static var tracer: RequestTracer { TracedRequest.tracer }

    /// Adds an answered request.
    ///
    /// - Parameters:
    ///   - answer: The request.
    ///   - machine: The name of the machine.
    ///   - context: The context; `nil` if it is not observed with the tracer.
    private func add(_ answer: AnsweredRequest, of machine: String, from context: ObjectIdentifier? = nil) {
        content.withLock { content in
            var request = TracedRequest.answered(by: context)
            // Searched from the end, because most requests come last.
            var index = (content.entries.lastIndex { $0.number <= request.number } ?? -1) + 1
            // A deferred request is dropped while the deactivation is handled, so two requests have the same number.
            if content.entries[..<index].last.map({ ($0.number, $0.machine) == (request.number, machine) }) == true {
                request = .answered(by: nil)
                index = content.entries.count
            }
            content.entries.insert(
                Entry(
                    number: request.number, cause: request.cause, isLater: request.isLater, machine: machine,
                    answer: answer), at: index)
            if content.entries.count / 2 >= limit {
                content.dropped += content.entries.count - limit
                content.entries.removeFirst(content.entries.count - limit)
            }
        }
    }

    /// The latest requests in their order, and the number of all requests before them.
    func latest(_ count: Int) -> (entries: [Entry], dropped: Int) {
        content.withLock { content in
            let entries = content.entries.suffix(min(count, limit))
            return (Array(entries), content.dropped + entries.startIndex)
        }
    }
}
