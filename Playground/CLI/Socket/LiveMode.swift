/// The ways in which a machine can be seen at work, for the machines that do real work.
struct LiveMode: Sendable {
    /// The options that can be typed behind the name of the machine, and what each of them does.
    let help: [String]
    /// Shows the machine at work, without anything from outside this program.
    let story: (@MainActor @Sendable () async throws -> Void)?
    /// Lets the machine work on what the options name.
    let perform: @MainActor @Sendable (_ options: [String]) async throws -> Void
}
