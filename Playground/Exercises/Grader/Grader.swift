import Foundation
import StateExploration
import StatePattern

/// The solved machines of all exercises, with the same names as the machines of the answers.
enum Solution {
    /// The solutions in the order of their exercises.
    static var all: [MachineModel<String>] {
        [
            model(Turnstile.self), model(CashMachine.self), model(Refrigerator.self), model(Phone.self),
            model(Entrance.self), model(CoffeeMachine.self), model(Stereo.self), model(Oven.self),
            model(LabelPrinter.self), model(Vacuum.self), model(Stove.self), model(Socket.self),
        ]
    }

    private static func model<Machine: Gradable, S>(_ machine: Machine.Type) -> MachineModel<String>
    where Machine: Context<S> {
        MachineModel(machine, named: "expected")
    }
}

/// Compares the machine of an answer with the solution, and ends the program.
///
/// It prints a result, and what shows a difference. The status is 0 if there is none, else 1.
///
/// - Parameters:
///   - machine: The class of the answer.
///   - number: The number of the exercise.
public func grade<Machine: Gradable, S>(_ machine: Machine.Type, as number: Int) where Machine: Context<S> {
    do {
        switch try MachineModel(machine, named: "yours").comparison(with: Solution.all[number - 1]) {
        case .agreement(let states, _):
            print("solved, no difference in \(states) states")
            exit(0)
        case .difference(let difference):
            print(difference)
            exit(1)
        }
    } catch {
        print(error)
        exit(1)
    }
}

extension MachineModel<String> {
    fileprivate init<Machine: Gradable, S>(_ machine: Machine.Type, named name: String) where Machine: Context<S> {
        self.init(
            { machine.init() }, named: name, requests: machine.requests, data: { $0.data }, trace: { $0.takeLog() })
    }

    /// Compares the machines by a search, which makes each request in each situation, and then by random requests.
    ///
    /// In the search, situations that look the same count as one. Random requests, the same in each run, find
    /// differences that depend on what a machine remembers but does not show.
    fileprivate func comparison(with expected: MachineModel<String>) throws -> Comparison {
        let found = try compare(with: expected)
        guard found.difference == nil else { return found }
        let foundAtRandom = compareAtRandom(with: expected, seed: 1, sequences: 100, length: 40)
        return foundAtRandom.difference == nil ? found : foundAtRandom
    }
}
