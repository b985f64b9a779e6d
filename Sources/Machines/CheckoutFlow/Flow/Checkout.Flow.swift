import StatePattern

extension Checkout {
    /// The steps of a checkout, from log-in to notification. The modules share one flow.
    ///
    /// The flow only decides, and performs nothing. When it needs a job done, it changes to a state that waits for a
    /// module. The module for this job observes the transition, reads ``currentTry``, and reports the result.
    /// <doc:/StatePattern/ThreeWaysToPerform> compares this with other ways.
    ///
    /// ```swift
    /// import CheckoutFlow
    /// import StatePattern
    ///
    /// let flow = Checkout.Flow()
    /// flow.logIn(Credentials("ada", password: "countess"))
    /// if let current = flow.currentTry { print(current) }  // Prints "1: log in ada"
    /// flow.receive(.loggedIn(try: 1))
    /// print(flow.phase)  // Prints "AfterLogIn"
    /// ```
    ///
    /// | State | Meaning | Left by |
    /// |---|---|---|
    /// | `BeforeLogIn/Idle` | no member is logged in | `logIn` |
    /// | `BeforeLogIn/LoggingIn` | a password is being checked | `loggedIn`, `failed`, `cancel` |
    /// | `BeforeLogIn/LogInFailed` | the member was not let in | `logIn` |
    /// | `AfterLogIn` | a member is logged in and has purchased nothing yet | `purchase`, `refund`, `logOut` |
    /// | `BeforePayment` | the purchase is not paid | `paid`, `voided`, `refunded`, `pushed`, `retry`, `cancel` |
    /// | `BeforePayment/Paying` | the payment is in progress | `declined`, `failed`, `challenged` |
    /// | `BeforePayment/Challenged` | the buyer has to act first | `confirm` |
    /// | `BeforePayment/PaymentFailed` | the service has declined | |
    /// | `BeforePayment/PaymentUnknown` | there is no answer: it may have been charged | |
    /// | `BeforeVoid` | the purchase is canceled, or to be refunded | `voided`, `refunded`, `retry` |
    /// | `BeforeVoid/Voiding` | a charge is prevented, or refunded | `failed` |
    /// | `BeforeVoid/VoidFailed` | there is no answer: it may still be charged | |
    /// | `PaymentSuccess` | left at once | `preparePush` |
    /// | `BeforePush` | the purchase is paid | `pushed`, `voided`, `refunded`, `retry`, `cancel` |
    /// | `BeforePush/Pushing` | the notification is in progress | `failed` |
    /// | `BeforePush/PushFailed` | the notification has failed; the payment is not affected | |
    /// | `PushSuccess` | left at once | `settle` |
    /// | `Stable` | the purchase is over: paid, canceled or refunded | `purchase`, `refund`, `logOut`, `paid` if voided |
    ///
    /// To branch on the state, ask for the ``phase``. Each phase has the name of its state.
    ///
    /// ## One charge
    ///
    /// A purchase is charged at most once, because each try of its payment has the key of the purchase. An unpaid
    /// purchase can end only by being canceled and voided. Until then, another purchase is deferred, and another
    /// ``cancel()`` withdraws the deferred purchase. ``retry()`` repeats the current job, so it never charges a
    /// canceled purchase.
    ///
    /// If a flow is deactivated during a purchase, the interrupted job has failed, as in `PaymentUnknown`. When the
    /// flow is activated again, it continues with the purchase.
    ///
    /// ## Numbers and facts
    ///
    /// Tries are numbered from 1, and a report about a try carries its number. A report about a try that is over is out of
    /// date: it is dropped, and its outcome is ``/StatePattern/Outcome/handled``.
    ///
    /// A fact stays true when the try is over: a purchase is paid, voided or refunded, or its member is notified. The
    /// report of a fact carries the purchase or receipt, not a number. It may come in any state, and from another
    /// source, such as a webhook. If the flow knows nothing of the purchase or charge, the report is unhandled.
    public final class Flow: Context<Checkout.Flow.State> {
        let beforeLogIn = BeforeLogIn()
        let afterLogIn = AfterLogIn()
        let pushSuccess = PushSuccess()
        let stable = Stable()

        /// The name of the member who is logged in; `nil` if no member is.
        public internal(set) var member: String?
        /// The latest purchase since the log-in, in progress or over; after ``refund(_:)``, the refunded purchase.
        public internal(set) var latestPurchase: Purchase?
        /// The receipt of ``latestPurchase``; `nil` while that is not paid, and when it is voided.
        public internal(set) var receipt: PaymentReceipt?
        /// The receipt of ``latestPurchase`` if it was refunded; `nil` if nothing was charged or refunded.
        public internal(set) var refunded: PaymentReceipt?
        /// The number of the latest try.
        package private(set) var tryNumber: Int

        private let makeKey: () -> IdempotencyKey
        /// The state in which to continue an open purchase after a deactivation; `nil` if no purchase is open.
        var unfinished: State?
        /// Saves the data that must outlast the process.
        var save: (Saved) throws -> Void = { _ in }
        private var latestSaved: Saved?
        /// The reason why the current state could not be saved; `nil` if it was saved.
        private(set) var saveFailure: (any Error)?

        /// Creates a flow before log-in, or a flow that continues where an earlier one stopped.
        ///
        /// - Parameters:
        ///   - saved: The ``saved`` data of an earlier flow; `nil` for a flow before log-in.
        ///   - makeKey: Makes the idempotency key of a purchase. Each key must be different, even after a restart.
        public init(resuming saved: Saved? = nil, makeKey: @escaping () -> IdempotencyKey = { .random() }) {
            self.makeKey = makeKey
            let leaf = saved?.leaf
            if let saved, leaf != nil {
                (member, latestPurchase) = (saved.member, saved.purchase)
                (receipt, refunded) = (saved.receipt, saved.refunded)
                latestSaved = saved
            }
            unfinished = leaf?.continuation
            tryNumber = leaf?.currentTry?.number ?? 0
            super.init(initial: beforeLogIn, resumingIn: leaf)
        }

        // MARK: Requests of a client

        /// Asks for a log-in. It replaces a log-in in progress.
        @discardableResult public func logIn(_ credentials: Credentials) -> Outcome {
            delegate(State.logIn, credentials)
        }

        /// Logs the member out.
        @discardableResult public func logOut() -> Outcome { delegate(State.logOut) }

        /// Begins a purchase, with a new key.
        @discardableResult public func purchase(_ item: Item) -> Outcome { delegate(State.purchase, item) }

        /// Asks for another try of the current job. It replaces a try in progress.
        @discardableResult public func retry() -> Outcome { delegate(State.retry) }

        /// Asks the payment service again after the buyer has acted: see ``challenge``.
        @discardableResult public func confirm() -> Outcome { delegate(State.confirm) }

        /// Refunds the purchase of a receipt in full, however long ago it was paid.
        ///
        /// The purchase is voided, just as after ``cancel()``. In `Stable`, ``refunded`` has the receipt of the refunded
        /// charge. It is `nil` if there was nothing to refund, such as for a receipt that the service has never given.
        @discardableResult public func refund(_ receipt: PaymentReceipt) -> Outcome {
            delegate(State.refund, receipt)
        }

        /// Cancels the current job, even a log-in.
        ///
        /// A canceled payment may have been charged already, so it is voided: `Voiding` waits for the service. If the
        /// payment has succeeded, it stays, and only its notification is canceled.
        @discardableResult public func cancel() -> Outcome { delegate(State.cancel) }

        // MARK: Reports of the modules

        // Numbered reports (see ThreeWaysToPerform.md): a request drops an outdated report, even if it had to wait.

        @discardableResult package func loggedIn(try number: Int) -> Outcome {
            delegate(number) { $1.isCurrent($2) ? $0.loggedIn($1) : .handled }
        }

        @discardableResult package func challenged(_ challenge: String, try number: Int) -> Outcome {
            delegate((challenge, number)) { $1.isCurrent($2.1) ? $0.challenged($1, $2.0) : .handled }
        }

        @discardableResult package func declined(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isCurrent($2.1) ? $0.declined($1, reason: $2.0) : .handled }
        }

        @discardableResult package func failed(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isCurrent($2.1) ? $0.failed($1, reason: $2.0) : .handled }
        }

        @discardableResult package func retry(after number: Int) -> Outcome {
            delegate(number) { $1.tryNumber == $2 ? $0.retry($1) : .handled }
        }

        // Facts: a fact about another purchase or charge is unhandled.

        @discardableResult package func paid(_ receipt: PaymentReceipt) -> Outcome {
            delegate(receipt) { $1.isAbout($2) ? $0.paid($1, $2) : .unhandled }
        }

        @discardableResult package func voided(_ purchase: Purchase) -> Outcome {
            delegate(purchase) { $1.latestPurchase == $2 ? $0.voided($1) : .unhandled }
        }

        @discardableResult package func refunded(_ receipt: PaymentReceipt) -> Outcome {
            delegate(receipt) { $1.isAbout($2) ? $0.refunded($1, $2) : .unhandled }
        }

        @discardableResult package func pushed(_ receipt: PaymentReceipt) -> Outcome {
            delegate(receipt) { $1.isAbout($2) ? $0.pushed($1, $2) : .unhandled }
        }

        private func isCurrent(_ number: Int) -> Bool { currentTry?.number == number }
        private func isAbout(_ receipt: PaymentReceipt) -> Bool {
            latestPurchase == receipt.purchase && (self.receipt ?? receipt) == receipt
        }

        /// Makes the request for a report, which may come from a module or another source.
        @discardableResult public func receive(_ report: Report) -> Outcome {
            switch report {
            case .paid(let receipt): paid(receipt)
            case .voided(let purchase): voided(purchase)
            case .refunded(let receipt): refunded(receipt)
            case .pushed(let receipt): pushed(receipt)
            case .loggedIn(let number): loggedIn(try: number)
            case .challenged(let challenge, let number): challenged(challenge, try: number)
            case .declined(let reason, let number): declined(reason: reason, try: number)
            case .failed(let reason, let number): failed(reason: reason, try: number)
            case .retry(let number): retry(after: number)
            }
        }

        // MARK: Requests of the flow to itself

        func continueUnfinished() { delegate(State.continueUnfinished) }
        func preparePush() { delegate(State.preparePush) }
        func settle() { delegate(State.settle) }

        // MARK: Data

        /// Begins a try with the next number. Reports about earlier tries are out of date from now on.
        func nextTry(_ job: Job) -> Try {
            tryNumber += 1
            return Try(number: tryNumber, job: job)
        }

        func makePurchase(of item: Item) -> Purchase {
            let purchase = Purchase(item: item, key: makeKey())
            (latestPurchase, receipt, refunded) = (purchase, nil, nil)
            return purchase
        }

        /// Ends a purchase that is voided.
        func end(refunding receipt: PaymentReceipt?) -> Reaction {
            (self.receipt, refunded) = (nil, receipt)
            return .transition(to: stable)
        }

        func remember() {
            guard let saved else { return }
            saveFailure = nil
            guard saved != latestSaved else { return }
            do {
                try save(saved)
                latestSaved = saved
            } catch {
                saveFailure = error
            }
        }

        func forgetMember() { (member, latestPurchase, receipt, refunded) = (nil, nil, nil, nil) }
    }
}
