import StatePattern

extension Solution {
    /// Exercise 7: a stereo with a radio and a disc that share what every source does.
    ///
    /// - It starts off. Switched on, it plays the radio. It can change to the disc and back.
    /// - It can be switched off while it plays the radio, and while it plays a disc.
    /// - Mute silences it. While a disc plays, mute pauses the disc instead.
    /// - The state On handles what is the same for every source. Radio and Disc lie in it.
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
            // starter: // TODO: Handle here what is the same for every source.
            override func switchOff(_ stereo: Stereo) -> Reaction { .transition(to: stereo.off) }

            override func mute(_ stereo: Stereo) -> Reaction {
                stereo.log.append("silence")
                return .handled
            }
            // end
        }

        class Source: State {
            let on: On
            init(in on: On) { self.on = on }
            override var superstate: State? { on }
        }

        final class Radio: Source {
            // starter: override func switchOff(_ stereo: Stereo) -> Reaction { .transition(to: stereo.off) }
            // end
            override func playDisc(_ stereo: Stereo) -> Reaction { .transition(to: Disc(in: on)) }
            // starter:
            // starter: override func mute(_ stereo: Stereo) -> Reaction {
            // starter:     stereo.log.append("silence")
            // starter:     return .handled
            // starter: }
            // end
        }

        final class Disc: Source {
            override func playRadio(_ stereo: Stereo) -> Reaction { .transition(to: Radio(in: on)) }
            // starter: // TODO: Mute pauses the disc: log "pause".

            override func mute(_ stereo: Stereo) -> Reaction {
                stereo.log.append("pause")
                return .handled
            }
            // end
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
}
