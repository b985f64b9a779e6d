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
/// To decide something, ask for the ``phase``.
///
/// A player receives the reports of its engine by itself, while it lives. So make it on an actor, such as the main
/// actor; in your own actor, make it in a method. Elsewhere you must pass the reports to the player: see ``init(on:)``
/// and ``init(withoutListeningTo:clock:)``.
///
/// A request to play, pause or stop a player that does so already is ``/StatePattern/Outcome/handled``. A request for a
/// track that is not in the queue is refused with a reason, and changes nothing.
public final class Player: Context<Player.State> {
    let stopped = Stopped()
    let playing = Playing()
    let paused = Paused()

    let engine: any PlaybackEngine
    /// The task that receives the reports of the engine. It retains neither the player nor the player's actor.
    private var listening: Task<Void, Never>?

    // Other modules see these as computed properties. Swift would check each access to a stored property at run time,
    // which takes a tenth of the time of a request.
    private var tracks: [Track] = []
    private var index = 0
    /// The place where the current track will begin; `nil` for its beginning, and once the engine has the track.
    private var start: Duration?
    private var loadCount = 0, playCount = 0, seekCount = 0
    /// The latest seek, until the engine has carried it out; `age` returns the time since it began.
    private var pendingSeek: (number: Int, goal: Duration, age: () -> Duration)?
    private let clock: any Clock<Duration>
    private var failure: PlaybackFailure?

    /// Makes a stopped player with an empty queue, on a silent engine that simulates playback in real time.
    ///
    /// It works in any code. Outside of an actor, as in the REPL, it receives no report by itself: a track does not end
    /// there until you pass ``PlaybackReport/finished(load:)`` to ``receive(_:)``.
    ///
    /// - Parameter actor: The actor that the player belongs to; by default the caller's actor, if any.
    public convenience init(on actor: isolated (any Actor)? = #isolation) {
        self.init(withoutListeningTo: SimulatedEngine(clock: ContinuousClock()))
        if let actor { listen(on: actor) }
    }

    /// Makes a stopped player with an empty queue, which receives the reports of its engine.
    ///
    /// Outside of an actor this does not compile, because nothing could receive the reports there.
    ///
    /// - Parameters:
    ///   - engine: The engine that plays.
    ///   - clock: The clock that measures how long the engine takes for a seek; see ``position``.
    ///   - actor: The actor that the player belongs to; by default the caller's.
    public convenience init(
        engine: any PlaybackEngine, clock: any Clock<Duration> = ContinuousClock(),
        on actor: isolated any Actor = #isolation
    ) {
        self.init(withoutListeningTo: engine, clock: clock)
        listen(on: actor)
    }

    /// Makes a player that receives no report by itself: pass each of its engine's reports to ``receive(_:)``.
    ///
    /// This is for code that belongs to no actor, or that does something else with each report, such as a test.
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

    /// Replaces the queue, and goes to a place in it, such as one that you have saved.
    ///
    /// A playing player continues there, and nothing before that place is heard. A paused player stays paused.
    ///
    /// - Parameters:
    ///   - queue: The tracks to play, in order.
    ///   - index: The index of the first track to play. If the queue has no such track, the request is refused.
    ///   - position: The place where that track begins; the engine chooses the nearest place that exists.
    /// - Returns: The outcome.
    @discardableResult public func load(
        _ queue: [Track], startingAt index: Int = 0, position: Duration = .zero
    ) -> Outcome {
        delegate(State.load, queue, index, position)
    }

    /// Goes to the beginning of the next track, and keeps playing or pausing; refused at the end of the queue.
    ///
    /// After a failure the player is stopped. Then this skips the failed track, and ``play()`` continues.
    @discardableResult public func next() -> Outcome { delegate(State.skip, 1) }

    /// Goes to the beginning of the previous track, and keeps playing or pausing; refused at the first one.
    @discardableResult public func previous() -> Outcome { delegate(State.skip, -1) }

    /// Resumes, or plays from the beginning of the current track; refused with a reason when the queue is empty.
    @discardableResult public func play() -> Outcome { delegate(State.play) }

    /// Pauses at the place in the current track; unhandled when the player is stopped.
    @discardableResult public func pause() -> Outcome { delegate(State.pause) }

    /// Stops, and forgets the place in the current track.
    @discardableResult public func stop() -> Outcome { delegate(State.stop) }

    /// Goes to a place in the current track; the engine chooses the nearest place that exists. Unhandled when the
    /// player is stopped.
    @discardableResult public func seek(to time: Duration) -> Outcome { delegate(State.seek, time) }

    /// The tracks to play, in order; ``load(_:startingAt:position:)`` replaces them.
    public var queue: [Track] { tracks }

    /// The current track, which is played or will be played next; `nil` when the queue is empty.
    public var track: Track? { tracks.isEmpty ? nil : tracks[index] }

    /// The index of the ``track`` in the ``queue``, which may contain a track several times; `nil` when it is empty.
    public var queueIndex: Int? { tracks.isEmpty ? nil : index }

    /// The place in the current track; during a seek, its goal.
    ///
    /// If a seek takes more than 30 seconds, this is the position that the engine reports.
    public var position: Duration {
        if let pendingSeek, pendingSeek.age() <= .seconds(30) { return pendingSeek.goal }
        return start ?? engine.position
    }

    /// The playing time of the current track as the engine knows it; `nil` if it is unknown, or nothing is loaded.
    ///
    /// It may be an estimate that changes during playback: ask again whenever you show it. The ``position`` may be
    /// greater.
    public var duration: Duration? { engine.duration }

    /// True if data is missing. A playing player is then in `Buffering`; a paused player enters it on the next play.
    package var isStalled: Bool { playing.isStalled }

    /// The failure of the latest playback; `nil` once a new playback begins.
    public var lastFailure: PlaybackFailure? { failure }

    /// The number of the latest load; a report about an earlier one is out of date.
    public var loadNumber: Int { loadCount }

    /// The number of the latest seek.
    package var seekNumber: Int { seekCount }

    /// The number of the latest command to play; a report of an earlier pause is out of date.
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

    /// Makes the request that belongs to a report; a report that is out of date is ``/StatePattern/Outcome/handled``.
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

    /// Replaces the queue. Returns a refusal if the new queue has no track with the index.
    func replaceQueue(with queue: [Track], startingAt index: Int, position: Duration) -> Reaction? {
        guard queue.indices.contains(index) || queue.isEmpty && index == 0 else {
            return refuse(because: "there is no track with index \(index) in a queue of \(queue.count)")
        }
        (tracks, self.index) = (queue, index)
        start = queue.isEmpty || position <= .zero ? nil : position.withinCentury
        return nil
    }

    /// Moves the current track forward or back by a number of tracks. Returns a refusal if there is no such track.
    func skipTracks(_ count: Int) -> Reaction? {
        guard tracks.indices.contains(index + count) else {
            return refuse(because: "there is no \(count > 0 ? "next" : "previous") track")
        }
        index += count
        start = nil
        return nil
    }

    func forgetPlace() { start = nil }

    /// Makes the next track the current one, or the first track after the last.
    ///
    /// - Returns: True if there is a next track.
    func advance() -> Bool {
        index = index + 1 < tracks.count ? index + 1 : 0
        return index > 0
    }

    /// Loads the current track into the engine, which continues to play or to pause.
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
        if let track { failure = PlaybackFailure(track: track, reason: reason) }
    }
}

/// Passes reports to a player on its actor.
private final class Listener: @unchecked Sendable {  // It asks the player only on the actor that this was made on.
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    func receive(_ report: PlaybackReport, on actor: isolated any Actor) { player?.receive(report) }
}

/// Returns a function that returns the time since this call.
private func stopwatch<C: Clock>(on clock: C) -> () -> Duration where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
