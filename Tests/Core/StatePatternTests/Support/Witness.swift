/// An object with an end that can be seen: something that a closure or a request holds.
final class Witness {
    private let end: () -> Void

    init(end: @escaping () -> Void = {}) { self.end = end }

    deinit { end() }

    /// An empty method, which a closure calls to capture the witness.
    func hold() {}
}
