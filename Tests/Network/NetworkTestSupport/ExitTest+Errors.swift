import Testing

extension ExitTest.Result {
    public var errors: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
