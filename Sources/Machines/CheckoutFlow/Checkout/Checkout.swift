import StatePattern

/// A worked example of modules that only observe: the checkout of a shop, with log-in, payment and notification.
///
/// Three modules do the work, each in a target of its own that depends on no other one: CheckoutLogIn logs in,
/// CheckoutPayment takes the payment, and CheckoutNotification notifies. Each observes one ``Flow``; when the flow has
/// a job for a module, the module calls its service and reports the result. The target CheckoutModules puts the three
/// together.
///
/// ```swift
/// import CheckoutFlow
/// import CheckoutModules
/// import StatePattern
///
/// let checkout = Checkout()
/// let journal = Checkout.Journal(of: checkout.flow)
/// let run = Task { await checkout.run() }
/// checkout.flow.logIn(Credentials("ada", password: "countess"))
/// try await checkout.flow.wait { $0.phase == .afterLogIn }
/// for line in journal.lines { print(line) }
/// // Prints "activate(): BeforeLogIn → BeforeLogIn"
/// // Prints "1: log in ada"
/// // Prints "loggedIn(try:): BeforeLogIn → AfterLogIn"
/// ```
///
/// The reports of the modules come in through ``run()``, which the client has to call.
///
/// Everything stays in the isolation domain that the checkout was made in, such as an actor or the main actor; only the
/// calls of services leave it. They keep nothing of the checkout: when it is freed, they are cancelled.
public final class Checkout {
    /// The flow of the checkout, which clients observe and ask; the modules share nothing else.
    public let flow: Flow
    /// The reports of the modules, in order; they end with the checkout.
    ///
    /// They can be iterated once: by ``run()``, or by a client that passes each report to ``Flow/receive(_:)``.
    public let reports: AsyncStream<Report>

    private let continuation: AsyncStream<Report>.Continuation
    private let modules: [JobModule]

    /// Makes a checkout before log-in, with modules that do its jobs.
    ///
    /// - Parameters:
    ///   - makeKey: Makes the idempotency key of a purchase, a different one each time.
    ///   - makeModules: Makes the modules, which observe the flow and report with the function.
    package init(
        makeKey: @escaping () -> IdempotencyKey = { .random() },
        modules makeModules: (_ flow: Flow, _ report: @escaping @Sendable (Report) -> Void) -> [JobModule]
    ) {
        flow = Flow(makeKey: makeKey)
        (reports, continuation) = AsyncStream.makeStream()
        modules = makeModules(flow) { [continuation] in continuation.yield($0) }
    }

    deinit { continuation.finish() }

    /// Receives the reports of the modules until the task is cancelled or the checkout ends.
    ///
    /// It runs in the isolation domain of its caller, as in `Task { await checkout.run() }` on the main actor, and keeps
    /// the checkout alive while it runs. It can be called once. When it ends, it cancels the current job, which has then
    /// failed; from then on no report is received, so make another checkout.
    nonisolated(nonsending) public func run() async {
        for await report in reports { flow.receive(report) }
        for module in modules { module.cancel() }
        if let current = flow.progress.currentTry {
            flow.receive(.failure(of: current, reason: "the checkout has stopped"))
        }
    }
}

extension Checkout {
    /// The result of a try, with the number of the try: a numbered report.
    public enum Report: Hashable, Sendable {
        case loggedIn(try: Int)
        case logInFailed(reason: String, try: Int)
        case paid(PaymentReceipt, try: Int)
        case paymentFailed(reason: String, try: Int)
        case pushed(try: Int)
        case pushFailed(reason: String, try: Int)
    }
}

extension Checkout.Report {
    /// The report that a try has failed.
    static func failure(of failed: Checkout.Flow.Try, reason: String) -> Checkout.Report {
        switch failed.job {
        case .logIn: .logInFailed(reason: reason, try: failed.number)
        case .payment: .paymentFailed(reason: reason, try: failed.number)
        case .push: .pushFailed(reason: reason, try: failed.number)
        }
    }
}
