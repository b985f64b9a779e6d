import StatePattern

/// What a client sees of a shop's checkout: log in, purchase, and be notified of it.
///
/// Three modules do the work, and none of them knows another one: ``Member`` logs in, ``Store`` takes the payment, and
/// ``Push`` notifies. What ties them together is one ``Flow``, which each of them observes; when it is a module's turn, it
/// calls its service and reports what came of it.
///
/// ```swift
/// import CheckoutFlow
/// import StatePattern
///
/// let checkout = Checkout()
/// let journal = Checkout.Journal(of: checkout.flow)
/// let run = Task { await checkout.run() }
/// checkout.logIn(Credentials("ada", password: "countess"))
/// for await phase in checkout.flow.changes({ $0.target.phase }) where phase == .afterLogIn { break }
/// for line in journal.lines { print(line) }
/// // Prints "activate(): BeforeLogIn → BeforeLogIn"
/// // Prints "1: log in ada"
/// // Prints "loggedIn(turn:): BeforeLogIn → AfterLogIn"
/// ```
///
/// What the modules report comes in through ``run()``, which somebody has to call.
///
/// Everything stays in the isolation domain that the checkout was made in, such as an actor or the main actor; only the
/// calls of services leave it. They hold nothing of the checkout: when it is dropped, they are cancelled.
public final class Checkout {
    /// The steps of the checkout, to be observed and asked; its modules hold nothing else of each other.
    public let flow: Flow
    /// What the modules report, in order; it ends with the checkout. Iterated once: by ``run()``, or by somebody who then
    /// hands each report to ``Flow/receive(_:)``.
    public let reports: AsyncStream<Report>

    private let continuation: AsyncStream<Report>.Continuation
    private let member: Member
    private let store: Store
    private let push: Push

    /// Makes a checkout that nobody has logged in to; by default, its services live in memory and always succeed.
    ///
    /// - Parameters:
    ///   - members: Who may log in.
    ///   - payments: What charges for a purchase.
    ///   - notifications: What tells a member of a payment.
    ///   - makeKey: Makes the idempotency key of a purchase, a different one each time.
    public init(
        members: any MemberService = InMemoryMembers(), payments: any PaymentService = InMemoryPayments(),
        notifications: any PushService = InMemoryNotifications(),
        makeKey: @escaping () -> IdempotencyKey = { .random() }
    ) {
        flow = Flow(makeKey: makeKey)
        (reports, continuation) = AsyncStream.makeStream()
        member = Member(of: flow, service: members, reports: continuation)
        store = Store(of: flow, service: payments, reports: continuation)
        push = Push(of: flow, service: notifications, reports: continuation)
    }

    deinit { continuation.finish() }

    // MARK: What a client asks

    /// Logs in, in place of any log-in that is under way.
    @discardableResult public func logIn(_ credentials: Credentials) -> Outcome { flow.logIn(credentials) }

    @discardableResult public func logOut() -> Outcome { flow.logOut() }

    /// Purchases an item; the payment begins at once.
    @discardableResult public func purchase(_ item: Item) -> Outcome { flow.purchase(item) }

    /// Tries the payment or the notification again, in place of a try that is under way.
    @discardableResult public func retry() -> Outcome { flow.retry() }

    /// Gives up what is under way; a payment that has succeeded stands.
    @discardableResult public func cancel() -> Outcome { flow.cancel() }

    /// Receives what the modules report until the task is cancelled or the checkout ends.
    ///
    /// It runs in the isolation domain of its caller, as in `Task { await checkout.run() }` on the main actor, and keeps
    /// the checkout alive meanwhile. It can be called once. When it ends, what is under way is cancelled and has failed;
    /// from then on nobody hears of what the modules do, so another checkout has to be made.
    nonisolated(nonsending) public func run() async {
        for await report in reports { flow.receive(report) }
        for work in [member.work, store.work, push.work] { work.cancel() }
        if let turn = flow.progress.turn { flow.receive(.failure(of: turn, reason: "the checkout has stopped")) }
    }
}

extension Checkout {
    /// What came of a turn, which it names by its number.
    public enum Report: Hashable, Sendable {
        case loggedIn(turn: Int)
        case logInFailed(reason: String, turn: Int)
        case paid(Receipt, turn: Int)
        case paymentFailed(reason: String, turn: Int)
        case pushed(turn: Int)
        case pushFailed(reason: String, turn: Int)

        /// The report that a turn has failed.
        static func failure(of turn: Flow.Turn, reason: String) -> Report {
            switch turn.part {
            case .logIn: .logInFailed(reason: reason, turn: turn.number)
            case .payment: .paymentFailed(reason: reason, turn: turn.number)
            case .push: .pushFailed(reason: reason, turn: turn.number)
            }
        }
    }
}
