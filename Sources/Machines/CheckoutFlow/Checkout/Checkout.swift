import StatePattern

/// A worked example of modules that communicate by observing a machine: the checkout of a shop.
///
/// Three modules do the work, each in a target that depends on no other module: CheckoutLogIn logs in, CheckoutPayment
/// takes the payment, and CheckoutNotification notifies. All observe one ``Flow``. When the flow has a job for a
/// module, the module calls its service and reports the result. CheckoutModules puts the three together.
///
/// The reports of the modules come in through ``run()``, which the client must call.
///
/// Everything stays in the isolation domain in which the checkout was made, such as the main actor. Only the calls of
/// services leave it. They do not retain the checkout, and are cancelled when it is freed.
public final class Checkout {
    /// The flow of the checkout. Clients observe it and make requests; the modules share nothing else.
    public let flow: Flow
    /// The reports of the modules, in order. The sequence ends with the checkout.
    ///
    /// Iterate it once: call ``run()``, or pass each report to ``Flow/receive(_:)`` yourself.
    public let reports: AsyncStream<Report>

    private let continuation: AsyncStream<Report>.Continuation
    private let modules: [JobModule]
    private let retries: RetryModule?

    /// Creates a checkout with modules that do its jobs.
    ///
    /// - Parameters:
    ///   - delays: The waits before the checkout retries an unclear payment, from the first to the longest one; `nil` if
    ///     the client retries.
    ///   - clock: The clock of the delays.
    ///   - saved: The data that an earlier checkout has saved, and this checkout continues with.
    ///   - save: Called after each transition, before a module begins its job. If this throws, the job fails.
    ///   - makeKey: Makes the idempotency key of a purchase, a different one each time, even after a restart.
    ///   - makeModules: Makes the modules, which observe the flow and report with the given function.
    package init(
        retrying delays: ClosedRange<Duration>?, clock: any Clock<Duration>, resuming saved: Flow.Saved? = nil,
        save: @escaping (Flow.Saved) throws -> Void = { _ in },
        makeKey: @escaping () -> IdempotencyKey = { .random() },
        modules makeModules: (_ flow: Flow, _ report: @escaping @Sendable (Report) -> Void) -> [JobModule]
    ) {
        flow = Flow(resuming: saved, makeKey: makeKey)
        (reports, continuation) = AsyncStream.makeStream()
        flow.save = save
        flow.observe { [unowned flow] _ in flow.remember() }
        modules = makeModules(flow) { [continuation] in continuation.yield($0) }
        retries = delays.map { [flow, continuation] in
            RetryModule(of: flow, after: $0, clock: clock) { continuation.yield($0) }
        }
    }

    deinit { continuation.finish() }

    /// Receives the reports of the modules until the task is cancelled or the checkout ends.
    ///
    /// It runs in the isolation domain of its caller, as in `Task { await checkout.run() }` on the main actor, and
    /// keeps the checkout alive while it runs. Call it once. When it ends, it cancels the current job, and no further
    /// report is received: to continue, make another checkout.
    nonisolated(nonsending) public func run() async {
        for await report in reports { flow.receive(report) }
        for module in modules { module.cancel() }
        if let current = flow.currentTry {
            flow.receive(.failed(reason: "the checkout has stopped", try: current.number))
        }
        retries?.cancel()
    }
}

extension Checkout {
    /// A report to a flow: a fact, or the result of a try, with the number of the try.
    public enum Report: Hashable, Sendable {
        /// The purchase is charged.
        ///
        /// Like the next three facts, it may come more than once, in any state, and not only from a module.
        case paid(PaymentReceipt)
        /// The purchase is not charged, or no longer charged, and never will be.
        case voided(Purchase)
        /// The charge was refunded, so the purchase is voided.
        case refunded(PaymentReceipt)
        /// The member was notified of the payment.
        case pushed(PaymentReceipt)

        case loggedIn(try: Int)
        /// The buyer must act first, in the way that the text says: see ``PaymentAnswer/challenged(_:)``.
        case challenged(String, try: Int)
        /// The service has declined, and has changed nothing.
        case declined(reason: String, try: Int)
        /// The service has not answered, or its answer does not tell what it has done.
        case failed(reason: String, try: Int)
        /// The wait after this try is over: it is time for another try, unless another try has begun.
        case retry(after: Int)
    }
}
