import StatePattern

extension Exercise {
    static var stove: Exercise {
        Exercise(
            11, "Stove", teaches: "regions", Stove.self, Solution.Stove.self,
            hints: [
                "The right knob does for the right plate what the left knob does for the left one.",
                "A context that is deactivated is back in its initial state, which is Cold for a plate.",
                "Override both hooks of On: `activate()` both plates on entry, `deactivate()` them on exit.",
            ])
    }
}

protocol StovePlate {
    var isHot: Bool { get }
}

protocol StoveRequests: Gradable {
    associatedtype Plate: StovePlate
    var left: Plate { get }
    var right: Plate { get }
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func turnLeft() -> Outcome
    func turnRight() -> Outcome
}

extension StoveRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "turnLeft": { $0.turnLeft() },
            "turnRight": { $0.turnRight() },
        ]
    }
    var data: String { "left \(left.isHot ? "hot" : "cold"), right \(right.isHot ? "hot" : "cold")" }
}

extension Stove.Plate: StovePlate {}
extension Stove: StoveRequests {}
extension Solution.Stove.Plate: StovePlate {}
extension Solution.Stove: StoveRequests {}
