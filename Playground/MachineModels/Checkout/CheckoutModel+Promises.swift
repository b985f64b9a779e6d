import CheckoutFlow
import StateExploration
import StatePattern

extension CheckoutModel {
    /// The promises that the flow in ``machine`` keeps to the bank and to the user.
    public static var promises: Promises<CheckoutRequest> {
        let (charge, void, push) = ("Payment: charge", "Payment: void", "Notification: push")
        return [
            "nothing is charged before a log-in": .precedes(.request(.loggedIn), .effect(charge)),
            "nothing is done for a user after the log-out":
                .never(
                    .effect(charge, void, push), after: .outcome(.transitioned, of: .logOut),
                    until: .request(.loggedIn)),
            "a charge leads to a receipt or to a voiding":
                .leads(
                    from: .effect(charge), to: .isIn("PaymentSuccess", "PushSuccess", "Stable") || .effect(void),
                    fair: [.paid]),
            "a push is about a payment": .precedes(.request(.paid, .pushed), .effect(push)),
            "a payment leads to a push": .leads(from: .isIn("PaymentSuccess"), to: .effect(push), fair: [.preparePush]),
            "a push is repeated only by a retry":
                .never(.effect(push), after: .effect(push), until: .request(.retry, .retryAfter, .purchase)),
        ]
    }
}
