import Testing

extension ExitTest.Result {
    /// The text that the process wrote to standard error.
    public var errors: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
