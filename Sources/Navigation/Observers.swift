import StatePattern

/// Those who are told of something, in the order in which they came.
final class Observers<Value> {
    private final class Observer: ObservationToken {
        private(set) var body: ((Value) -> Void)?
        private weak var owner: AnyObject?

        init(owner: AnyObject, _ body: @escaping (Value) -> Void) {
            self.owner = owner
            self.body = body
        }

        var isOver: Bool { body == nil || owner == nil }

        override func cancel() { body = nil }
    }

    private var observers: [Observer] = []

    /// Calls `body` with each value, as long as there is an `owner`, which it is handed.
    func add<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner, Value) -> Void) -> ObservationToken {
        observers.removeAll { $0.isOver }
        let observer = Observer(owner: owner) { [weak owner] value in
            if let owner { body(owner, value) }
        }
        observers.append(observer)
        return observer
    }

    func tell(_ value: Value) {
        for observer in observers { observer.body?(value) }
    }
}
