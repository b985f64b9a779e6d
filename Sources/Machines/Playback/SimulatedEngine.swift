import StatePattern

/// A silent engine with a playhead that advances by a clock. A track without a duration never ends.
///
/// It carries out every seek, and never fails. ``stall()``, ``recover()`` and ``interrupt()`` return false where they
/// report nothing.
package final class SimulatedEngine<C: Clock>: PlaybackEngine where C.Duration == Duration {
    package let reports: AsyncStream<PlaybackReport>

    private let clock: C
    private let continuation: AsyncStream<PlaybackReport>.Continuation
    private var loaded: (track: Track, number: Int)?
    /// The number of the latest play; `nil` while the engine should not play.
    private var playNumber: Int?
    private var isStalled = false
    /// The place of the playhead at the latest command.
    private var place = Duration.zero
    /// The time since when the playhead has been advancing from `place`; `nil` while it stands still.
    private var departure: C.Instant?
    /// The task that waits for the end of the track. It does not retain the engine.
    private var timer: Task<Void, Never>?

    package init(clock: C) {
        self.clock = clock
        (reports, continuation) = AsyncStream.makeStream()
    }

    deinit {
        timer?.cancel()
        continuation.finish()
    }

    package var position: Duration {
        guard let loaded, let departure else { return place }
        return clamped(place + departure.duration(to: clock.now), to: loaded.track)
    }

    package var duration: Duration? { loaded?.track.duration }

    private func clamped(_ time: Duration, to track: Track) -> Duration {
        let place = time.withinCentury
        return min(place, track.duration ?? place)
    }

    package func load(_ track: Track, at place: Duration, number: Int) {
        loaded = (track, number)
        isStalled = false
        move(to: clamped(place, to: track))
    }

    package func play(number: Int) {
        playNumber = number
        move(to: position)
    }

    package func pause() {
        playNumber = nil
        move(to: position)
    }

    package func stop() {
        loaded = nil
        isStalled = false
        playNumber = nil
        move(to: .zero)
    }

    package func seek(to time: Duration, number: Int) {
        guard let loaded else { return }
        // The seek is reported first: at the end of the track, the timer that `move` starts may report the end at once.
        continuation.yield(.sought(number, load: loaded.number))
        move(to: clamped(time, to: loaded.track))
    }

    /// Simulates missing data: the playhead stands still until ``recover()``, ``stop()`` or another load.
    @discardableResult package func stall() -> Bool {
        guard let loaded, !isStalled else { return false }
        isStalled = true
        move(to: position)
        continuation.yield(.stalled(load: loaded.number))
        return true
    }

    /// Ends the stall: data comes in again.
    @discardableResult package func recover() -> Bool {
        guard let loaded, isStalled else { return false }
        isStalled = false
        continuation.yield(.recovered(load: loaded.number))
        move(to: position)
        return true
    }

    /// Pauses the engine, as the system does for a telephone call, until ``play(number:)``.
    @discardableResult package func interrupt() -> Bool {
        guard let playNumber else { return false }
        pause()
        continuation.yield(.paused(play: playNumber))
        return true
    }

    /// Moves the playhead to `time`. If the engine should play, the playhead advances from there.
    private func move(to time: Duration) {
        timer?.cancel()
        timer = nil
        departure = nil
        place = time
        guard let loaded, playNumber != nil, !isStalled else { return }
        let now = clock.now
        departure = now
        guard let duration = loaded.track.duration else { return }
        let end = now.advanced(by: duration - time)
        timer = Task { [clock, continuation, number = loaded.number] in
            try? await clock.sleep(until: end, tolerance: nil)
            // If the timer was cancelled, it reports nothing, even if its sleep was already over.
            guard !Task.isCancelled else { return }
            continuation.yield(.finished(load: number))
        }
    }
}
