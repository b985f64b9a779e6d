import Navigation

/// The flow of one book: its reviews, a sample to listen to, its purchase, and the room of its readers.
final class BookFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: Screen
    private let book: Book
    private let stack: ScreenStack
    private let reader: Reader

    init(_ number: Int, on stack: ScreenStack, for reader: Reader) {
        book = Book(number)
        root = BookScreen(book, reader)
        self.stack = stack
        self.reader = reader
    }

    func accepts(step: AppStep) -> Bool { [.reviews, .sample, .purchase, .room].contains(step) }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .book:
            return .screen(root)
        case .reviews:
            return push(
                Screen("Reviews", step: .reviews, at: Place(book.name, "reading reviews")) { $0 == .close })
        case .sample:
            return push(SampleScreen(book, reader))
        case .purchase:
            return push(PurchaseScreen(book, reader))
        case .room:
            guard let session = reader.session else { return [] }
            return push(RoomScreen(book, Room(book.name, in: session), reader))
        case .close:
            stack.dismiss(root)
            return .end(forwardingToParent: .closed)
        default:
            return []
        }
    }

    private func push(_ screen: Screen) -> FlowContributors<AppStep> {
        stack.push(screen)
        return .screen(screen)
    }
}
