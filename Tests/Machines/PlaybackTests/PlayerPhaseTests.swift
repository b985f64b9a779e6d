import EnumTwins
import Playback
import StateExploration
import StatePattern
import Testing

/// The classes of a player's states, and its phases.
@Suite struct `The phase of a player` {
    @Test func `names the class of the state, in every situation, after every request`() throws {
        var phases: Set<Player.Phase> = []
        for sequence in try PlayerContrast.overview.explore().transitionTour() {
            let engine = RecordingEngine()
            let player = Player(engine: engine)
            player.load([.prelude])
            for request in sequence {
                player.perform(request)
                Self.check(player)
                phases.insert(player.phase)
            }
        }
        #expect(phases == Set(Player.Phase.allCases))
    }

    private static func check(_ player: Player) {
        let state = player.state
        #expect("\(player.phase)" == state.path)
        #expect(state.phase == player.phase)
        switch player.phase {
        case .stopped: #expect(state is Player.Stopped)
        case .advancing: #expect(state is Player.Advancing)
        case .buffering: #expect(state is Player.Buffering)
        case .paused: #expect(state is Player.Paused)
        }
        let playing = state.enclosing(Player.Playing.self)
        #expect(player.isPlaying == (playing != nil))
        #expect(playing == nil || playing?.phase == player.phase)
    }

    @Test(arguments: [(Situation.paused, Player.Phase.advancing), (.pausedWhileStalled, .buffering)])
    func `is that of the substate to come while the hooks of the superstate run`(
        situation: Situation, expected: Player.Phase
    ) {
        let (player, engine) = situation.reach()
        var phases: [Player.Phase] = []
        engine.onCommand = { [unowned player] _ in phases.append(player.phase) }
        player.play()
        #expect(phases == [expected])
        #expect(player.phase == expected)
    }

    @Test func `can be stored, and reads like the path of the state`() {
        #expect(Player.Phase.allCases.map(\.rawValue) == ["stopped", "advancing", "buffering", "paused"])
        #expect(
            Player.Phase.allCases.map { "\($0)" } == ["Stopped", "Playing/Advancing", "Playing/Buffering", "Paused"])
    }
}

/// Requests as values.
@Suite struct `A request of a player` {
    @Test(arguments: Player.Request.allCases)
    func `is made as the method of its name`(request: Player.Request) {
        let (player, _) = Situation.advancing.reach()
        var names: [String] = []
        let token = player.observeRequests { names.append($0.request) }
        player.perform(request)
        token.cancel()
        #expect(names.map { String($0.prefix { $0 != "(" }) } == ["\(request)"])
    }
}
