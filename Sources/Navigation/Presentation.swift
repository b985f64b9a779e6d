import StatePattern

/// Whether a presentable is visible, and whether it has been dismissed.
///
/// The presenter reports here what happens, whether the program caused it or the user did: ``appear()`` when something
/// can be seen, ``disappear()`` when something else covers it, ``dismiss()`` when it is gone for good.
///
/// | State | Meaning | Steps from it |
/// |---|---|---|
/// | `Unpresented` | not visible yet | wait until it is |
/// | `Visible` | on the screen | reach the flow |
/// | `Hidden` | covered by something else | are dropped, unless they are allowed |
/// | `Dismissed` | gone, and not to come back | are dropped, unless they are allowed |
///
/// A ``Phase`` is named for its state. To decide something, ask for the ``phase``, or for the class of the state:
/// `presentation.state is Presentation.Hidden`. A state's hooks are public because its protocol's are; to call one from
/// outside bypasses the presentation.
public final class Presentation: Context<Presentation.State> {
    let unpresented = Unpresented()
    let visible = Visible()
    let hidden = Hidden()
    let dismissed = Dismissed()

    public init() { super.init(initial: unpresented) }

    @discardableResult public func appear() -> Outcome { delegate { $0.appear($1) } }
    @discardableResult public func disappear() -> Outcome { delegate { $0.disappear($1) } }
    /// Says that the presentable is gone; the steppers that came with it are let go of.
    @discardableResult public func dismiss() -> Outcome { delegate { $0.dismiss($1) } }

    public var isVisible: Bool { state === visible }
    public var isDismissed: Bool { state === dismissed }

    /// Lets a step pass now, later or never, depending on what can be seen of the presentable.
    ///
    /// - Parameters:
    ///   - allowance: Whether it may pass although the presentable cannot be seen.
    ///   - pass: Hands the step on.
    /// - Returns: Whether it passes at once, later or never: handled, deferred or unhandled.
    @discardableResult package func emit(_ allowance: Allowance, _ pass: @escaping () -> Void) -> Outcome {
        delegate((allowance, pass)) { $0.emit($1, $2.0, $2.1) }
    }

    /// When the steps of a stepper may pass although its presentable cannot be seen.
    package struct Allowance: Hashable, Sendable {
        package let whenNotPresented: Bool
        package let whenDismissed: Bool

        package init(whenNotPresented: Bool = false, whenDismissed: Bool = false) {
            self.whenNotPresented = whenNotPresented
            self.whenDismissed = whenDismissed
        }
    }
}

extension Presentation {
    /// The requests of a presentation, with the answers that most of its states have in common.
    ///
    /// The hooks are public because the protocol's are: only the presentation calls them, and a client that does bypasses it.
    public class State: ContextState {
        public typealias Reaction = StatePattern.Reaction<Presentation.State>

        /// The phase of a presentation in this state.
        public final let phase: Phase

        /// There is no other initializer, so that every state names its phase.
        init(_ phase: Phase) { self.phase = phase }

        public func didEnter(_ presentation: Presentation) {}
        public func willExit(_ presentation: Presentation) {}

        func appear(_ presentation: Presentation) -> Reaction { .unhandled }
        func disappear(_ presentation: Presentation) -> Reaction { .handled }
        func dismiss(_ presentation: Presentation) -> Reaction { .transition(to: presentation.dismissed) }
        func emit(_ presentation: Presentation, _ allowance: Allowance, _ pass: () -> Void) -> Reaction { .unhandled }
    }

    /// Not visible yet.
    public final class Unpresented: State {
        init() { super.init(.unpresented) }

        override func appear(_ presentation: Presentation) -> Reaction { .transition(to: presentation.visible) }

        override func emit(_ presentation: Presentation, _ allowance: Allowance, _ pass: () -> Void) -> Reaction {
            guard allowance.whenNotPresented else { return .deferred }
            pass()
            return .handled
        }
    }

    /// On the screen.
    public final class Visible: State {
        init() { super.init(.visible) }

        override func appear(_ presentation: Presentation) -> Reaction { .handled }
        override func disappear(_ presentation: Presentation) -> Reaction { .transition(to: presentation.hidden) }

        override func emit(_ presentation: Presentation, _ allowance: Allowance, _ pass: () -> Void) -> Reaction {
            pass()
            return .handled
        }
    }

    /// Covered by something else.
    public final class Hidden: State {
        init() { super.init(.hidden) }

        override func appear(_ presentation: Presentation) -> Reaction { .transition(to: presentation.visible) }

        override func emit(_ presentation: Presentation, _ allowance: Allowance, _ pass: () -> Void) -> Reaction {
            guard allowance.whenNotPresented else { return .unhandled }
            pass()
            return .handled
        }
    }

    /// Gone, and not to come back: for another presentation, make another presentable.
    public final class Dismissed: State {
        init() { super.init(.dismissed) }

        override func dismiss(_ presentation: Presentation) -> Reaction { .handled }

        override func emit(_ presentation: Presentation, _ allowance: Allowance, _ pass: () -> Void) -> Reaction {
            guard allowance.whenDismissed else { return .unhandled }
            pass()
            return .handled
        }
    }
}
