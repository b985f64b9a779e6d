import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The tour of the checkout` {
    @Test func `tells the whole story`() throws {
        let output = try command.run().output
        let machines = output.prefix(upTo: output.range(of: "Try it: ")?.lowerBound ?? output.endIndex)
            .components(separatedBy: "# ")
        let checkout = try #require(machines.first { $0.hasPrefix("checkout: ") })
        #expect(checkout.trimmingCharacters(in: .newlines) == story)
    }

    /// A run, a failed log-in, a payment charged once, a failed push that loses no payment, and a payment that is voided.
    private let story = """
        checkout: log in, pay, be notified: modules that only observe one flow

        Each job is done by a module, when the flow asks for it; the module reports the result.
        $ playground checkout logIn ada loggedIn purchase tea paid pushed logOut
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment/Paying [2: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing [3: push receipt 1]
        pushed: BeforePush/Pushing → PushSuccess → Stable
        logOut: Stable → BeforeLogIn/Idle

        A log-in that fails says why, and may be tried again.
        $ playground checkout logIn ada declined mistyped logIn ada loggedIn
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        declined mistyped: BeforeLogIn/LoggingIn → BeforeLogIn/LogInFailed
        logIn ada: BeforeLogIn/LogInFailed → BeforeLogIn/LoggingIn [2: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn

        A payment may be tried again and again: its key is that of the purchase, so it is charged once.
        $ playground checkout logIn ada loggedIn purchase tea declined no-funds retry answerLost retry paid
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment/Paying [2: charge tea for 4.20 EUR, key 1]
        declined no-funds: BeforePayment/Paying → BeforePayment/PaymentFailed
        retry: BeforePayment/PaymentFailed → BeforePayment/Paying [3: charge tea for 4.20 EUR, key 1]
        answerLost: BeforePayment/Paying → BeforePayment/PaymentUnknown
        retry: BeforePayment/PaymentUnknown → BeforePayment/Paying [4: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing [5: push receipt 1]

        A notification that fails loses no payment.
        $ playground checkout logIn ada loggedIn purchase tea paid failed unreachable retry failed unreachable cancel
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment/Paying [2: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing [3: push receipt 1]
        failed unreachable: BeforePush/Pushing → BeforePush/PushFailed
        retry: BeforePush/PushFailed → BeforePush/Pushing [4: push receipt 1]
        failed unreachable: BeforePush/Pushing → BeforePush/PushFailed
        cancel: BeforePush/PushFailed → Stable

        A payment that is canceled may have been charged, so it is voided; the next purchase waits for that.
        $ playground checkout logIn ada loggedIn purchase tea answerLost cancel purchase cake voided paid pushed
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment/Paying [2: charge tea for 4.20 EUR, key 1]
        answerLost: BeforePayment/Paying → BeforePayment/PaymentUnknown
        cancel: BeforePayment/PaymentUnknown → BeforePayment/Voiding [3: void tea for 4.20 EUR, key 1]
        purchase cake: deferred in BeforePayment/Voiding
        voided: BeforePayment/Voiding → Stable → BeforePayment/Paying [4: charge cake for 4.20 EUR, key 2]
        paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing [5: push receipt 2]
        pushed: BeforePush/Pushing → PushSuccess → Stable
        """
}
