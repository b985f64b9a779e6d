import CheckoutFlow
import CheckoutModules
import Messaging
import Playback
import StatePattern

/// The reader who is logged in, with the services that are theirs.
///
/// The account makes it, and the flows pass it on: no screen finds a session or a player by itself. After log-out,
/// nothing is left of it.
public final class Reader {
    public let name: String
    /// The session with the server; `nil` in an app without one.
    public let session: MessagingSession?
    /// The other readers at the place where this one is.
    public let companions: Companions?
    /// The notices that came for the reader, such as that of a purchase.
    public let notices: Notices?
    /// Plays samples of books, one at a time.
    public private(set) lazy var player = makePlayer()
    /// Sells books to the reader.
    public private(set) lazy var checkout = startCheckout()

    /// Called when anything that screens show has changed.
    var onChange: () -> Void = {}
    private let makeCheckout: () -> Checkout
    private var tasks: [Task<Void, Never>] = []
    private var hasEnded = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - name: The reader's name.
    ///   - session: The session with the server, if there is one.
    ///   - checkout: Makes the checkout when the reader first buys something.
    public init(
        _ name: String, session: MessagingSession? = nil, checkout: @escaping () -> Checkout = { Checkout() }
    ) {
        self.name = name
        self.session = session
        makeCheckout = checkout
        companions = session.map(Companions.init)
        notices = session.map(Notices.init)
    }

    deinit { for task in tasks { task.cancel() } }

    /// Begins to report changes.
    func start(onChange: @escaping () -> Void) {
        self.onChange = onChange
        companions?.onChange = onChange
        notices?.start(onChange: onChange)
    }

    /// Stops everything that the reader has begun.
    func end() {
        hasEnded = true
        onChange = {}
        companions?.end()
        notices?.end()
        for task in tasks { task.cancel() }
        tasks = []
    }

    /// Buys a book, after a log-in to the checkout if there was none yet.
    func buy(_ book: Book) {
        guard checkout.flow.purchase(book.item) == .unhandled, checkout.flow.member == nil else { return }
        wanted = book
        // The service knows the reader by their token.
        if checkout.flow.currentTry == nil { checkout.flow.logIn(Credentials(name, password: "")) }
    }

    /// The book to purchase as soon as the checkout knows the reader; set by a purchase that came too early.
    private var wanted: Book?

    private func makePlayer() -> Player {
        let player = Player()
        player.observe(for: self) { reader, _, _ in reader.onChange() }
        if !hasEnded { tasks.append(Task { await player.run() }) }
        return player
    }

    private func startCheckout() -> Checkout {
        let checkout = makeCheckout()
        checkout.flow.observe(for: self) { reader, _, transition in
            if transition.target.phase == .afterLogIn, let book = reader.wanted {
                reader.wanted = nil
                reader.checkout.flow.purchase(book.item)
            }
            reader.onChange()
        }
        if !hasEnded { tasks.append(Task { await checkout.run() }) }
        return checkout
    }
}
