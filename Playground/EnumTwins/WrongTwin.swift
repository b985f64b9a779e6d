import StatePattern

/// A twin that makes a mistake, with the fewest requests that show it.
public struct WrongTwin<Request: Sendable, Subject>: Sendable, CustomStringConvertible {
    public let description: String
    public let requests: [Request]
    /// What the twin does instead of the right thing; `nil` for a request that it gets right.
    public let mistake: @Sendable (Request, Subject) -> Outcome?

    public init(
        _ description: String, shownBy requests: Request...,
        mistake: @escaping @Sendable (Request, Subject) -> Outcome?
    ) {
        self.description = description
        self.requests = requests
        self.mistake = mistake
    }
}
