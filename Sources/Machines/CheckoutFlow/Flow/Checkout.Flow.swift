import StatePattern

extension Checkout {
    /// The steps of a checkout, from the log-in to the notification; its modules share it.
    ///
    /// The flow only decides, and performs nothing. When it needs a job done before it can continue, it changes to a
    /// state that waits for a module. The module that does such jobs observes the transition, looks at ``currentTry``,
    /// and reports the result. <doc:/StatePattern/ThreeWaysToPerform> compares this with other ways.
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
    /// | `AfterLogIn` | a member is logged in and has purchased nothing yet | `purchase`, `logOut` |
    /// | `BeforePayment/Paying` | the payment is in progress | `paid`, `declined`, `failed`, `retry`, `cancel` |
    /// | `BeforePayment/PaymentFailed` | the service has declined | `retry`, `cancel` |
    /// | `BeforePayment/PaymentUnknown` | there is no answer: it may have been charged | `retry`, `cancel` |
    /// | `BeforePayment/Voiding` | the purchase was canceled: a charge is prevented, or refunded | `voided`, `failed` |
    /// | `PaymentSuccess` | left at once | `preparePush` |
    /// | `BeforePush/Pushing` | the notification is in progress | `pushed`, `failed`, `retry`, `cancel` |
    /// | `BeforePush/PushFailed` | the notification has failed; the payment is not affected | `retry`, `cancel` |
    /// | `PushSuccess` | left at once | `settle` |
    /// | `Stable` | the purchase is over: paid, or canceled | `purchase`, `logOut` |
    ///
    /// To decide something, ask for the ``phase``: each is named for its state.
    ///
    /// ## One charge
    ///
    /// A purchase is charged once at most, because each try of its payment has the key of the purchase. A purchase that
    /// is not paid is left in one way only: it is canceled, and voided. Another purchase is deferred until then. If the
    /// payment cannot be voided, it is dropped, and the state is `PaymentUnknown`. To cancel once more withdraws it.
    ///
    /// A flow that is deactivated in the middle of a purchase continues with it when it is activated again, in
    /// `PaymentUnknown`, or in `PushFailed` if it is paid.
    ///
    /// ## Numbers
    ///
    /// Tries are numbered from 1, and a report carries the number of its try. A report about a try that is over is out of
    /// date: it is dropped, and its outcome is ``/StatePattern/Outcome/handled``.
    public final class Flow: Context<Checkout.Flow.State> {
        let beforeLogIn = BeforeLogIn()
        let afterLogIn = AfterLogIn()
        let pushSuccess = PushSuccess()
        let stable = Stable()

        /// The name of the member who is logged in.
        public internal(set) var member: String?
        /// The latest purchase since the log-in, which may be in progress.
        public internal(set) var latestPurchase: Purchase?
        /// The receipt of ``latestPurchase``, once it is paid.
        public internal(set) var receipt: PaymentReceipt?
        /// The number of the latest try.
        public private(set) var tryNumber: Int

        private let makeKey: () -> IdempotencyKey
        /// The purchase that is not paid, or the payment that the member has not been notified of: it outlasts a deactivation.
        var unfinished: State?
        /// Writes down what the flow must remember.
        var save: (Saved) throws -> Void = { _ in }
        private var latestSaved: Saved?
        /// The reason that the current state could not be saved; `nil` if it was.
        private(set) var saveFailure: (any Error)?

        /// Creates a flow before log-in, or one that continues where another one was.
        ///
        /// - Parameters:
        ///   - saved: What the other one had ``saved``.
        ///   - makeKey: Makes the idempotency key of a purchase, a different one each time.
        public init(resuming saved: Saved? = nil, makeKey: @escaping () -> IdempotencyKey = { .random() }) {
            self.makeKey = makeKey
            let leaf = saved?.leaf(afterLogIn: afterLogIn, stable: stable)
            if let saved, leaf != nil {
                (member, latestPurchase, receipt) = (saved.member, saved.purchase, saved.receipt)
                latestSaved = saved
            }
            unfinished = leaf?.superstate
            tryNumber = leaf?.currentTry?.number ?? 0
            super.init(initial: beforeLogIn, resumingIn: leaf)
        }

        // MARK: Requests of a client

        /// Asks for a log-in, in place of one in progress.
        @discardableResult public func logIn(_ credentials: Credentials) -> Outcome {
            delegate(credentials) { $0.logIn($1, $2) }
        }

        /// Forgets the member.
        @discardableResult public func logOut() -> Outcome { delegate { $0.logOut($1) } }

        /// Begins a purchase, with a new key.
        @discardableResult public func purchase(_ item: Item) -> Outcome { delegate(item) { $0.purchase($1, $2) } }

        /// Asks for another try, in place of one in progress.
        @discardableResult public func retry() -> Outcome { delegate { $0.retry($1) } }

        /// Cancels the current job, a log-in included.
        ///
        /// A payment may have been charged already, so it is voided: `Voiding` waits for the service. A payment that has
        /// succeeded is not affected; only its notification is canceled.
        @discardableResult public func cancel() -> Outcome { delegate { $0.cancel($1) } }

        // MARK: Reports of the modules

        // Numbered reports (see ThreeWaysToPerform.md): one that is out of date is dropped inside the request, hence also
        // when the request had to wait.

        @discardableResult package func loggedIn(try number: Int) -> Outcome {
            delegate(number) { $1.isCurrent($2) ? $0.loggedIn($1) : .handled }
        }

        @discardableResult package func paid(_ receipt: PaymentReceipt, try number: Int) -> Outcome {
            delegate((receipt, number)) { $1.isCurrent($2.1) ? $0.paid($1, $2.0) : .handled }
        }

        @discardableResult package func voided(try number: Int) -> Outcome {
            delegate(number) { $1.isCurrent($2) ? $0.voided($1) : .handled }
        }

        @discardableResult package func pushed(try number: Int) -> Outcome {
            delegate(number) { $1.isCurrent($2) ? $0.pushed($1) : .handled }
        }

        @discardableResult package func declined(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isCurrent($2.1) ? $0.declined($1, reason: $2.0) : .handled }
        }

        @discardableResult package func failed(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isCurrent($2.1) ? $0.failed($1, reason: $2.0) : .handled }
        }

        private func isCurrent(_ number: Int) -> Bool { currentTry?.number == number }

        /// Makes the request that belongs to a report of a module.
        @discardableResult public func receive(_ report: Report) -> Outcome {
            switch report {
            case .loggedIn(let number): loggedIn(try: number)
            case .paid(let receipt, let number): paid(receipt, try: number)
            case .voided(let number): voided(try: number)
            case .pushed(let number): pushed(try: number)
            case .declined(let reason, let number): declined(reason: reason, try: number)
            case .failed(let reason, let number): failed(reason: reason, try: number)
            }
        }

        // MARK: Requests of the flow to itself

        func continueUnfinished() { delegate { $0.continueUnfinished($1) } }
        func preparePush() { delegate { $0.preparePush($1) } }
        func settle() { delegate { $0.settle($1) } }

        // MARK: Data

        /// Numbers a try; reports about an earlier one are out of date from now on.
        func nextTry(_ job: Job) -> Try {
            tryNumber += 1
            return Try(number: tryNumber, job: job)
        }

        func makePurchase(of item: Item) -> Purchase {
            let purchase = Purchase(item: item, key: makeKey())
            (latestPurchase, receipt) = (purchase, nil)
            return purchase
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

        func forgetMember() { (member, latestPurchase, receipt) = (nil, nil, nil) }
    }
}
