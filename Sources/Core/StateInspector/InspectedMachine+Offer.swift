import StateExploration
import StatePattern

extension InspectedMachine {
    /// Offers the requests of a machine as buttons on the page, which replace the previous buttons.
    ///
    /// A method with one parameter that can be read from a text, such as an `Int`, has a text field with its first
    /// example. Any other example has a button of its own. The page does not keep the machine alive.
    ///
    /// - Parameters:
    ///   - requests: The requests of the machine.
    ///   - machine: The machine, which is asked where it is isolated.
    ///   - make: Makes another machine, which tells the names of the requests.
    ///   - isolation: The actor of the machine, where you call this.
    /// - Precondition: Call it on an actor, such as the main actor.
    public func offer<Machine: AnyObject>(
        _ requests: RequestList<Machine>, of machine: Machine, namedBy make: () -> Machine,
        isolation: isolated (any Actor)? = #isolation
    ) {
        guard let isolation else { fatalError("Offer requests on an actor, which then makes them.") }
        let buttons = Buttons(machine, requests.told(on: make), on: isolation)
        offer(buttons.commands) { await buttons.press($0, $1, on: buttons.isolation) }
    }
}

// Sound, because only `press` uses what is not Sendable, on the actor on which it was made.
private final class Buttons<Machine: AnyObject>: @unchecked Sendable {
    private weak var machine: Machine?
    private var examples: [String: RequestList<Machine>.ToldExample] = [:]
    private(set) var commands: [(name: String, example: String?, help: String)] = []
    let isolation: any Actor

    init(_ machine: Machine, _ told: [RequestList<Machine>.ToldExample], on isolation: any Actor) {
        (self.machine, self.isolation) = (machine, isolation)
        for example in told {
            let isTyped = example.isTyped
            let name = isTyped ? example.method.base : example.name
            guard examples.updateValue(example, forKey: name) == nil || !isTyped else { continue }
            let argument = isTyped ? example.argument.map { "\($0)" } : nil
            commands.append((name, argument, ""))
        }
    }

    /// Makes a request. Returns a message if its argument cannot be read, else `nil`.
    func press(_ name: String, _ argument: String?, on isolation: isolated any Actor) -> String? {
        guard var machine, let example = examples[name] else { return "the machine is gone" }
        guard example.isTyped, let argument, let make = example.makeWithArguments else {
            _ = example.make(&machine)
            return nil
        }
        do {
            try make(&machine) { _, type in
                guard let value = (type as? any LosslessStringConvertible.Type)?.init(argument) else {
                    throw RecordingError("“\(argument)” is no \(type)")
                }
                return value
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension RequestList.ToldExample {
    /// True if the request has one argument, which can be read from a text.
    fileprivate var isTyped: Bool {
        makeWithArguments != nil && method.labels.count == 1 && argument is any LosslessStringConvertible
    }
}
