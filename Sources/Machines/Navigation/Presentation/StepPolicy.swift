/// The steps that pass although their presentable is not visible: by default, none.
public struct StepPolicy: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Steps that are emitted before the presentable is visible, or while something else covers it.
    public static let whenNotPresented = StepPolicy(rawValue: 1)
    /// Steps that are emitted after the presentable has been dismissed; its stepper is then kept as long as the flow.
    public static let whenDismissed = StepPolicy(rawValue: 2)
}
