import Navigation

/// What a user sees who is logged in: two flows in tabs.
final class MainFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = TabScreen()
    private let stack: ScreenStack

    init(on stack: ScreenStack) { self.stack = stack }

    func accepts(step: AppStep) -> Bool { step == .shelf || step == .profile }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .main:
            let (shelf, profile) = (ShelfFlow(on: stack), ProfileFlow())
            use(flows: shelf, profile, when: .ready) { [root, stack] shelf, profile in
                root.tabs = [shelf, profile]
                stack.show(root)
            }
            return .multiple([
                .coordinate(withNextFlow: shelf, withNextStepper: OneStepper(withSingleStep: .shelf)),
                .coordinate(withNextFlow: profile, withNextStepper: OneStepper(withSingleStep: .profile)),
            ])
        case .shelf, .profile:
            stack.dismissToBottom()
            stack.select(step == .shelf ? 0 : 1, of: root)
            return .none
        case .logOut:
            return .end(forwardToParent: .logOut)
        default:
            return .none
        }
    }
}

/// The books.
final class ShelfFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Screen("Shelf") { if case .book = $0 { true } else { false } }
    private let stack: ScreenStack

    init(on stack: ScreenStack) { self.stack = stack }

    func accepts(step: AppStep) -> Bool {
        if case .book = step { true } else { false }
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .shelf:
            return .one(.contribute(withNextPresentable: root, withNextStepper: root))
        case .book(let number):
            let book = BookFlow(number, on: stack)
            use(flows: book, when: .ready) { [stack] in stack.push($0) }
            return .one(.coordinate(withNextFlow: book, withNextStepper: OneStepper(withSingleStep: step)))
        default:
            return .none
        }
    }
}

/// A book in detail, with what others think of it.
final class BookFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: Screen
    private let stack: ScreenStack

    init(_ number: Int, on stack: ScreenStack) {
        root = Screen("Book \(number)") { $0 == .reviews || $0 == .close }
        self.stack = stack
    }

    func accepts(step: AppStep) -> Bool { step == .reviews }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .book:
            return .one(.contribute(withNextPresentable: root, withNextStepper: root))
        case .reviews:
            let reviews = Screen("Reviews") { $0 == .close }
            stack.push(reviews)
            return .one(.contribute(withNextPresentable: reviews, withNextStepper: reviews))
        case .close:
            stack.dismiss(root)
            return .end(forwardToParent: .closed)
        default:
            return .none
        }
    }
}

/// Who the user is.
final class ProfileFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Screen("Profile") { $0 == .logOut }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .profile: .one(.contribute(withNextPresentable: root, withNextStepper: root))
        case .logOut: .one(.forwardToParentFlow(withStep: .logOut))
        default: .none
        }
    }
}
