import StatePattern

extension Presentation {
    /// A request of a presentation as a value; what passes goes beside it, since a closure is no value.
    package enum Request: Hashable, Sendable {
        /// Reports that the presentable can be seen.
        case appear
        /// Reports that something else covers the presentable.
        case disappear
        /// Reports that the presentable is gone for good.
        case dismiss
        /// Lets a step pass now, later or never.
        case emit(Allowance)
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
        case .emit(let allowance): emit(allowance, pass)
        }
    }
}

extension Presentation.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, and `emit` with each allowance.
    package static let allCases: [Self] = [
        .appear, .disappear, .dismiss, .emit(.init()), .emit(.init(whenNotPresented: true)),
        .emit(.init(whenDismissed: true)), .emit(.init(whenNotPresented: true, whenDismissed: true)),
    ]
}

extension Presentation.Request: CustomStringConvertible {
    /// The name of the request, and of an allowance that is more than none: `emitWhenDismissed`.
    package var description: String {
        switch self {
        case .appear: "appear"
        case .disappear: "disappear"
        case .dismiss: "dismiss"
        case .emit(let allowance):
            switch (allowance.whenNotPresented, allowance.whenDismissed) {
            case (false, false): "emit"
            case (true, false): "emitWhenNotPresented"
            case (false, true): "emitWhenDismissed"
            case (true, true): "emitAlways"
            }
        }
    }
}
