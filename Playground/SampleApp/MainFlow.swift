import Navigation

/// The flow of a user who is logged in: two flows in tabs.
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
            return [
                .flow(shelf, startingAt: .shelf),
                .flow(profile, startingAt: .profile),
            ]
        case .shelf, .profile:
            stack.dismissToBottom()
            stack.select(step == .shelf ? 0 : 1, of: root)
            return []
        case .logOut:
            return .end(forwardingToParent: .logOut)
        default:
            return []
        }
    }
}

/// The flow of the books.
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
            return .screen(root)
        case .book(let number):
            let book = BookFlow(number, on: stack)
            use(flows: book, when: .ready) { [stack] in stack.push($0) }
            return .flow(book, startingAt: step)
        default:
            return []
        }
    }
}

/// The flow of one book, with its reviews.
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
            return .screen(root)
        case .reviews:
            let reviews = Screen("Reviews") { $0 == .close }
            stack.push(reviews)
            return .screen(reviews)
        case .close:
            stack.dismiss(root)
            return .end(forwardingToParent: .closed)
        default:
            return []
        }
    }
}

/// The flow of the user’s profile.
final class ProfileFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Screen("Profile") { $0 == .logOut }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .profile: .screen(root)
        case .logOut: .forwardToParent(.logOut)
        default: []
        }
    }
}
