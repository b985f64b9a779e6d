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
/// | `Playing/Buffering` | `buffering` | the player is meant to play, and waits for data |
/// | `Paused` | `paused` | the track waits where it is |
///
/// To decide something, ask for the ``phase``.
///
/// A player receives the reports of its engine by itself, while it lives. So make it on an actor, such as the main actor;
/// in an actor of your own, make it in a method. For other code there is ``init(withoutListeningTo:)``.
///
/// A request to play, pause or stop a player that does so already is ``/StatePattern/Outcome/handled``.
public final class Player: Context<Player.State> {
    let stopped = Stopped()
    let playing = Playing()
    let paused = Paused()

    let engine: any PlaybackEngine
    /// Receives the reports of the engine. It does not keep the player.
    private var listening: Task<Void, Never>?

    // Other modules see these as computed properties. If they saw the stored ones, Swift would check each access when the
    // program runs, which takes a tenth of the time of a request.
    private var tracks: [Track] = []
    private var index = 0
    private var loadCount = 0, seekCount = 0
    private var pendingSeek: (number: Int, goal: Duration)?
    private var failure: PlaybackFailure?

    /// Makes a player that is stopped and has nothing to play, and receives the reports of its engine.
    ///
    /// Outside of an actor this does not compile: nothing could receive the reports there.
    ///
    /// - Parameters:
    ///   - engine: By default, one that plays nothing audible in real time.
    ///   - actor: The actor that the player belongs to: that of the caller.
    public convenience init(
        engine: any PlaybackEngine = SimulatedEngine(clock: ContinuousClock()),
        on actor: isolated any Actor = #isolation
    ) {
        self.init(withoutListeningTo: engine)
        listening = Task { [weak self, reports = engine.reports] in
            _ = actor  // A task runs on the actor that it captures.
            for await report in reports { self?.receive(report) }
        }
    }

    /// Makes a player that receives no report by itself: pass each of its engine's reports to ``receive(_:)``.
    ///
    /// This is for code that belongs to no actor, or that does something else with each report, such as a test.
    public init(withoutListeningTo engine: any PlaybackEngine) {
        self.engine = engine
        super.init(initial: stopped)
    }

    deinit { listening?.cancel() }

    // MARK: Requests of a client

    /// Replaces the queue. A player that plays continues with the first new track; one that is paused stays so, at 0.
    @discardableResult public func load(_ tracks: [Track]) -> Outcome { delegate(tracks) { $0.load($1, $2) } }

    /// Plays on, or from the beginning of the current track; refused with a reason when there is nothing to play.
    @discardableResult public func play() -> Outcome { delegate { $0.play($1) } }

    /// Keeps the place in the current track, and plays no more; unhandled when the player is stopped.
    @discardableResult public func pause() -> Outcome { delegate { $0.pause($1) } }

    /// Forgets the place in the current track.
    @discardableResult public func stop() -> Outcome { delegate { $0.stop($1) } }

    /// Goes to a place in the current track: the nearest one that exists, as the engine knows it. Unhandled when the player
    /// is stopped.
    @discardableResult public func seek(to time: Duration) -> Outcome { delegate(time) { $0.seek($1, to: $2) } }

    /// The tracks to play, in order; ``load(_:)`` replaces them.
    public var queue: [Track] { tracks }

    /// The track that is played, or would be played next; `nil` when the queue is empty.
    public var track: Track? { tracks.isEmpty ? nil : tracks[index] }

    /// The place in the current track; while the engine carries out a seek, its goal.
    public var position: Duration { pendingSeek?.goal ?? engine.position }

    /// The playing time of the current track, as the engine knows it now; `nil` if it does not, or nothing is loaded.
    ///
    /// It may be an estimate, and change while the track plays: ask again whenever you show it. The ``position`` may be beyond.
    public var duration: Duration? { engine.duration }

    /// True if data is missing: a player that plays is then in `Buffering`, and one that is paused goes there next.
    public var isStalled: Bool { playing.isStalled }

    /// The failure of the latest playback; `nil` once there is a new one.
    public var lastFailure: PlaybackFailure? { failure }

    /// The number of the latest load; a report about an earlier one is out of date.
    public var loadNumber: Int { loadCount }

    /// The number of the latest seek.
    public var seekNumber: Int { seekCount }

    // MARK: Reports of the engine

    // Numbered reports (see ThreeWaysToPerform.md): one that is out of date is dropped inside the request, hence also when
    // the request had to wait.

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

    /// Makes the request that belongs to a report; one about an earlier load is ``/StatePattern/Outcome/handled``.
    @discardableResult public func receive(_ report: PlaybackReport) -> Outcome {
        switch report {
        case .finished(let load): finished(load: load)
        case .failed(let reason, let load): failed(reason: reason, load: load)
        case .stalled(let load): stalled(load: load)
        case .recovered(let load): recovered(load: load)
        case .sought(let number, let load): sought(number, load: load)
        }
    }
}

// MARK: - For the states

extension Player {
    func isCurrent(_ load: Int) -> Bool { load == loadCount }

    func replaceQueue(with tracks: [Track]) {
        self.tracks = tracks
        index = 0
    }

    /// Continues with the next track, or with the first one after the last.
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
        engine.load(track, number: loadCount)
    }

    func unloadTrack() {
        pendingSeek = nil
        playing.isStalled = false
        engine.stop()
    }

    func beginSeek(to time: Duration) {
        guard !tracks.isEmpty else { return }
        // The track may be longer than was known before: the engine knows its end.
        let goal = max(time, .zero)
        seekCount += 1
        pendingSeek = (seekCount, goal)
        engine.seek(to: goal, number: seekCount)
    }

    /// An answer to any but the latest seek is out of date: another seek is still in progress.
    func endSeek(_ number: Int) {
        if pendingSeek?.number == number { pendingSeek = nil }
    }

    func fail(_ reason: String) {
        if let track { failure = PlaybackFailure(track: track, reason: reason) }
    }
}
