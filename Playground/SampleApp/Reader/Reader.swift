import CheckoutFlow
import CheckoutModules
import InMemoryServices
import Messaging
import Playback
import StatePattern

/// The reader who is logged in, with the services for this reader.
///
/// The account creates the reader, and the flows pass it to screens: no screen looks for a session or a player itself.
/// After a log-out, the reader is freed.
public final class Reader {
    public let name: String
    /// The session with the server; `nil` in an app without one.
    public let session: MessagingSession?
    /// The other readers at this reader's place; `nil` without a session.
    public let companions: Companions?
    /// The notices for the reader, such as about a purchase; `nil` without a session.
    public let notices: Notices?
    /// Plays samples of books, one at a time.
    public private(set) lazy var player = makePlayer()
    /// The checkout that sells books to the reader. It is created at the first use.
    public var checkout: Checkout { startedCheckout ?? startCheckout() }

    /// Called after every change of the data that screens show.
    var onChange: () -> Void = {}
    private let records: ShopRecords?
    private let observers: MachineObservers
    private let makeCheckout: MakeCheckout
    private var startedCheckout: Checkout?
    private var tasks: [Task<Void, Never>] = []
    private var hasEnded = false

    /// Makes a checkout that resumes the saved data, if any, and saves its progress.
    public typealias MakeCheckout = (
        _ saved: Checkout.Flow.Saved?, _ save: @escaping (Checkout.Flow.Saved) throws -> Void
    ) -> Checkout

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - name: The reader's name.
    ///   - session: The session with the server; `nil` in an app without one.
    ///   - records: The records in which the reader's checkout is saved; `nil` if it is not saved.
    ///   - observers: The observers of all machines of this reader.
    ///   - checkout: Makes the reader's checkout.
    public init(
        _ name: String, session: MessagingSession? = nil, records: ShopRecords? = nil,
        observers: MachineObservers = MachineObservers(),
        checkout: @escaping MakeCheckout = {
            Checkout(
                members: InMemoryMembers(), payments: InMemoryPayments(), notifications: InMemoryNotifications(),
                resuming: $0, save: $1)
        }
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

    /// Begins to call `onChange`, and to follow the notices.
    func start(onChange: @escaping () -> Void) {
        self.onChange = onChange
        companions?.onChange = onChange
        // When notices can be received, the checkout is created, so that an interrupted purchase continues.
        notices?.start(onChange: onChange) { [weak self] in _ = self?.checkout }
    }

    /// Ends everything that this reader has started.
    func end() {
        hasEnded = true
        onChange = {}
        companions?.end()
        notices?.end()
        for task in tasks { task.cancel() }
        tasks = []
    }

    /// Purchases a book. If the checkout has no member yet, logs the reader in to the checkout before that.
    func buy(_ book: Book) {
        guard checkout.flow.purchase(book.item) == .unhandled, checkout.flow.member == nil else { return }
        wanted = book
        // The service recognizes the reader by the token, so no password is needed.
        if checkout.flow.currentTry == nil { checkout.flow.logIn(Credentials(name, password: "")) }
    }

    /// The purchase that is not over, for all screens that show it; `nil` if there is none.
    ///
    /// An earlier run of the app may have begun the purchase.
    var openPurchase: String? {
        guard let saved = startedCheckout?.flow.saved ?? records?.checkout(of: name), let item = saved.purchase?.item,
            saved.phase != .stable
        else { return nil }
        let remark = saved.phase.isUnclear ? ", is asked again by itself" : ""
        return "\(item.name): \(saved.phase.description.split(separator: "/").last ?? "")\(remark)"
    }

    /// The book to purchase when the log-in to the checkout has succeeded; `nil` if no purchase waits for it.
    private var wanted: Book?

    private func makePlayer() -> Player {
        let player = Player()
        observers.follow(player, named: "\(name): player")
        player.observe(for: self) { reader, _, _ in reader.onChange() }
        return player
    }

    private func startCheckout() -> Checkout {
        let checkout = makeCheckout(records?.checkout(of: name)) { [weak self, records, name] saved in
            // After a log-out, the same reader may have another checkout already, and only that one may be saved.
            if self?.hasEnded == false { try records?.save(saved, of: name) }
        }
        observers.follow(checkout.flow, named: "\(name): checkout") { $0.saved }
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
