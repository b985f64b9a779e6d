import Navigation
import StatePattern

extension Presentation {
    /// A request of a presentation as a value. Its step is passed beside it, because a closure is no value.
    package enum Request: Hashable, Sendable {
        /// Reports that the presentable has become visible.
        case appear
        /// Reports that something else covers the presentable.
        case disappear
        /// Reports that the presentable is gone for good.
        case dismiss
        /// Lets a step pass now, later or never.
        case emit(StepPolicy)
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - pass: Passes the step of `emit` on.
    /// - Returns: The outcome of the request.
    @discardableResult package func perform(_ request: Request, _ pass: @escaping () -> Void = {}) -> Outcome {
        switch request {
        case .appear: appear()
        case .disappear: disappear()
        case .dismiss: dismiss()
        case .emit(let policy): emit(policy, pass)
        }
    }
}

extension Presentation.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, and `emit` with each policy.
    package static let allCases: [Self] = [
        .appear, .disappear, .dismiss, .emit([]), .emit(.whenNotPresented), .emit(.whenDismissed),
        .emit([.whenNotPresented, .whenDismissed]),
    ]
}

extension Presentation.Request: CustomStringConvertible {
    /// The name of the request, and of a policy that allows more steps: `emitWhenDismissed`.
    package var description: String {
        switch self {
        case .appear: "appear"
        case .disappear: "disappear"
        case .dismiss: "dismiss"
        case .emit(let policy):
            switch (policy.contains(.whenNotPresented), policy.contains(.whenDismissed)) {
            case (false, false): "emit"
            case (true, false): "emitWhenNotPresented"
            case (false, true): "emitWhenDismissed"
            case (true, true): "emitAlways"
            }
        }
    }
}
