/*:
 # Modules that observe one another

 To buy something one logs in, pays, and is notified. Three modules do that, and none of them should know another one.
 So they share a state, and each observes it: when it is a module's turn, it does its part and sets the next state. Here
 is how that is usually begun, with a setter that notifies:
 */
final class NaiveFlow {
    private var observers: [(_ source: State, _ target: State) -> Void] = []

    enum State { case beforePayment, paymentSuccess, beforePush }

    var state = State.beforePayment {
        didSet {
            let target = state
            for observer in observers { observer(oldValue, target) }
        }
    }

    func observe(_ observer: @escaping (_ source: State, _ target: State) -> Void) { observers.append(observer) }
}
/*:
 ## The wrong order

 The first module goes on as soon as the payment has succeeded. The second one only looks.
 */
let naive = NaiveFlow()
naive.observe { _, target in
    if target == .paymentSuccess { naive.state = .beforePush }
}
naive.observe { print("\($0) → \($1)") }
naive.state = .paymentSuccess
// Prints "paymentSuccess → beforePush"
// Prints "beforePayment → paymentSuccess"
/*:
 The second one is told of both changes in the wrong order: setting the state inside a notification begins another round
 of notifications, and that is over before the first one has got round to everybody. What it was told last, that the
 flow is in *PaymentSuccess*, is not so any more; if it keeps what it was told, it is wrong from then on.

 ## The right order

 In this flow a state says what follows, and whatever is asked during a notification waits until everybody has been
 told. `CheckoutFlow` has it:
 */
import CheckoutFlow
import StatePattern

let flow = Checkout.Flow(makeKey: { IdempotencyKey("page 1") })
flow.logIn(Credentials("ada", password: "countess"))
flow.loggedIn(turn: 1)
flow.purchase(Item("Tea", cents: 420))

let meddler = flow.observe { transition in
    if transition.target is Checkout.Flow.BeforePush { flow.cancel() }
}
let witness = flow.observe { print("\($0.source.name) → \($0.target.name)") }
flow.paid(Receipt(number: 1, purchase: flow.latestPurchase!), turn: 2)
// Prints "BeforePayment → PaymentSuccess"
// Prints "PaymentSuccess → BeforePush"
// Prints "BeforePush → Stable"
print(flow.receipt != nil)  // Prints "true"
/*:
 *PaymentSuccess* asked for the next step in its entry hook, and nobody got a word in before. The meddler's request came
 after both had been told. And although the notification was given up, the payment stands.

 ## Modules that do something

 `Checkout` is what a client sees. It owns the flow and three modules, each with a service; these live in memory, and
 fail when they are told to. Here a payment is charged, but the answer gets lost on the way; and a notification fails.
 */
let payments = InMemoryPayments()
payments.answerLine.fail("the answer was lost")
let notifications = InMemoryNotifications()
notifications.line.fail("unreachable")
let checkout = Checkout(payments: payments, notifications: notifications, makeKey: { IdempotencyKey("page 2") })
let journal = Checkout.Journal(of: checkout.flow)
/*:
 The client knows nothing of what is lost where. It purchases when it may, and tries again whatever has failed:
 */
final class Client {}
let client = Client()
checkout.flow.observe { transition in
    if transition.target is Checkout.Flow.AfterLogIn { checkout.purchase(Item("Tea", cents: 420)) }
}
checkout.flow.observeProgress(for: client) { _, progress in
    if progress.failure != nil { checkout.retry() }
}
//: What the services answer comes back as reports, on which the flow goes on. Somebody has to receive them:
let phases = checkout.flow.changes { $0.target.phase }
let run = Task { await checkout.run() }
checkout.logIn(Credentials("ada", password: "countess"))
for await phase in phases where phase == .stable { break }
run.cancel()
print(payments.charges.count)  // Prints "1"
/*:
 Each purchase has a key of its own, and each try of its payment has the same one: it was tried twice and charged once.
 The journal shows the whole run.
 */
for line in journal.lines { print(line) }
// Prints "activate(): BeforeLogIn → BeforeLogIn"
// Prints "1: log in ada"
// Prints "loggedIn(turn:): BeforeLogIn → AfterLogIn"
// Prints "purchase(_:): AfterLogIn → BeforePayment"
// Prints "2: charge Tea for 4.20, key page 2"
// Prints "failed: the answer was lost"
// Prints "3: charge Tea for 4.20, key page 2"
// Prints "paid(_:turn:): BeforePayment → PaymentSuccess"
// Prints "preparePush(): PaymentSuccess → BeforePush"
// Prints "4: push receipt 1"
// Prints "failed: unreachable"
// Prints "5: push receipt 1"
// Prints "pushed(turn:): BeforePush → PushSuccess"
// Prints "settle(): PushSuccess → Stable"
/*:
 Your turn: let the client give up instead, with `checkout.cancel()`, when the notification has failed. What does
 `checkout.flow.receipt` say then?
 */
