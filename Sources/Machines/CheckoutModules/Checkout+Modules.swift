import CheckoutFlow
import CheckoutLogIn
import CheckoutNotification
import CheckoutPayment

extension Checkout {
    /// Creates a checkout with its three modules.
    ///
    /// - Parameters:
    ///   - members: The service that decides who may log in.
    ///   - payments: The service that charges for a purchase.
    ///   - notifications: The service that notifies a member of a payment.
    ///   - limit: The time that each service may take for a call. After this time, the try has failed.
    ///   - notificationLimit: The time that the notification may take; `limit` by default.
    ///   - delays: The waits before the checkout retries an unclear payment: the first and the longest one. Each is twice
    ///     as long as the one before. `nil` if the client retries.
    ///   - clock: The clock of the limits and delays. Times of more than a century count as a century.
    ///   - saved: The data that an earlier checkout has saved, and this checkout continues with.
    ///   - save: Called after each transition, before a module begins its job. If this throws, the job fails.
    ///   - makeKey: Makes the idempotency key of a purchase. Each key must be different, even after a restart.
    /// - Precondition: The limits and delays are greater than zero.
    public convenience init(
        members: any MemberService, payments: any PaymentService, notifications: any PushService,
        within limit: Duration = .seconds(30),
        notificationsWithin notificationLimit: Duration? = nil,
        retrying delays: ClosedRange<Duration>? = .seconds(1) ... .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(), resuming saved: Flow.Saved? = nil,
        save: @escaping (Flow.Saved) throws -> Void = { _ in },
        makeKey: @escaping () -> IdempotencyKey = { .random() }
    ) {
        let notificationLimit = TimeLimit(notificationLimit ?? limit, clock: clock)
        let limit = TimeLimit(limit, clock: clock)
        self.init(retrying: delays, clock: clock, resuming: saved, save: save, makeKey: makeKey) { flow, report in
            [
                .logIn(of: flow, service: members, within: limit, report: report),
                .payment(of: flow, service: payments, within: limit, report: report),
                .notification(of: flow, service: notifications, within: notificationLimit, report: report),
            ]
        }
    }
}
