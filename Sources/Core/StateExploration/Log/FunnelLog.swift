import StatePattern

/// An observer that counts how often a machine enters each state, and measures the time that it spends there.
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
/// let times = FunnelLog(of: lamp, clock: ContinuousClock())
/// for _ in 1...4 { lamp.press() }
/// for entry in times.entries { print(entry.state, entry.count) }
/// // Prints "Off 3"
/// // Prints "On 2"
/// ```
public final class FunnelLog<C: Clock> where C.Duration == Duration {
    private struct Row {
        let state: StateLabel
        var count = 0
        var time = Duration.zero
        /// The time of the latest entry; `nil` while the machine is not in the state.
        var start: C.Instant?
    }

    private let clock: C
    private var rows: [Row] = []
    /// The index of each state's row.
    private var indices: [StateLabel: Int] = [:]
    /// The rows of the active states, innermost last. States that were entered before the log was made are missing.
    private var current: [Int] = []

    /// Creates a log that observes `context` while the log lives.
    ///
    /// The state in which the context is already counts only from its next entry.
    public init<S: ContextState>(of context: Context<S>, clock: C) where S.Family == S {
        self.clock = clock
        context.observe(for: self) { times, _, transition in times.record(transition) }
    }

    /// The states in the order of their first entries, with the number of entries and the time so far.
    ///
    /// `state` is the state's path. If two states have the same path, it also contains the types around them.
    public var entries: [(state: String, count: Int, time: Duration)] {
        zip(StateLabel.distinct(labels), rows).map { state, row in
            (state.path, row.count, row.time + (row.start.map { $0.duration(to: clock.now) } ?? .zero))
        }
    }

    /// The states of ``entries``, in the same order.
    var labels: [StateLabel] { rows.map(\.state) }

    private func record<S: ContextState>(_ transition: Context<S>.Transition) {
        let now = clock.now
        for _ in transition.exited {
            guard let index = current.popLast() else { break }
            if let start = rows[index].start { rows[index].time += start.duration(to: now) }
            rows[index].start = nil
        }
        var superstate: StateLabel?
        for state in transition.entered {
            let label = superstate?.label(ofSubstate: state) ?? StateLabel(state)
            superstate = label
            let index = index(of: label)
            rows[index].count += 1
            rows[index].start = now
            current.append(index)
        }
    }

    private func index(of state: StateLabel) -> Int {
        if let index = indices[state] { return index }
        indices[state] = rows.count
        rows.append(Row(state: state))
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
