import StateExploration
import StatePattern

/// A machine of states with these texts, in which each request leads from each state to another one, or nowhere, with effects.
///
/// With a context, it is a machine that may have hooks.
public func chart(
    _ states: [String], _ requests: [String], named name: String = "chart", start: [String] = [],
    of context: AnyObject? = nil,
    effects: @escaping (_ state: Int, _ request: Int) -> [String] = { _, _ in [] },
    _ target: @escaping (_ state: Int, _ request: Int) -> Int?
) -> MachineModel<String> {
    MachineModel(
        { (state: 0, trace: start, context: context) }, named: name,
        requests: .init(requests) { machine, name in
            let request = requests.firstIndex(of: name)!
            let next = target(machine.state, request)
            machine.trace = effects(machine.state, request)
            guard let next else { return machine.trace.isEmpty ? .unhandled : .handled }
            machine.state = next
            return .transitioned
        },
        state: { states[$0.state] },
        trace: { machine in
            defer { machine.trace = [] }
            return machine.trace
        })
}
