import Testing

extension ExitTest.Result {
    /// The standard error output of the process.
    public var errors: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
