/// What ends an observation. It can be thrown away: the observation then goes on as long as what is observed.
public class Subscription {
    init() {}

    /// Ends the observation at once; doing it again does nothing.
    public func cancel() {}
}

/// Those who are told of something, in the order in which they came.
final class Observers<Value> {
    private final class Observer: Subscription {
        var body: ((Value) -> Void)?

        init(_ body: @escaping (Value) -> Void) { self.body = body }

        override func cancel() { body = nil }
    }

    private var observers: [Observer] = []

    func add(_ body: @escaping (Value) -> Void) -> Subscription {
        observers.removeAll { $0.body == nil }
        let observer = Observer(body)
        observers.append(observer)
        return observer
    }

    func tell(_ value: Value) {
        for observer in observers { observer.body?(value) }
    }
}
