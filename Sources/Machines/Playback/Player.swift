import StatePattern

/// A media player: it plays a queue of tracks on an engine.
///
/// ```swift
/// import Playback
/// import StatePattern
///
/// let player = Player()
/// player.load([Track("Prelude", duration: .seconds(135)), Track("Fugue", duration: .seconds(118))])
/// player.play()
/// switch player.phase {
/// case .stopped, .paused: print("▶︎")
/// case .advancing: print("⏸")
/// case .buffering: print("⏸, waiting for data")
/// }
/// // Prints "⏸"
/// ```
///
/// | State | Phase | Meaning |
/// |---|---|---|
/// | `Stopped` | `stopped` | nothing is loaded into the engine |
/// | `Playing/Advancing` | `advancing` | the track is heard |
/// | `Playing/Buffering` | `buffering` | the player should play, and waits for data |
/// | `Paused` | `paused` | the track waits where it is |
///
/// To branch on the state, ask for the ``phase``.
///
/// While a player lives, it receives the reports of its engine by itself. For that, make it on an actor, such as the
/// main actor; in your own actor, make it in a method. Elsewhere you must pass the reports to the player: see
/// ``init(on:)`` and ``init(withoutListeningTo:clock:)``.
///
/// If you ask a player to play, pause or stop, and it does so already, the outcome is
/// ``/StatePattern/Outcome/handled``. A request for a track that is not in the queue is refused with a reason, and
/// changes nothing.
public final class Player: Context<Player.State> {
    let stopped = Stopped()
    let playing = Playing()
    let paused = Paused()

    package let engine: any PlaybackEngine
    /// The task that receives the reports of the engine. It retains neither the player nor the player's actor.
    private var listening: Task<Void, Never>?

    // Other modules see these as computed properties. Swift would check each access to a stored property at run time,
    // which takes a tenth of the time of a request.
    private var tracks: [Track] = []
    private var index = 0
    /// The place where the current track will begin, until the engine has the track; `nil` for the beginning.
    private var start: Duration?
    private var loadCount = 0, playCount = 0, seekCount = 0
    /// The latest seek; `nil` once the engine has carried it out. `age` returns the time since the seek began.
    private var pendingSeek: (number: Int, goal: Duration, age: () -> Duration)?
    private let clock: any Clock<Duration>
    private var failure: (track: Track, reason: String)?

    /// Makes a stopped player with an empty queue, on a silent engine that simulates playback in real time.
    ///
    /// It works in any code. Outside of an actor, as in the REPL, it receives no report by itself: a track does not end
    /// until you pass ``PlaybackReport/finished(load:)`` to ``receive(_:)``.
    ///
    /// - Parameter actor: The actor that the player belongs to; by default the caller's actor, if any.
    public convenience init(on actor: isolated (any Actor)? = #isolation) {
        self.init(withoutListeningTo: SimulatedEngine(clock: ContinuousClock()))
        if let actor { listen(on: actor) }
    }

    /// Makes a stopped player with an empty queue. It receives the reports of its engine by itself.
    ///
    /// Outside of an actor this does not compile, because nothing could receive the reports there.
    ///
    /// - Parameters:
    ///   - engine: The engine that plays.
    ///   - clock: The clock that measures how long the engine takes for a seek; see ``position``.
    ///   - actor: The actor that the player belongs to; by default the caller's actor.
    public convenience init(
        engine: any PlaybackEngine, clock: any Clock<Duration> = ContinuousClock(),
        on actor: isolated any Actor = #isolation
    ) {
        self.init(withoutListeningTo: engine, clock: clock)
        listen(on: actor)
    }

    /// Makes a player that receives no report by itself. Pass each of its engine's reports to ``receive(_:)``.
    ///
    /// Use it in code that belongs to no actor, or that does something else with each report, such as a test.
    ///
    /// - Parameters:
    ///   - engine: The engine that plays.
    ///   - clock: The clock that measures how long the engine takes for a seek; see ``position``.
    public init(withoutListeningTo engine: any PlaybackEngine, clock: any Clock<Duration> = ContinuousClock()) {
        self.engine = engine
        self.clock = clock
        super.init(initial: stopped)
    }

    deinit { listening?.cancel() }

    private func listen(on actor: any Actor) {
        listening = Task.detached { [weak actor, listener = Listener(self), reports = engine.reports] in
            for await report in reports {
                guard let actor else { return }
                await listener.receive(report, on: actor)
            }
        }
    }

    // MARK: Requests of a client

    /// Replaces the queue, and goes to a place in it, such as a place that you have saved.
    ///
    /// A playing player continues at this place, and nothing before the place is heard. A paused player stays paused.
    ///
    /// - Parameters:
    ///   - queue: The tracks to play, in order.
    ///   - index: The index of the first track to play. If the queue has no such track, the request is refused.
    ///   - position: The place where the first track begins. The engine chooses the nearest place that exists.
    /// - Returns: The outcome.
    @discardableResult public func load(
        _ queue: [Track], startingAt index: Int = 0, position: Duration = .zero
    ) -> Outcome {
        delegate(State.load, queue, index, position)
    }

    /// Goes to the beginning of the next track, and continues to play or to pause. Refused at the end of the queue.
    ///
    /// After a failure the player is stopped. Then this skips the failed track, and ``play()`` continues.
    @discardableResult public func next() -> Outcome { delegate(State.skip, 1) }

    /// Goes to the beginning of the previous track, and continues to play or to pause. Refused at the first track.
    @discardableResult public func previous() -> Outcome { delegate(State.skip, -1) }

    /// Resumes, or plays the current track from its beginning. Refused with a reason if the queue is empty.
    @discardableResult public func play() -> Outcome { delegate(State.play) }

    /// Pauses at the current place. Unhandled if the player is stopped.
    @discardableResult public func pause() -> Outcome { delegate(State.pause) }

    /// Stops. The place in the current track is lost.
    @discardableResult public func stop() -> Outcome { delegate(State.stop) }

    /// Goes to a place in the current track. Unhandled if the player is stopped.
    ///
    /// The engine chooses the nearest place that exists.
    @discardableResult public func seek(to time: Duration) -> Outcome { delegate(State.seek, time) }

    /// The tracks to play, in order. To replace them, call ``load(_:startingAt:position:)``.
    public var queue: [Track] { tracks }

    /// The current track, which is playing or will play next; `nil` if the queue is empty.
    public var track: Track? { tracks.isEmpty ? nil : tracks[index] }

    /// The index of the current track in the ``queue``; `nil` if the queue is empty. A queue may repeat a track.
    public var queueIndex: Int? { tracks.isEmpty ? nil : index }

    /// The place in the current track. During a seek, it is the goal of the seek.
    ///
    /// If a seek takes more than 30 seconds, it is the position that the engine reports.
    public var position: Duration {
        if let pendingSeek, pendingSeek.age() <= .seconds(30) { return pendingSeek.goal }
        return start ?? engine.position
    }

    /// The playing time of the current track, as the engine reports it; `nil` if it is unknown, or no track is loaded.
    ///
    /// It may be an estimate that changes during playback, so ask again whenever you show it. The ``position`` may be
    /// greater than an estimate.
    public var duration: Duration? { engine.duration }

    /// True if data is missing. A playing player is then in `Buffering`; a paused player enters it at the next play.
    public var isStalled: Bool { playing.isStalled }

    /// The failure of the latest playback, with the reason that the engine gave; `nil` once a new playback begins.
    public var lastFailure: (track: Track, reason: String)? { failure }

    /// The number of the latest load. A report about an earlier load is out of date.
    public var loadNumber: Int { loadCount }

    /// The number of the latest seek.
    package var seekNumber: Int { seekCount }

    /// The number of the latest command to play. A report of a pause with an earlier number is out of date.
    package var playNumber: Int { playCount }

    // MARK: Reports of the engine

    // Numbered reports (see ThreeWaysToPerform.md): a request drops an outdated report, even if it had to wait.

    @discardableResult package func finished(load: Int) -> Outcome {
        delegate(load) { $1.isCurrent($2) ? $0.finished($1) : .handled }
    }

    @discardableResult package func failed(reason: String, load: Int) -> Outcome {
        delegate((reason, load)) { $1.isCurrent($2.1) ? $0.failed($1, reason: $2.0) : .handled }
    }

    @discardableResult package func stalled(load: Int) -> Outcome {
        delegate(load) { $1.isCurrent($2) ? $0.stalled($1) : .handled }
    }

    @discardableResult package func recovered(load: Int) -> Outcome {
        delegate(load) { $1.isCurrent($2) ? $0.recovered($1) : .handled }
    }

    @discardableResult package func sought(_ number: Int, load: Int) -> Outcome {
        delegate((number, load)) { $1.isCurrent($2.1) ? $0.sought($1, number: $2.0) : .handled }
    }

    @discardableResult package func paused(play: Int) -> Outcome {
        delegate(play) { $2 == $1.playNumber ? $0.pause($1) : .handled }
    }

    /// Makes the request for a report. If the report is out of date, the outcome is ``/StatePattern/Outcome/handled``.
    @discardableResult public func receive(_ report: PlaybackReport) -> Outcome {
        switch report {
        case .finished(let load): finished(load: load)
        case .failed(let reason, let load): failed(reason: reason, load: load)
        case .stalled(let load): stalled(load: load)
        case .recovered(let load): recovered(load: load)
        case .sought(let number, let load): sought(number, load: load)
        case .paused(let play): paused(play: play)
        }
    }
}

// MARK: - For the states

extension Player {
    func isCurrent(_ load: Int) -> Bool { load == loadCount }

    /// Replaces the queue; returns `nil`. If the new queue has no track with the index, returns a refusal.
    func replaceQueue(with queue: [Track], startingAt index: Int, position: Duration) -> Reaction? {
        guard queue.indices.contains(index) || queue.isEmpty && index == 0 else {
            return refuse(because: "there is no track with index \(index) in a queue of \(queue.count)")
        }
        (tracks, self.index) = (queue, index)
        start = queue.isEmpty || position <= .zero ? nil : position.withinCentury
        return nil
    }

    /// Moves forward or back by a number of tracks; returns `nil`. If there is no such track, returns a refusal.
    func skipTracks(_ count: Int) -> Reaction? {
        guard tracks.indices.contains(index + count) else {
            return refuse(because: "there is no \(count > 0 ? "next" : "previous") track")
        }
        index += count
        start = nil
        return nil
    }

    func forgetPlace() { start = nil }

    /// Goes to the next track; after the last track, to the first.
    ///
    /// - Returns: False if the current track was the last.
    func advance() -> Bool {
        index = index + 1 < tracks.count ? index + 1 : 0
        return index > 0
    }

    /// Loads the current track into the engine. The engine continues to play or to pause.
    func loadTrack() {
        guard let track else { return }
        loadCount += 1
        pendingSeek = nil
        failure = nil
        playing.isStalled = false
        engine.load(track, at: start ?? .zero, number: loadCount)
        start = nil
    }

    func startEngine() {
        playCount += 1
        engine.play(number: playCount)
    }

    func unloadTrack() {
        pendingSeek = nil
        playing.isStalled = false
        engine.stop()
    }

    func beginSeek(to time: Duration) {
        guard !tracks.isEmpty else { return }
        // The goal is not limited to the known duration: only the engine knows the track's end.
        let goal = time.withinCentury
        seekCount += 1
        pendingSeek = (seekCount, goal, stopwatch(on: clock))
        engine.seek(to: goal, number: seekCount)
    }

    /// Ends the latest seek. An answer to an earlier seek is out of date, and ignored.
    func endSeek(_ number: Int) {
        if pendingSeek?.number == number { pendingSeek = nil }
    }

    func fail(_ reason: String) {
        if let track { failure = (track, reason) }
    }
}

/// Receives the engine's reports for a player, and passes them to the player on its actor.
private final class Listener: @unchecked Sendable {  // It asks the player only on the actor that this was made on.
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    func receive(_ report: PlaybackReport, on actor: isolated any Actor) { player?.receive(report) }
}

/// Returns a function that measures the time since this call.
private func stopwatch<C: Clock>(on clock: C) -> () -> Duration where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
