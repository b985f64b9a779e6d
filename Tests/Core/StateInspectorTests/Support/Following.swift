import StateExploration
@testable import StateInspector
import StatePattern

extension Inspector {
    @discardableResult func follow<Machine, S>(
        _ context: Machine, named title: String, diagram: StateDiagram? = nil
    ) -> InspectedMachine where Machine: Context<S> {
        shown(log.follow(context, named: title), diagram)
    }

    func follow(named title: String, in state: String, diagram: StateDiagram? = nil) -> InspectedMachine {
        shown(log.follow(named: title, in: state), diagram)
    }

    private func shown(_ name: String, _ diagram: StateDiagram?) -> InspectedMachine {
        let machine = self[name]!
        if let diagram { machine.diagram = diagram }
        return machine
    }
}

extension InspectedMachine {
    func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String? = nil, refusal: String? = nil
    ) { read(AnsweredRequest(request, outcome, from: source, to: target, refusal: refusal)) }
}
