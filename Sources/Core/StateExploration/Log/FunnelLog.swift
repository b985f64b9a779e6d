import Synchronization

/// A reader of a ``RequestLog`` that counts how often a machine enters each state, and measures the time that it spends there.
///
/// It shows how far users get, and where they stay. Both leaves and superstates are counted. The time in a superstate
/// contains the time in its substates.
///
/// ```swift
/// import StateExploration
/// import StatePattern
///
/// final class Lamp: Context<Lamp.State> {
///     class State: ContextState {
///         func didEnter(_ lamp: Lamp) {}
///         func willExit(_ lamp: Lamp) {}
///         func press(_ lamp: Lamp) -> Reaction { .unhandled }
///     }
///
///     final class Off: State {
///         override func press(_ lamp: Lamp) -> Reaction { .transition(to: lamp.on) }
///     }
///
///     final class On: State {
///         override func press(_ lamp: Lamp) -> Reaction { .transition(to: lamp.off) }
///     }
///
///     let off = Off()
///     let on = On()
///
///     init() { super.init(initial: off) }
///
///     func press() { delegate(State.press) }
/// }
///
/// let lamp = Lamp()
/// let times = FunnelLog(of: "lamp", clock: ContinuousClock())
/// times.log.follow(lamp, named: "lamp")
/// for _ in 1...4 { lamp.press() }
/// for entry in times.entries { print(entry.state, entry.count) }
/// // Prints "Off 3"
/// // Prints "On 2"
/// ```
public final class FunnelLog<C: Clock>: Sendable where C.Duration == Duration {
    fileprivate struct Row {
        let state: StateLabel
        var count = 0
        var time = Duration.zero
        /// The time of the latest entry; `nil` while the machine is not in the state.
        var start: C.Instant?
    }

    fileprivate struct Content {
        var rows: [Row] = []
        /// The index of each state's row.
        var indices: [StateLabel: Int] = [:]
        /// The rows of the active states, innermost last. States that were entered before the log was made are missing.
        var current: [Int] = []
    }

    /// The log that this one reads.
    public let log: RequestLog
    private let machine: String
    private let clock: C
    private let content = Mutex(Content())

    /// Creates a log of the states of one machine.
    ///
    /// The state in which the machine is already counts only from its next entry.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine in the log.
    ///   - log: The log to read.
    ///   - clock: The clock for the times.
    public init(of machine: String, in log: RequestLog = RequestLog(), clock: C) {
        (self.machine, self.log, self.clock) = (machine, log, clock)
        log.add(self)
    }

    /// The states in the order of their first entries, with the number of entries and the time so far.
    ///
    /// `state` is the state's path. If two states have the same path, it also contains the types around them.
    public var entries: [(state: String, count: Int, time: Duration)] {
        let rows = content.withLock { $0.rows }
        return zip(StateLabel.distinct(rows.map(\.state)), rows).map { state, row in
            (state.path, row.count, row.time + (row.start.map { $0.duration(to: clock.now) } ?? .zero))
        }
    }

    /// The states of ``entries``, in the same order.
    var labels: [StateLabel] { content.withLock { $0.rows.map(\.state) } }
}

extension FunnelLog: RequestReader {
    package func read(_ request: AnsweredRequest, _ argument: Any?, of name: String) {
        guard name == machine, request.exits + request.entries > 0 else { return }
        let now = clock.now
        content.withLock { $0.record(request, at: now) }
    }
}

extension FunnelLog.Content {
    fileprivate mutating func record(_ request: AnsweredRequest, at now: C.Instant) {
        for _ in 0..<request.exits {
            guard let index = current.popLast() else { break }
            if let start = rows[index].start { rows[index].time += start.duration(to: now) }
            rows[index].start = nil
        }
        for state in (request.target?.ancestry ?? []).suffix(request.entries) {
            let index = index(of: state)
            rows[index].count += 1
            rows[index].start = now
            current.append(index)
        }
    }

    private mutating func index(of state: StateLabel) -> Int {
        if let index = indices[state] { return index }
        indices[state] = rows.count
        rows.append(.init(state: state))
        return rows.count - 1
    }
}

extension FunnelLog: CustomStringConvertible {
    /// A line for each entry: `Off: entered 3 times, 1s 500ms`.
    public var description: String {
        entries.map { entry in
            "\(entry.state.onOneLine): entered \(entry.count == 1 ? "once" : "\(entry.count) times"), \(entry.time.text)"
        }.joined(separator: "\n")
    }
}
