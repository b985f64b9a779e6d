import StatePattern

/// The observers of an object that is no context, in the order in which they were added.
///
/// A context has a list of its own, which moves closures so that a notification allocates nothing. The values here are not
/// transitions, and steps are rare, so this list can be plain.
final class ObserverList<Value> {
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

    /// Calls `body` with `owner` and each value, as long as `owner` lives.
    func add<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner, Value) -> Void) -> ObservationToken {
        observers.removeAll { $0.isOver }
        let observer = Observer(owner: owner) { [weak owner] value in
            if let owner { body(owner, value) }
        }
        observers.append(observer)
        return observer
    }

    func notify(of value: Value) {
        for observer in observers { observer.body?(value) }
    }
}
