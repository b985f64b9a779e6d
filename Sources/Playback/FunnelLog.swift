import StatePattern

/// How often each state of a machine was entered, and for how long the machine was in it: an observer.
///
/// A funnel shows where users get to and where they stay. Superstates count as well as leaves, and the time in a
/// superstate contains that in its substates.
///
/// ```swift
/// import Playback
///
/// let player = Player()
/// let log = FunnelLog(of: player, clock: ContinuousClock())
/// player.load([Track("Aria", duration: .seconds(8))])
/// player.play()
/// player.pause()
/// player.play()
/// for entry in log.entries { print(entry.state, entry.count) }
/// // Prints "Stopped 1"
/// // Prints "Playing 2"
/// // Prints "Playing/Advancing 2"
/// // Prints "Paused 1"
/// ```
public final class FunnelLog<C: Clock> where C.Duration == Duration {
    /// What is known of one state.
    public struct Entry: Hashable, Sendable {
        /// The path of the state.
        public let state: String
        /// How many times it was entered.
        public internal(set) var count: Int
        /// How long the machine was in it, up to now.
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

    /// Makes a log that observes `context` as long as somebody holds the log.
    ///
    /// States that were entered before are not known to it, until they are entered again.
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
