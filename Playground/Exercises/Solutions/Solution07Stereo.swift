import StatePattern

extension Solution {
    /// Exercise 7, solved: a stereo with a radio and a disc that share what every source does.
    final class Stereo: Context<Stereo.State> {
        class State: HierarchicalState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ stereo: Stereo) {}
            func willExit(_ stereo: Stereo) {}
            func switchOn(_ stereo: Stereo) -> Reaction<State> { .unhandled }
            func switchOff(_ stereo: Stereo) -> Reaction<State> { .unhandled }
            func playDisc(_ stereo: Stereo) -> Reaction<State> { .unhandled }
            func playRadio(_ stereo: Stereo) -> Reaction<State> { .unhandled }
            func mute(_ stereo: Stereo) -> Reaction<State> { .unhandled }
        }

        final class Off: State {
            override func switchOn(_ stereo: Stereo) -> Reaction<State> { .transition(to: Radio(in: stereo.on)) }
        }

        final class On: State {
            override func switchOff(_ stereo: Stereo) -> Reaction<State> { .transition(to: stereo.off) }

            override func mute(_ stereo: Stereo) -> Reaction<State> {
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
            override func playDisc(_ stereo: Stereo) -> Reaction<State> { .transition(to: Disc(in: on)) }
        }

        final class Disc: Source {
            override func playRadio(_ stereo: Stereo) -> Reaction<State> { .transition(to: Radio(in: on)) }

            override func mute(_ stereo: Stereo) -> Reaction<State> {
                stereo.log.append("pause")
                return .handled
            }
        }

        let off = Off()
        let on = On()
        var log: [String] = []

        init() { super.init(initial: off) }

        @discardableResult func switchOn() -> Outcome { delegate { $0.switchOn($1) } }
        @discardableResult func switchOff() -> Outcome { delegate { $0.switchOff($1) } }
        @discardableResult func playDisc() -> Outcome { delegate { $0.playDisc($1) } }
        @discardableResult func playRadio() -> Outcome { delegate { $0.playRadio($1) } }
        @discardableResult func mute() -> Outcome { delegate { $0.mute($1) } }
    }
}
