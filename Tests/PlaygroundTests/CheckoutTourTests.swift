import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The tour of the checkout` {
    @Test func `tells the whole story`() throws {
        let output = try Program(product: "playground").run().output
        let machines = output.prefix(upTo: output.range(of: "Try it: ")?.lowerBound ?? output.endIndex)
            .components(separatedBy: "# ")
        let checkout = try #require(machines.first { $0.hasPrefix("checkout: ") })
        #expect(checkout.trimmingCharacters(in: .newlines) == story)
    }

    /// A successful run, a failed log-in, a payment retried and charged once, and a failed push that loses no payment.
    private let story = """
        checkout: log in, pay, be notified: modules that only observe one flow

        Each job is done by a module, when the flow asks for it; the module reports the result.
        $ playground checkout logIn ada loggedIn purchase tea paid pushed logOut
        logIn ada: handled in BeforeLogIn (not logged in, try 1 under way) [1: log in ada]
        loggedIn: BeforeLogIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment [2: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment → PaymentSuccess → BeforePush [3: push receipt 1]
        pushed: BeforePush → PushSuccess → Stable
        logOut: Stable → BeforeLogIn

        A log-in that fails says why, and may be tried again.
        $ playground checkout logIn ada logInFailed mistyped logIn ada loggedIn
        logIn ada: handled in BeforeLogIn (not logged in, try 1 under way) [1: log in ada]
        logInFailed mistyped: handled in BeforeLogIn (not logged in, failed: mistyped)
        logIn ada: handled in BeforeLogIn (not logged in, try 2 under way) [2: log in ada]
        loggedIn: BeforeLogIn → AfterLogIn

        A payment may be tried again and again: its key is that of the purchase, so it is charged once.
        $ playground checkout logIn ada loggedIn purchase tea paymentFailed declined retry answerLost retry paid
        logIn ada: handled in BeforeLogIn (not logged in, try 1 under way) [1: log in ada]
        loggedIn: BeforeLogIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment [2: charge tea for 4.20 EUR, key 1]
        paymentFailed declined: handled in BeforePayment (ada, tea for 4.20 EUR, not charged, failed: declined)
        retry: handled in BeforePayment (ada, tea for 4.20 EUR, not charged, try 3 under way) [3: charge tea for 4.20 EUR, key 1]
        answerLost: handled in BeforePayment (ada, tea for 4.20 EUR, charged 1 ×, failed: the answer was lost)
        retry: handled in BeforePayment (ada, tea for 4.20 EUR, charged 1 ×, try 4 under way) [4: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment → PaymentSuccess → BeforePush [5: push receipt 1]

        A notification that fails loses no payment.
        $ playground checkout logIn ada loggedIn purchase tea paid pushFailed unreachable retry pushFailed unreachable cancel
        logIn ada: handled in BeforeLogIn (not logged in, try 1 under way) [1: log in ada]
        loggedIn: BeforeLogIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment [2: charge tea for 4.20 EUR, key 1]
        paid: BeforePayment → PaymentSuccess → BeforePush [3: push receipt 1]
        pushFailed unreachable: handled in BeforePush (ada, tea for 4.20 EUR, charged 1 ×, failed: unreachable)
        retry: handled in BeforePush (ada, tea for 4.20 EUR, charged 1 ×, try 4 under way) [4: push receipt 1]
        pushFailed unreachable: handled in BeforePush (ada, tea for 4.20 EUR, charged 1 ×, failed: unreachable)
        cancel: BeforePush → Stable

        A payment that is given up is over: its result is dropped, and the next purchase has a key of its own.
        $ playground checkout logIn ada loggedIn purchase tea cancel paid purchase tea paid pushed
        logIn ada: handled in BeforeLogIn (not logged in, try 1 under way) [1: log in ada]
        loggedIn: BeforeLogIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment [2: charge tea for 4.20 EUR, key 1]
        cancel: BeforePayment → Stable
        paid: handled in Stable (ada, tea for 4.20 EUR, not charged)
        purchase tea: Stable → BeforePayment [3: charge tea for 4.20 EUR, key 2]
        paid: BeforePayment → PaymentSuccess → BeforePush [4: push receipt 1]
        pushed: BeforePush → PushSuccess → Stable
        """
}
