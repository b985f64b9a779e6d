import CheckoutFlow
import CheckoutLogIn
import CheckoutNotification
import CheckoutPayment

extension Checkout {
    /// Creates a checkout with its three modules; by default, their services live in memory and always succeed.
    ///
    /// - Parameters:
    ///   - members: The service that decides who may log in.
    ///   - payments: The service that charges for a purchase.
    ///   - notifications: The service that notifies a member of a payment.
    ///   - limit: The time that each service may take for a call; then the try has failed.
    ///   - notificationLimit: The time that the notification may take, if it is another one.
    ///   - delays: The waits before it asks again for what is unclear; `nil` if its client does that.
    ///   - saved: What an earlier checkout has saved, to continue with.
    ///   - save: Called after each transition, and before a module begins its job: that fails if this throws.
    ///   - makeKey: Makes the idempotency key of a purchase, a different one each time, also after the next start.
    public convenience init(
        members: any MemberService = InMemoryMembers(), payments: any PaymentService = InMemoryPayments(),
        notifications: any PushService = InMemoryNotifications(), within limit: TimeLimit = TimeLimit(),
        notificationsWithin notificationLimit: TimeLimit? = nil,
        retrying delays: RetryDelays? = RetryDelays(), resuming saved: Flow.Saved? = nil,
        save: @escaping (Flow.Saved) throws -> Void = { _ in },
        makeKey: @escaping () -> IdempotencyKey = { .random() }
    ) {
        self.init(retrying: delays, resuming: saved, save: save, makeKey: makeKey) { flow, report in
            [
                .logIn(of: flow, service: members, within: limit, report: report),
                .payment(of: flow, service: payments, within: limit, report: report),
                .notification(
                    of: flow, service: notifications, within: notificationLimit ?? limit, report: report),
            ]
        }
    }
}
