import Playback
import StateExploration
import StatePattern

extension PlayerModel {
    private static var loads: StateGraph<Player.Request>.Condition { .effect("load") { $0.hasPrefix("load") } }
    private static var seeks: StateGraph<Player.Request>.Condition { .effect("seek") { $0.hasPrefix("seek") } }

    /// The promises that the player in ``machine`` keeps to its engine and to its listeners.
    public static var promises: Promises<Player.Request> {
        [
            "the engine plays only what it has loaded": .precedes(loads, .effect("play")),
            "a stopped engine loads before it plays or seeks":
                .never(.effect("play") || seeks, after: .effect("stop"), until: loads),
            "an engine that plays is not told to play":
                .never(.effect("play"), after: .effect("play"), until: .effect("pause")),
            "nothing is heard while the player is stopped or paused":
                .never(.isIn("Stopped", "Paused"), after: .effect("play"), until: .effect("pause")),
            "buffering ends when data comes in again":
                .leads(from: .isIn("Playing/Buffering"), to: !.isIn("Playing/Buffering"), fair: [.recovered]),
        ]
    }
}
