/// A machine at work in the real world, where there is such a thing.
struct LiveShow: Sendable {
    /// What can be typed behind the name of the machine, and what it does.
    let help: [String]
    /// Shows the machine at work, without anything that anybody would have to provide.
    let story: @MainActor @Sendable () async throws -> Void
    /// Lets it work on what the options name.
    let perform: @MainActor @Sendable (_ options: [String]) async throws -> Void
}
