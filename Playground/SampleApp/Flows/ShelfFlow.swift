import Navigation

final class ShelfFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: Screen
    private let stack: ScreenStack
    private let reader: Reader

    init(on stack: ScreenStack, for reader: Reader) {
        root = ShelfScreen(of: reader)
        self.stack = stack
        self.reader = reader
    }

    func accepts(step: AppStep) -> Bool {
        if case .book = step { true } else { false }
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .shelf:
            return .screen(root)
        case .book(let number):
            let book = BookFlow(number, on: stack, for: reader)
            whenReady(book) { [stack] in stack.push($0) }
            return .flow(book, startingAt: step)
        default:
            return []
        }
    }
}
