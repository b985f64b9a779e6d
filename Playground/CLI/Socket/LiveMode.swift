/// The ways to show a machine on real connections or files.
struct LiveMode: Sendable {
    /// The lines of help about the options: each option with its effect.
    let help: [String]
    /// Shows the running machine without other programs or servers; `nil` for a machine without a story.
    let story: (@MainActor @Sendable () async throws -> Void)?
    /// Runs the machine on the files or servers that the options name.
    let perform: @MainActor @Sendable (_ options: [String]) async throws -> Void
}
