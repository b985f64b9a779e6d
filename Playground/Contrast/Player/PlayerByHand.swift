import StatePattern

/// The player as many articles write the State pattern: states hold the player, and set its next state themselves.
///
/// This form has two faults, which `PlayerOfTheBook` lacks. The player and its state hold each other, so neither is
/// ever freed. And code in other files can set `state`, because the states set it from outside.
final class PlayerByHand {
    let engine: Engine
    /// The current state. It is `nil` only during `init`, because the first state needs the player.
    var state: (any PlayerByHandState)?

    init(engine: Engine = Engine()) {
        self.engine = engine
        state = StoppedByHand(of: self)
    }

    @discardableResult func play() -> Outcome { state?.play() ?? .unhandled }
    @discardableResult func pause(at second: Int) -> Outcome {
        state?.pause(at: second) ?? .unhandled
    }
    @discardableResult func stop() -> Outcome { state?.stop() ?? .unhandled }
}

/// A state of the player, which must have a method for every request, even for those that it refuses. The outcomes
/// serve the comparison; in books, the methods return nothing.
protocol PlayerByHandState: AnyObject {
    var player: PlayerByHand { get }
    func play() -> Outcome
    func pause(at second: Int) -> Outcome
    func stop() -> Outcome
}

final class StoppedByHand: PlayerByHandState {
    let player: PlayerByHand
    init(of player: PlayerByHand) { self.player = player }

    func play() -> Outcome {
        player.engine.perform(.start)
        player.state = PlayingByHand(of: player)
        return .transitioned
    }

    func pause(at second: Int) -> Outcome { .unhandled }
    func stop() -> Outcome { .handled }
}

final class PlayingByHand: PlayerByHandState {
    let player: PlayerByHand
    init(of player: PlayerByHand) { self.player = player }

    func play() -> Outcome { .handled }

    func pause(at second: Int) -> Outcome {
        player.engine.perform(.halt)
        player.state = PausedByHand(of: player, at: second)
        return .transitioned
    }

    func stop() -> Outcome {
        player.engine.perform(.halt)
        player.state = StoppedByHand(of: player)
        return .transitioned
    }
}

final class PausedByHand: PlayerByHandState {
    let player: PlayerByHand
    let second: Int

    init(of player: PlayerByHand, at second: Int) {
        self.player = player
        self.second = second
    }

    func play() -> Outcome {
        player.engine.perform(.start)
        player.state = PlayingByHand(of: player)
        return .transitioned
    }

    func pause(at second: Int) -> Outcome { .handled }

    func stop() -> Outcome {
        player.state = StoppedByHand(of: player)
        return .transitioned
    }
}
