import StatePattern
import Synchronization

/// The latest requests of several machines in one order, each with the request that led to it.
///
/// ```swift
/// import StateExploration
/// import StatePattern
///
/// final class Light: Context<Light.State> {
///     class State: ContextState {
///         func didEnter(_ light: Light) {}
///         func willExit(_ light: Light) {}
///         func turn(_ light: Light) -> Reaction { .unhandled }
///     }
///
///     final class Red: State {
///         override func didEnter(_ light: Light) { light.partner?.turn() }
///         override func turn(_ light: Light) -> Reaction { .transition(to: Green()) }
///     }
///
///     final class Green: State {
///         override func turn(_ light: Light) -> Reaction { .transition(to: Red()) }
///     }
///
///     var partner: Light?
///
///     init(_ state: State) { super.init(initial: state) }
///     func turn() { delegate(State.turn) }
/// }
///
/// let (cars, people) = (Light(Light.Green()), Light(Light.Red()))
/// let log = SequenceLog()
/// log.follow(cars, named: "cars")
/// log.follow(people, named: "people")
/// cars.activate()
/// people.activate()
/// cars.partner = people
/// cars.turn()
/// print(log)
/// // Prints "1  cars.activate: Green"
/// // Prints "2  people.activate: Red"
/// // Prints "3  cars.turn: Green → Red"
/// // Prints "4    people.turn: Red → Green"
/// ```
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
/// You can call all methods from any isolation domain.
public final class SequenceLog: Sendable, CustomStringConvertible {
    private struct Entry {
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
    }

    private let limit: Int
    private let content = Mutex(Content())

    /// Creates a log that follows no machine yet.
    ///
    /// - Parameter limit: The number of requests to keep. Each takes about 300 bytes.
    /// - Precondition: `limit` is not negative.
    public init(limit: Int = 1_000) {
        guard limit >= 0 else { fatalError("The limit of a log cannot be negative.") }
        self.limit = limit
    }

    /// Follows a context from now on, until the context or the log is gone.
    ///
    /// Call it where the context is isolated. The log does not keep the context alive. Each request of a followed
    /// context takes about one microsecond longer.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - name: The name of the machine. Machines with the same name share a lifeline.
    public func follow<S: ContextState>(_ context: Context<S>, named name: String) where S.Family == S {
        let (id, labels) = (ObjectIdentifier(context), LabelCache())
        _ = context.observeRequests(for: self, with: SequenceLog.tracer) { log, _, record in
            log.add(AnsweredRequest(record, labels: labels), of: name, from: id)
        }
    }

    /// Adds a request. Call it in a request observer if you cannot pass the context to ``follow(_:named:)``.
    ///
    /// The log does not know the consequences of such a request.
    ///
    /// - Parameters:
    ///   - record: The request, from the observer.
    ///   - name: The name of the machine.
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord, of name: String) where S.Family == S {
        add(AnsweredRequest(record), of: name)
    }

    /// The tracer that all logs share.
    package static var tracer: RequestTracer { TracedRequest.tracer }

    /// True if a context made its latest answered request itself, while it was handling another request.
    package static func isFollowUp(in context: ObjectIdentifier) -> Bool {
        TracedRequest.answered(by: context).isFollowUp
    }

    /// Returns a closure for a request observer that begins now: false in a request that had begun before.
    package static func beginning(of context: ObjectIdentifier) -> () -> Bool {
        let first = TracedRequest.countSoFar + 1
        return { TracedRequest.current.map { $0.context == context && $0.number >= first } ?? false }
    }

    /// Adds an answered request.
    ///
    /// - Parameters:
    ///   - answer: The request.
    ///   - machine: The name of the machine.
    ///   - context: The context; `nil` if it is not observed with the tracer.
    package func add(_ answer: AnsweredRequest, of machine: String, from context: ObjectIdentifier? = nil) {
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
}

extension SequenceLog {
    /// A request in a form for display.
    package struct Row: Encodable {
        /// The number of the request; the log's first request has the number 1.
        package let number: Int
        /// The row of the request that led to this one. `nil` if the client made this request, or if the row is no
        /// longer kept.
        package let cause: Int?
        /// True if the cause was over when it led to this request, or if this is another try of a deferred request.
        package let isLater: Bool
        /// The number of requests that were being handled when this request was made.
        package let depth: Int
        package let machine: String
        package let text: String
        package let isRefused: Bool
    }

    /// The latest requests, in the order in which they began to be handled.
    package var rows: [Row] {
        let (entries, first) = content.withLock { content in
            let entries = content.entries.suffix(limit)
            return (Array(entries), content.dropped + entries.startIndex)
        }
        let indices = Dictionary(zip(entries.map(\.number), entries.indices)) { first, _ in first }
        var rows: [Row] = []
        for (index, entry) in entries.enumerated() {
            let cause = entry.cause.flatMap { indices[$0] }
            let isLater = cause != nil && entry.isLater
            rows.append(
                Row(
                    number: first + index + 1, cause: cause, isLater: isLater,
                    depth: cause.map { isLater ? 0 : rows[$0].depth + 1 } ?? 0, machine: entry.machine.onOneLine,
                    text: entry.answer.text, isRefused: entry.answer.outcome.isRefusal))
        }
        return rows
    }

    /// The requests as lines, each indented below the request that led to it: `2 player.stop: Playing → Stopped`.
    ///
    /// A request that was made after its cause was over has a remark: `(later, from 2)`.
    public var description: String {
        let rows = rows
        let width = rows.last.map { "\($0.number)".count } ?? 0
        return rows.map { row in
            let number = String(repeating: " ", count: width - "\(row.number)".count) + "\(row.number)"
            let origin = row.isLater ? row.cause.map { " (later, from \(rows[$0].number))" } ?? "" : ""
            return
                "\(number)  \(String(repeating: "  ", count: row.depth))\(row.machine).\(row.text)\(origin)"
        }.joined(separator: "\n")
    }

    /// The requests as a Mermaid sequence diagram: a lifeline for each machine, and an arrow for each request.
    ///
    /// An open arrow is a request that was made after its cause was over. A cross is a refused or unhandled request.
    ///
    /// - Returns: The text, without a code fence.
    public func mermaid() -> String {
        let rows = rows
        var machines: [String] = []
        for row in rows where !machines.contains(row.machine) { machines.append(row.machine) }
        func id(_ machine: String) -> String { "m\((machines.firstIndex(of: machine) ?? 0) + 1)" }
        var lines = ["sequenceDiagram"]
        if let first = rows.first { lines.append("    autonumber \(first.number)") }
        if rows.contains(where: { $0.cause == nil }) { lines.append("    actor client") }
        lines += machines.map { "    participant \(id($0)) as \($0.escapedForMermaid)" }
        for row in rows {
            let arrow = row.isLater ? row.isRefused ? "--x" : "-)" : row.isRefused ? "-x" : "->>"
            let asker = row.cause.map { id(rows[$0].machine) } ?? "client"
            lines.append("    \(asker)\(arrow)\(id(row.machine)): \(row.text.escapedForMermaid)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
