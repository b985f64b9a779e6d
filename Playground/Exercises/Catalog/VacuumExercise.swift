import StatePattern

extension Exercise {
    static var vacuum: Exercise {
        Exercise(
            10, "Vacuum", teaches: "history", Vacuum.self, Solution.Vacuum.self,
            hints: [
                "Cleaning's exit hook runs while the room is still the current state: vacuum.state is Hall.",
                "Keep that in a property of Cleaning, and let initialSubstate return a new room of that kind.",
                "Remember the kind of room, not the room: Cleaning and its room would hold each other.",
            ])
    }
}

protocol VacuumRequests: Gradable {
    var display: String? { get }
    func start() -> Outcome
    func finishRoom() -> Outcome
    func runLow() -> Outcome
    func becomeFull() -> Outcome
}

extension VacuumRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "start": { $0.start() }, "finishRoom": { $0.finishRoom() }, "runLow": { $0.runLow() },
            "becomeFull": { $0.becomeFull() },
        ]
    }
    var data: String { display.map { "display: \($0)" } ?? "" }
}

extension Vacuum: VacuumRequests {}
extension Solution.Vacuum: VacuumRequests {}
