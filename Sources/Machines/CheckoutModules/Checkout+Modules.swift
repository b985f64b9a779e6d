import CheckoutFlow
import CheckoutLogIn
import CheckoutNotification
import CheckoutPayment

extension Checkout {
    /// Makes a checkout before log-in with its three modules; by default, their services live in memory and always succeed.
    ///
    /// - Parameters:
    ///   - members: The service that decides who may log in.
    ///   - payments: The service that charges for a purchase.
    ///   - notifications: The service that notifies a member of a payment.
    ///   - limit: The time that each service may take for a call; then the try has failed.
    ///   - notificationLimit: The time that the notification may take, if it is another one.
    ///   - makeKey: Makes the idempotency key of a purchase, a different one each time.
    public convenience init(
        members: any MemberService = InMemoryMembers(), payments: any PaymentService = InMemoryPayments(),
        notifications: any PushService = InMemoryNotifications(), within limit: TimeLimit = TimeLimit(),
        notificationsWithin notificationLimit: TimeLimit? = nil,
        makeKey: @escaping () -> IdempotencyKey = { .random() }
    ) {
        self.init(makeKey: makeKey) { flow, report in
            [
                .logIn(of: flow, service: members, within: limit, report: report),
                .payment(of: flow, service: payments, within: limit, report: report),
                .notification(
                    of: flow, service: notifications, within: notificationLimit ?? limit, report: report),
            ]
        }
    }
}
