import CheckoutFlow
import CheckoutModules
import Messaging
import Playback
import StatePattern

/// The reader who is logged in, with their services.
///
/// The account makes it, and the flows pass it to screens: no screen finds a session or a player by itself. After
/// log-out, it is freed.
public final class Reader {
    public let name: String
    /// The session with the server; `nil` in an app without one.
    public let session: MessagingSession?
    /// The other readers at this reader's place.
    public let companions: Companions?
    /// The notices for the reader, such as of a purchase.
    public let notices: Notices?
    /// Plays samples of books, one at a time.
    public private(set) lazy var player = makePlayer()
    /// Sells books to the reader.
    public var checkout: Checkout { startedCheckout ?? startCheckout() }

    /// Called when anything that screens show has changed.
    var onChange: () -> Void = {}
    private let records: ShopRecords?
    private let observers: MachineObservers
    private let makeCheckout: MakeCheckout
    private var startedCheckout: Checkout?
    private var tasks: [Task<Void, Never>] = []
    private var hasEnded = false

    /// Makes a checkout that resumes what was saved, and saves its progress.
    public typealias MakeCheckout = (
        _ saved: Checkout.Flow.Saved?, _ save: @escaping (Checkout.Flow.Saved) throws -> Void
    ) -> Checkout

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - name: The reader's name.
    ///   - session: The session with the server; `nil` in an app without one.
    ///   - records: The records with the reader's checkout, if it is kept.
    ///   - observers: The observers of all machines.
    ///   - checkout: Makes the checkout.
    public init(
        _ name: String, session: MessagingSession? = nil, records: ShopRecords? = nil,
        observers: MachineObservers = MachineObservers(),
        checkout: @escaping MakeCheckout = { Checkout(resuming: $0, save: $1) }
    ) {
        self.name = name
        self.session = session
        self.records = records
        self.observers = observers
        makeCheckout = checkout
        companions = session.map(Companions.init)
        notices = session.map(Notices.init)
        if let session { observers.follow(session, named: "\(name): socket") }
    }

    deinit { for task in tasks { task.cancel() } }

    /// Begins to report changes.
    func start(onChange: @escaping () -> Void) {
        self.onChange = onChange
        companions?.onChange = onChange
        // A purchase that was interrupted continues as soon as its notice can arrive.
        notices?.start(onChange: onChange) { [weak self] in _ = self?.checkout }
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

    /// Buys a book, after a log-in to the checkout if necessary.
    func buy(_ book: Book) {
        guard checkout.flow.purchase(book.item) == .unhandled, checkout.flow.member == nil else { return }
        wanted = book
        // The service knows the reader by their token.
        if checkout.flow.currentTry == nil { checkout.flow.logIn(Credentials(name, password: "")) }
    }

    /// The purchase that is not over, for every screen that shows it.
    ///
    /// An earlier run of the app may have begun it.
    var openPurchase: String? {
        guard let saved = startedCheckout?.flow.saved ?? records?.checkout(of: name), let item = saved.purchase?.item,
            saved.phase != .stable
        else { return nil }
        let remark = saved.phase.isUnclear ? ", is asked again by itself" : ""
        return "\(item.name): \(saved.phase.description.split(separator: "/").last ?? "")\(remark)"
    }

    /// The book to purchase as soon as the checkout knows the reader; set by a purchase that came too early.
    private var wanted: Book?

    private func makePlayer() -> Player {
        let player = Player()
        observers.follow(player, named: "\(name): player")
        player.observe(for: self) { reader, _, _ in reader.onChange() }
        return player
    }

    private func startCheckout() -> Checkout {
        let checkout = makeCheckout(records?.checkout(of: name)) { [weak self, records, name] saved in
            // After a log-out, another checkout of the same reader may have begun.
            if self?.hasEnded == false { try records?.save(saved, of: name) }
        }
        observers.follow(checkout.flow, named: "\(name): checkout")
        checkout.flow.observe(for: self) { reader, _, transition in
            if transition.target.phase == .afterLogIn, let book = reader.wanted {
                reader.wanted = nil
                reader.checkout.flow.purchase(book.item)
            }
            reader.onChange()
        }
        startedCheckout = checkout
        onChange()
        if !hasEnded { tasks.append(Task { await checkout.run() }) }
        return checkout
    }
}
