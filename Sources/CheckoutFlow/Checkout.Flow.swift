import StatePattern

extension Checkout {
    /// The steps of a checkout, which its modules share.
    ///
    /// The flow decides and performs nothing. When something has to be done before it can go on, it says so in its
    /// ``progress``; whoever it concerns does it, and reports what came of it.
    ///
    /// ```swift
    /// import CheckoutFlow
    /// import StatePattern
    ///
    /// let flow = Checkout.Flow()
    /// flow.logIn(Credentials("ada", password: "countess"))
    /// print(flow.progress)  // Prints "under way: 1: log in ada"
    /// flow.loggedIn(turn: 1)
    /// print(flow.phase == .afterLogIn)  // Prints "true"
    /// ```
    ///
    /// | State | Meaning | Left by |
    /// |---|---|---|
    /// | `BeforeLogIn` | nobody is logged in | `loggedIn` |
    /// | `AfterLogIn` | somebody is, and has purchased nothing yet | `purchase`, `logOut` |
    /// | `BeforePayment` | the payment is under way, or has failed | `paid`, `cancel` |
    /// | `PaymentSuccess` | left at once | `preparePush` |
    /// | `BeforePush` | the notification is under way, or has failed; the payment stands | `pushed`, `cancel` |
    /// | `PushSuccess` | left at once | `settle` |
    /// | `Stable` | the purchase is over | `purchase`, `logOut` |
    ///
    /// Everything else is unhandled, or stays in the same state. A phase is named for its state. To decide something, ask
    /// for the ``phase``, or for the class of the state: `flow.state is Checkout.Flow.Stable`. A state's hooks are public
    /// because its protocol's are; to call one from outside bypasses the flow.
    ///
    /// ## Numbers
    ///
    /// Turns are numbered from 1, and each try is a turn of its own. A report carries the number of the turn it is about.
    /// A report about a turn that is over comes too late: it is dropped, and its outcome is
    /// ``/StatePattern/Outcome/handled``.
    public final class Flow: Context<Checkout.Flow.State> {
        let beforeLogIn = BeforeLogIn()
        let afterLogIn = AfterLogIn()
        let beforePayment = BeforePayment()
        let paymentSuccess = PaymentSuccess()
        let beforePush = BeforePush()
        let pushSuccess = PushSuccess()
        let stable = Stable()

        /// Who is logged in.
        public internal(set) var member: String?
        /// The purchase that is under way, or was the last one since somebody logged in.
        public internal(set) var latestPurchase: Purchase?
        /// The receipt of ``latestPurchase``, once it is paid.
        public internal(set) var receipt: Receipt?
        /// What the flow waits for.
        public private(set) var progress = Progress.idle
        /// The number of the latest turn.
        public private(set) var turnNumber = 0

        private let makeKey: () -> IdempotencyKey
        private var toldProgress = Progress.idle
        private var progressObservers: [ProgressObserver] = []

        private struct ProgressObserver {
            private(set) weak var object: AnyObject?
            let tell: (Progress) -> Void
        }

        /// Makes a flow in which nobody is logged in.
        ///
        /// - Parameter makeKey: Makes the idempotency key of a purchase, a different one each time.
        public init(makeKey: @escaping () -> IdempotencyKey = { .random() }) {
            self.makeKey = makeKey
            super.init(initial: beforeLogIn)
            // A deactivated flow handles no request, and hence no follow-up that would tell.
            observe { [unowned self] transition in if transition.entered.isEmpty { tellProgress() } }
        }

        // MARK: What a client asks

        /// Asks for a log-in, in place of any that is under way.
        @discardableResult public func logIn(_ credentials: Credentials) -> Outcome {
            delegate(credentials) { $0.logIn($1, $2) }
        }

        @discardableResult public func logOut() -> Outcome { delegate { $0.logOut($1) } }

        /// Begins a purchase, with a key of its own.
        @discardableResult public func purchase(_ item: Item) -> Outcome { delegate(item) { $0.purchase($1, $2) } }

        /// Asks for another try, in place of one that is under way.
        @discardableResult public func retry() -> Outcome { delegate { $0.retry($1) } }

        /// Gives up what is under way; a payment that has succeeded stands.
        ///
        /// Whether a payment that is given up was charged, its service knows: it has the key.
        @discardableResult public func cancel() -> Outcome { delegate { $0.cancel($1) } }

        // MARK: What the modules report

        // A report about a turn that is over is dropped inside the request, hence also when the request had to wait.

        @discardableResult public func loggedIn(turn: Int) -> Outcome {
            delegate(turn) { $1.isUnderWay($2) ? $0.loggedIn($1) : .handled }
        }

        @discardableResult public func logInFailed(reason: String, turn: Int) -> Outcome {
            delegate((reason, turn)) { $1.isUnderWay($2.1) ? $0.logInFailed($1, reason: $2.0) : .handled }
        }

        @discardableResult public func paid(_ receipt: Receipt, turn: Int) -> Outcome {
            delegate((receipt, turn)) { $1.isUnderWay($2.1) ? $0.paid($1, $2.0) : .handled }
        }

        @discardableResult public func paymentFailed(reason: String, turn: Int) -> Outcome {
            delegate((reason, turn)) { $1.isUnderWay($2.1) ? $0.paymentFailed($1, reason: $2.0) : .handled }
        }

        @discardableResult public func pushed(turn: Int) -> Outcome {
            delegate(turn) { $1.isUnderWay($2) ? $0.pushed($1) : .handled }
        }

        @discardableResult public func pushFailed(reason: String, turn: Int) -> Outcome {
            delegate((reason, turn)) { $1.isUnderWay($2.1) ? $0.pushFailed($1, reason: $2.0) : .handled }
        }

        /// Makes the request that belongs to a report.
        @discardableResult public func receive(_ report: Report) -> Outcome {
            switch report {
            case .loggedIn(let turn): loggedIn(turn: turn)
            case .logInFailed(let reason, let turn): logInFailed(reason: reason, turn: turn)
            case .paid(let receipt, let turn): paid(receipt, turn: turn)
            case .paymentFailed(let reason, let turn): paymentFailed(reason: reason, turn: turn)
            case .pushed(let turn): pushed(turn: turn)
            case .pushFailed(let reason, let turn): pushFailed(reason: reason, turn: turn)
            }
        }

        // MARK: What the flow asks of itself

        func preparePush() { delegate { $0.preparePush($1) } }
        func settle() { delegate { $0.settle($1) } }

        // MARK: Progress

        /// Calls `body` with `object` when the progress has changed, as long as `object` lives.
        ///
        /// This tells what observers of transitions do not hear of: a turn that begins or fails in the same state. A
        /// change is told after the transition that led to it; several at once are told as one. What is asked here is
        /// queued, so everybody is told of all changes in the order in which they happened. Somebody who is added
        /// meanwhile is told from the next change on.
        public func observeProgress<Object: AnyObject>(
            for object: Object, _ body: @escaping (_ object: Object, _ progress: Progress) -> Void
        ) {
            progressObservers.removeAll { $0.object == nil }
            progressObservers.append(
                ProgressObserver(object: object) { [weak object] in if let object { body(object, $0) } })
        }

        func setProgress(_ progress: Progress) {
            self.progress = progress
            delegate(request: "tellProgress") { _, flow in
                flow.tellProgress()
                return .handled
            }
        }

        private func tellProgress() {
            guard progress != toldProgress else { return }
            toldProgress = progress
            for observer in progressObservers { observer.tell(toldProgress) }
        }

        /// Begins a turn; whatever is reported of an earlier one is out of date from now on.
        func begin(_ part: Part) {
            turnNumber += 1
            setProgress(.underWay(Turn(number: turnNumber, part: part)))
        }

        /// Ends a turn that has failed; the state stays.
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

        private func isUnderWay(_ turn: Int) -> Bool { progress.turn?.number == turn }
    }
}
