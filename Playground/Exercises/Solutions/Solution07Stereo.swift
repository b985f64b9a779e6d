import StatePattern

extension Solution {
    /// Exercise 7, solved: a stereo with a radio and a disc that share what every source does.
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
            override func switchOff(_ stereo: Stereo) -> Reaction { .transition(to: stereo.off) }

            override func mute(_ stereo: Stereo) -> Reaction {
                stereo.log.append("silence")
                return .handled
            }
        }

        class Source: State {
            let on: On
            init(in on: On) { self.on = on }
            override var superstate: State? { on }
        }

        final class Radio: Source {
            override func playDisc(_ stereo: Stereo) -> Reaction { .transition(to: Disc(in: on)) }
        }

        final class Disc: Source {
            override func playRadio(_ stereo: Stereo) -> Reaction { .transition(to: Radio(in: on)) }

            override func mute(_ stereo: Stereo) -> Reaction {
                stereo.log.append("pause")
                return .handled
            }
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
