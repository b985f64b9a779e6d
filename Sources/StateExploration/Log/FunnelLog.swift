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

    private let clock: C
    private var finished: [Entry] = []
    private var entered: [String: C.Instant] = [:]

    /// Makes a log that observes `context` as long as the log is kept.
    ///
    /// A state that was entered before counts from the next time that it is entered.
    public init<S: ContextState>(of context: Context<S>, clock: C) where S.Family == S {
        self.clock = clock
        context.observe(for: self) { log, transition in log.record(transition) }
    }

    /// One entry for each state that was entered, in the order of the first time.
    public var entries: [Entry] {
        finished.map { entry in
            guard let start = entered[entry.state] else { return entry }
            var entry = entry
            entry.time += start.duration(to: clock.now)
            return entry
        }
    }

    private func record<S: ContextState>(_ transition: Context<S>.Transition) {
        let now = clock.now
        for state in transition.exited {
            guard let start = entered.removeValue(forKey: state.path) else { continue }
            finished[index(of: state.path)].time += start.duration(to: now)
        }
        for state in transition.entered {
            finished[index(of: state.path)].count += 1
            entered[state.path] = now
        }
    }

    private func index(of path: String) -> Int {
        if let index = finished.firstIndex(where: { $0.state == path }) { return index }
        finished.append(Entry(state: path, count: 0, time: .zero))
        return finished.count - 1
    }
}
