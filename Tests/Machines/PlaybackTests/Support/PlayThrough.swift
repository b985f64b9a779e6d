import Playback
import StatePattern
import TestSupport

/// Lets `player` play `tracks` on its simulated engine to their end, as fast as the clock can be advanced.
///
/// - Returns: The transitions, with the track that was current after each.
func playThrough(
    _ tracks: [Track], on player: Player, clock: ManualClock, isolation: isolated any Actor = #isolation
) async -> [String] {
    let changes = player.changes { [unowned player] in "\($0), \(player.track?.title ?? "nothing")" }
    player.load(tracks)
    player.play()
    var journal: [String] = []
    // Each track begins with a transition to Advancing, and the clock waits for that: no time is lost between tracks.
    for await change in changes {
        journal.append(change)
        if change.contains("→ Playing/Advancing") {
            clock.advance(by: tracks[journal.count - 2].duration ?? .zero)
        } else if change.contains("finished") {
            break
        }
    }
    return journal
}
