import StatePattern

extension Checkout {
    /// The steps of a checkout, from the log-in to the notification; its modules share it.
    ///
    /// The flow only decides, and performs nothing. When it needs a job done before it can go on, it publishes a ``Try`` in its
    /// ``progress``; the module whose job it is does it, and reports the result. <doc:/StatePattern/ThreeWaysToPerform>
    /// compares this with other ways.
    ///
    /// ```swift
    /// import CheckoutFlow
    /// import StatePattern
    ///
    /// let flow = Checkout.Flow()
    /// flow.logIn(Credentials("ada", password: "countess"))
    /// print(flow.progress)  // Prints "under way: 1: log in ada"
    /// flow.receive(.loggedIn(try: 1))
    /// print(flow.phase == .afterLogIn)  // Prints "true"
    /// ```
    ///
    /// | State | Meaning | Left by |
    /// |---|---|---|
    /// | `BeforeLogIn` | no member is logged in | `loggedIn` |
    /// | `AfterLogIn` | a member is logged in and has purchased nothing yet | `purchase`, `logOut` |
    /// | `BeforePayment` | the payment is under way, or has failed | `paid`, `cancel` |
    /// | `PaymentSuccess` | left at once | `preparePush` |
    /// | `BeforePush` | the notification is under way, or has failed; the payment stands | `pushed`, `cancel` |
    /// | `PushSuccess` | left at once | `settle` |
    /// | `Stable` | the purchase is over | `purchase`, `logOut` |
    ///
    /// Everything else is unhandled, or stays in the same state. A ``phase`` is named for its state.
    ///
    /// ## Numbers
    ///
    /// Tries are numbered from 1, and a report carries the number of its try. A report about a try that is over is out of
    /// date: it is dropped, and its outcome is ``/StatePattern/Outcome/handled``.
    public final class Flow: Context<Checkout.Flow.State> {
        let beforeLogIn = BeforeLogIn()
        let afterLogIn = AfterLogIn()
        let beforePayment = BeforePayment()
        let paymentSuccess = PaymentSuccess()
        let beforePush = BeforePush()
        let pushSuccess = PushSuccess()
        let stable = Stable()

        /// The name of the member who is logged in.
        public internal(set) var member: String?
        /// The latest purchase since the log-in, which may be under way.
        public internal(set) var latestPurchase: Purchase?
        /// The receipt of ``latestPurchase``, once it is paid.
        public internal(set) var receipt: PaymentReceipt?
        /// The progress of the flow within its state.
        public private(set) var progress = Progress.idle
        /// The number of the latest try.
        public private(set) var tryNumber = 0

        private let makeKey: () -> IdempotencyKey
        /// The progress that observers have been told of; a request of the flow to itself sets it.
        private var toldProgress = Progress.idle

        /// Makes a flow before log-in.
        ///
        /// - Parameter makeKey: Makes the idempotency key of a purchase, a different one each time.
        public init(makeKey: @escaping () -> IdempotencyKey = { .random() }) {
            self.makeKey = makeKey
            super.init(initial: beforeLogIn)
            // A deactivated flow handles no request, hence not `publishProgress` either.
            observe { [unowned self] transition in if transition.entered.isEmpty { toldProgress = progress } }
        }

        // MARK: Requests of a client

        /// Asks for a log-in, in place of one that is under way.
        @discardableResult public func logIn(_ credentials: Credentials) -> Outcome {
            delegate(credentials) { $0.logIn($1, $2) }
        }

        /// Forgets the member.
        @discardableResult public func logOut() -> Outcome { delegate { $0.logOut($1) } }

        /// Begins a purchase, with a key of its own.
        @discardableResult public func purchase(_ item: Item) -> Outcome { delegate(item) { $0.purchase($1, $2) } }

        /// Asks for another try, in place of one that is under way.
        @discardableResult public func retry() -> Outcome { delegate { $0.retry($1) } }

        /// Gives up the current job, a log-in included; a payment that has succeeded stands.
        ///
        /// A payment that is given up may have been charged. To charge for it after all, call the service with
        /// ``latestPurchase``: it returns the receipt, whether it had charged before or not.
        @discardableResult public func cancel() -> Outcome { delegate { $0.cancel($1) } }

        // MARK: Reports of the modules

        // Numbered reports (see ThreeWaysToPerform.md): one that is out of date is dropped inside the request, hence also
        // when the request had to wait.

        @discardableResult package func loggedIn(try number: Int) -> Outcome {
            delegate(number) { $1.isUnderWay($2) ? $0.loggedIn($1) : .handled }
        }

        @discardableResult package func logInFailed(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isUnderWay($2.1) ? $0.logInFailed($1, reason: $2.0) : .handled }
        }

        @discardableResult package func paid(_ receipt: PaymentReceipt, try number: Int) -> Outcome {
            delegate((receipt, number)) { $1.isUnderWay($2.1) ? $0.paid($1, $2.0) : .handled }
        }

        @discardableResult package func paymentFailed(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isUnderWay($2.1) ? $0.paymentFailed($1, reason: $2.0) : .handled }
        }

        @discardableResult package func pushed(try number: Int) -> Outcome {
            delegate(number) { $1.isUnderWay($2) ? $0.pushed($1) : .handled }
        }

        @discardableResult package func pushFailed(reason: String, try number: Int) -> Outcome {
            delegate((reason, number)) { $1.isUnderWay($2.1) ? $0.pushFailed($1, reason: $2.0) : .handled }
        }

        /// Makes the request that belongs to a report of a module.
        @discardableResult public func receive(_ report: Report) -> Outcome {
            switch report {
            case .loggedIn(let number): loggedIn(try: number)
            case .logInFailed(let reason, let number): logInFailed(reason: reason, try: number)
            case .paid(let receipt, let number): paid(receipt, try: number)
            case .paymentFailed(let reason, let number): paymentFailed(reason: reason, try: number)
            case .pushed(let number): pushed(try: number)
            case .pushFailed(let reason, let number): pushFailed(reason: reason, try: number)
            }
        }

        // MARK: Requests of the flow to itself

        func preparePush() { delegate { $0.preparePush($1) } }
        func settle() { delegate { $0.settle($1) } }

        // MARK: Progress

        /// Calls `body` with `object` when the progress has changed, as long as `object` lives.
        ///
        /// Observers of transitions are not told of a try that begins or fails in the same state; these are.
        ///
        /// 1. A change is published after the transition that led to it.
        /// 2. Several changes in one request are published as one.
        /// 3. A request that `body` makes is queued, so all observers are told of all changes in their order.
        /// 4. An observer that is added while others are being told is told from the next change on.
        ///
        /// - Returns: A token that ends the observation before its time; it can be ignored.
        @discardableResult public func observeProgress<Object: AnyObject>(
            for object: Object, _ body: @escaping (_ object: Object, _ progress: Progress) -> Void
        ) -> ObservationToken {
            var latest = toldProgress
            return observeRequests(for: object) { [unowned self] object, _, _ in
                guard latest != toldProgress else { return }
                latest = toldProgress
                body(object, latest)
            }
        }

        func setProgress(_ progress: Progress) {
            self.progress = progress
            // A request of its own, because observers are told of a request when all before it have been handled.
            delegate(request: "publishProgress") { _, flow in
                flow.toldProgress = flow.progress
                return .handled
            }
        }

        /// Begins a try; reports about an earlier one are out of date from now on.
        func begin(_ job: Job) {
            tryNumber += 1
            setProgress(.underWay(Try(number: tryNumber, job: job)))
        }

        /// Ends a try that has failed; the state stays.
        func fail(_ reason: String) -> State.Reaction {
            setProgress(.failed(reason: reason))
            return .handled
        }

        func makePurchase(of item: Item) {
            latestPurchase = Purchase(item: item, key: makeKey())
            receipt = nil
        }

        func forgetMember() {
            member = nil
            latestPurchase = nil
            receipt = nil
        }

        private func isUnderWay(_ number: Int) -> Bool { progress.currentTry?.number == number }
    }
}
