import StatePattern

extension Exercise {
    static var stereo: Exercise {
        Exercise(
            7, "Stereo", teaches: "superstates", Stereo.self, Solution.Stereo.self,
            hints: [
                "A request that a state leaves unhandled goes to its superstate. On is the superstate of Radio and Disc.",
                "Move `switchOff` and `mute` from Radio to On. Then they are handled while a disc plays, too.",
                "Disc overrides `mute`, because it does something else. A substate is asked before its superstate.",
            ])
    }
}

protocol StereoRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func playDisc() -> Outcome
    func playRadio() -> Outcome
    func mute() -> Outcome
}

extension StereoRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "playDisc": { $0.playDisc() },
            "playRadio": { $0.playRadio() }, "mute": { $0.mute() },
        ]
    }
}

extension Stereo: StereoRequests {}
extension Solution.Stereo: StereoRequests {}
