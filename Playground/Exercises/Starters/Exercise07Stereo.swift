import StatePattern

/// Exercise 7: a stereo with a radio and a disc that share what every source does.
///
/// - It starts off. Switched on, it plays the radio. It can change to the disc and back.
/// - It can be switched off while it plays the radio, and while it plays a disc.
/// - Mute silences it. While a disc plays, mute pauses the disc instead.
/// - The state On handles what is the same for every source. Radio and Disc lie in it.
///
/// `swift run exercises 7 --begin` copies this file. Change what is marked in your copy, then run
/// `swift run exercises 7`. For a hint: `swift run exercises 7 --hint`.
final class Stereo: Context<Stereo.State> {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ stereo: Stereo) {}
        func willExit(_ stereo: Stereo) {}
        func switchOn(_ stereo: Stereo) -> Reaction { .unhandled }
        func switchOff(_ stereo: Stereo) -> Reaction { .unhandled }
        func playDisc(_ stereo: Stereo) -> Reaction { .unhandled }
        func playRadio(_ stereo: Stereo) -> Reaction { .unhandled }
        func mute(_ stereo: Stereo) -> Reaction { .unhandled }
    }

    final class Off: State {
        override func switchOn(_ stereo: Stereo) -> Reaction { .transition(to: Radio(in: stereo.on)) }
    }

    final class On: State {
        // TODO: Handle here what is the same for every source.
    }

    class Source: State {
        let on: On
        init(in on: On) { self.on = on }
        override var superstate: State? { on }
    }

    final class Radio: Source {
        override func switchOff(_ stereo: Stereo) -> Reaction { .transition(to: stereo.off) }
        override func playDisc(_ stereo: Stereo) -> Reaction { .transition(to: Disc(in: on)) }

        override func mute(_ stereo: Stereo) -> Reaction {
            stereo.log.append("silence")
            return .handled
        }
    }

    final class Disc: Source {
        override func playRadio(_ stereo: Stereo) -> Reaction { .transition(to: Radio(in: on)) }
        // TODO: Mute pauses the disc: log "pause".
    }

    let off = Off()
    let on = On()
    var log: [String] = []

    init() { super.init(initial: off) }

    @discardableResult func switchOn() -> Outcome { delegate(State.switchOn) }
    @discardableResult func switchOff() -> Outcome { delegate(State.switchOff) }
    @discardableResult func playDisc() -> Outcome { delegate(State.playDisc) }
    @discardableResult func playRadio() -> Outcome { delegate(State.playRadio) }
    @discardableResult func mute() -> Outcome { delegate(State.mute) }
}
