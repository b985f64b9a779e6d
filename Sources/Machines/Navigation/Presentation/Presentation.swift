import StatePattern

/// An object that a presenter can show: a screen, a window, a container of tabs.
///
/// ```swift
/// import Navigation
///
/// final class Greeting: Presentable {
///     let presentation = Presentation()
/// }
///
/// let greeting = Greeting()
/// greeting.presentation.appear()
/// print(greeting.presentation.isVisible)  // Prints "true"
/// ```
public protocol Presentable: AnyObject {
    /// The visibility of the presentable. The presenter reports each change to this object.
    var presentation: Presentation { get }
}

/// The visibility of a presentable, from before it is shown until it has been dismissed.
///
/// The presenter reports each change, whether the program or the user causes it. It calls ``appear()`` when the
/// presentable becomes visible, ``disappear()`` when something else covers it, and ``dismiss()`` when it is gone and
/// will not come back.
///
/// | State | Meaning | Steps from it |
/// |---|---|---|
/// | `Unpresented` | not visible yet | wait until it is, unless they are allowed |
/// | `Visible` | on the screen | reach the flow |
/// | `Hidden` | covered by something else | are dropped, unless they are allowed |
/// | `Dismissed` | gone for good | are dropped, unless they are allowed |
///
/// To branch on the state, ask for ``isVisible`` or ``isDismissed``.
public final class Presentation: Context<Presentation.State> {
    let unpresented = Unpresented()
    let visible = Visible()
    let hidden = Hidden()
    let dismissed = Dismissed()

    public init() { super.init(initial: unpresented) }

    /// Reports that the presentable has become visible.
    @discardableResult public func appear() -> Outcome { delegate(State.appear) }
    /// Reports that something else covers the presentable.
    @discardableResult public func disappear() -> Outcome { delegate(State.disappear) }
    /// Reports that the presentable is gone and will not come back. The steppers of its contributions are released.
    @discardableResult public func dismiss() -> Outcome { delegate(State.dismiss) }

    public var isVisible: Bool { state === visible }
    public var isDismissed: Bool { state === dismissed }

    /// Lets a step pass now, later or never, depending on the visibility of the presentable.
    ///
    /// - Parameters:
    ///   - policy: The policy of the step's stepper.
    ///   - pass: Called when the step passes.
    /// - Returns: `handled` if the step passes at once, `deferred` if it waits, `unhandled` if it is dropped.
    @discardableResult package func emit(_ policy: StepPolicy, _ pass: @escaping () -> Void) -> Outcome {
        delegate(State.emit, policy, pass)
    }
}

extension Presentation {
    /// The requests of a presentation, with the reactions that most states share.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the presentation would not know.
    public class State: ContextState {
        public func didEnter(_ presentation: Presentation) {}
        public func willExit(_ presentation: Presentation) {}

        func appear(_ presentation: Presentation) -> Reaction { .unhandled }
        func disappear(_ presentation: Presentation) -> Reaction { .handled }
        func dismiss(_ presentation: Presentation) -> Reaction { .transition(to: presentation.dismissed) }
        func emit(_ presentation: Presentation, _ policy: StepPolicy, _ pass: () -> Void) -> Reaction { .unhandled }
    }

    /// The common code of `Unpresented` and `Hidden`: the presentable is not visible, but may become visible.
    ///
    /// It is a base class and no superstate, because nothing happens on entry or exit.
    class NotVisible: State {
        /// The reaction to a step that the policy does not allow.
        var forbidden: Reaction { .unhandled }

        override func appear(_ presentation: Presentation) -> Reaction { .transition(to: presentation.visible) }

        override func emit(_ presentation: Presentation, _ policy: StepPolicy, _ pass: () -> Void) -> Reaction {
            guard policy.contains(.whenNotPresented) else { return forbidden }
            pass()
            return .handled
        }
    }

    /// The presentable is not visible yet.
    final class Unpresented: NotVisible {
        override var forbidden: Reaction { .deferred }
    }

    /// The presentable is on the screen.
    final class Visible: State {
        override func appear(_ presentation: Presentation) -> Reaction { .handled }
        override func disappear(_ presentation: Presentation) -> Reaction { .transition(to: presentation.hidden) }

        override func emit(_ presentation: Presentation, _ policy: StepPolicy, _ pass: () -> Void) -> Reaction {
            pass()
            return .handled
        }
    }

    /// Something else covers the presentable.
    final class Hidden: NotVisible {
    }

    /// The presentable is gone. To show it again, make another presentable.
    final class Dismissed: State {
        override func dismiss(_ presentation: Presentation) -> Reaction { .handled }

        override func emit(_ presentation: Presentation, _ policy: StepPolicy, _ pass: () -> Void) -> Reaction {
            guard policy.contains(.whenDismissed) else { return .unhandled }
            pass()
            return .handled
        }
    }
}

/// The steps that pass although their presentable is not visible. By default, no such step passes.
public struct StepPolicy: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Steps that are emitted before the presentable is visible, or while something else covers it.
    public static let whenNotPresented = StepPolicy(rawValue: 1)
    /// Steps that are emitted after the presentable has been dismissed. The flow then retains the stepper.
    public static let whenDismissed = StepPolicy(rawValue: 2)
}
