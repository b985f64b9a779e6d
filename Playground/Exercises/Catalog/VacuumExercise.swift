import StatePattern

extension Exercise {
    static var vacuum: Exercise {
        Exercise(
            10, "Vacuum", teaches: "history", Vacuum.self, Solution.Vacuum.self,
            hints: [
                "In the exit hook of Cleaning, the room is still the current state: test `vacuum.state is Hall`.",
                "Keep the result in a property of Cleaning, and let `initialSubstate` make a new room of that kind.",
                "Remember the kind of the room and not the room itself, or Cleaning and its room hold each other.",
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
