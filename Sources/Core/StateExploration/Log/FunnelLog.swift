import StatePattern

/// An observer that counts how often a machine enters each state, and measures the time that it spends there.
///
/// A funnel shows how far users get and where they stay. Superstates count as well as leaves, and the time in a
/// superstate contains the time in its substates.
///
/// ```swift
/// import StateExploration
/// import StatePattern
///
/// final class Lamp: Context<Lamp.State> {
///     class State: ContextState {
///         func didEnter(_ lamp: Lamp) {}
///         func willExit(_ lamp: Lamp) {}
///         func press(_ lamp: Lamp) -> Reaction<State> { .unhandled }
///     }
///
///     final class Off: State {
///         override func press(_ lamp: Lamp) -> Reaction<State> { .transition(to: lamp.on) }
///     }
///
///     final class On: State {
///         override func press(_ lamp: Lamp) -> Reaction<State> { .transition(to: lamp.off) }
///     }
///
///     let off = Off()
///     let on = On()
///
///     init() { super.init(initial: off) }
///
///     func press() { delegate { $0.press($1) } }
/// }
///
/// let lamp = Lamp()
/// let log = FunnelLog(of: lamp, clock: ContinuousClock())
/// for _ in 1...4 { lamp.press() }
/// for entry in log.entries { print(entry.state, entry.count) }
/// // Prints "Off 3"
/// // Prints "On 2"
/// ```
public final class FunnelLog<C: Clock> where C.Duration == Duration {
    /// The count and the time of one state.
    public struct Entry: Hashable, Sendable {
        /// The path of the state.
        public let state: String
        /// The number of times that the state was entered.
        public internal(set) var count: Int
        /// The time that the machine has spent in the state, up to now.
        public internal(set) var time: Duration

        public init(state: String, count: Int, time: Duration) {
            self.state = state
            self.count = count
            self.time = time
        }
    }

    private struct Row {
        var entry: Entry
        /// The time at which the state was entered, while the machine is in it.
        var start: C.Instant?
    }

    private let clock: C
    private var rows: [Row] = []
    /// The rows by the paths of their states.
    private var indices: [String: Int] = [:]
    /// The rows of the states that the machine is in, the innermost last; without those that were entered before.
    private var current: [Int] = []

    /// Makes a log that observes `context` as long as the log is kept.
    ///
    /// A state that was entered before counts from the next time that it is entered.
    public init<S: ContextState>(of context: Context<S>, clock: C) where S.Family == S {
        self.clock = clock
        context.observe(for: self) { log, _, transition in log.record(transition) }
    }

    /// One entry for each state that was entered, in the order of the first time.
    public var entries: [Entry] {
        rows.map { row in
            guard let start = row.start else { return row.entry }
            var entry = row.entry
            entry.time += start.duration(to: clock.now)
            return entry
        }
    }

    private func record<S: ContextState>(_ transition: Context<S>.Transition) {
        let now = clock.now
        for _ in transition.exited {
            guard let index = current.popLast() else { break }
            if let start = rows[index].start { rows[index].entry.time += start.duration(to: now) }
            rows[index].start = nil
        }
        var superstate: String?
        for state in transition.entered {
            let path = superstate.map { "\($0)/\(state.name)" } ?? state.path
            superstate = path
            let index = index(of: path)
            rows[index].entry.count += 1
            rows[index].start = now
            current.append(index)
        }
    }

    private func index(of path: String) -> Int {
        if let index = indices[path] { return index }
        indices[path] = rows.count
        rows.append(Row(entry: Entry(state: path, count: 0, time: .zero)))
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
