/// The ways to show a machine that does real work.
struct LiveMode: Sendable {
    /// The options after the name of the machine, and the effect of each of them.
    let help: [String]
    /// Shows the machine at work, without anything from outside this program.
    let story: (@MainActor @Sendable () async throws -> Void)?
    /// Runs the machine on the files or servers that the options name.
    let perform: @MainActor @Sendable (_ options: [String]) async throws -> Void
}
