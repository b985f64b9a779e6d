import StatePattern

/// An enum that makes a mistake, with the shortest sequence that shows it.
public struct BrokenEnum<Request: Sendable, Subject>: Sendable, CustomStringConvertible {
    public let description: String
    public let requests: [Request]
    /// The wrong answer; `nil` for a request that it answers correctly.
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
