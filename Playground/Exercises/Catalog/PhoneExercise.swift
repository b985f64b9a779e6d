import StatePattern

extension Exercise {
    static var phone: Exercise {
        Exercise(
            4, "Phone", teaches: "data of a state", Phone.self, Solution.Phone.self,
            hints: [
                "A state object can be made for each transition, and hold data: `.transition(to: Ringing(caller))`.",
                "Give Ringing and Talking a constant, `let caller: String`, and an initializer.",
                "Declare `var display: String? { nil }` in the class State, and override it where there is a caller.",
                "The display of the phone is then `state.display`. When the state goes, its data goes with it.",
            ])
    }
}

protocol PhoneRequests: Gradable {
    var display: String? { get }
    func call(from caller: String) -> Outcome
    func accept() -> Outcome
    func hangUp() -> Outcome
}

extension PhoneRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "call(Ada)": { $0.call(from: "Ada") }, "call(Bob)": { $0.call(from: "Bob") },
            "accept": { $0.accept() }, "hangUp": { $0.hangUp() },
        ]
    }
    var data: String { display.map { "display: \($0)" } ?? "" }
}

extension Phone: PhoneRequests {}
extension Solution.Phone: PhoneRequests {}
