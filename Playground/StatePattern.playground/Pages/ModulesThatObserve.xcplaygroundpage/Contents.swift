/*:
 # Modules that observe one flow

 Page 5 of 7, the first of three about larger machines.

 To buy something, a member logs in, pays, and is notified. Three modules do that. The first idea is a chain of callbacks, in
 which each module calls the next step when it is done:
 */
func logIn(_ name: String, then next: (_ member: String) -> Void) { next(name) }
func pay(_ item: String, by member: String, then next: (_ receipt: Int) -> Void) { next(1) }
func notify(_ member: String, of receipt: Int, then next: () -> Void) { next() }

logIn("ada") { member in
    pay("Tea", by: member) { receipt in
        notify(member, of: receipt) { print("\(member) has receipt \(receipt)") }
    }
}
// Prints "ada has receipt 1"
/*:
 The order of the shop is the nesting. A failure, another try and a way out each need one more callback at every level, and
 no place says how far a purchase has come.

 So the modules share a state machine, and none of them knows another one. The machine has finitely many states, it is
 in exactly one of them, and what happens leads it to the next one. Each module observes it: when the state calls for a
 module's job, the module does it and sets the next state. The usual beginning is one shared object, with a setter that
 tells its observers that there is something new:
 */
@MainActor final class NaiveCore {
    enum State { case beforePayment, paymentSuccess, beforePush }

    static let shared = NaiveCore()
    var observers: [@MainActor () -> Void] = []
    var state = State.beforePayment { didSet { for update in observers { update() } } }
}
/*:
 ## A state that is missed, and one that comes twice

 The first module goes on as soon as the payment has succeeded. The second one only looks.
 */
NaiveCore.shared.observers.append {
    if NaiveCore.shared.state == .paymentSuccess { NaiveCore.shared.state = .beforePush }
}
NaiveCore.shared.observers.append { print(NaiveCore.shared.state) }
NaiveCore.shared.state = .paymentSuccess
// Prints "beforePush"
// Prints "beforePush"
/*:
 The second module is told twice, as there were two changes. But it reads the state when it is told, and by then both have
 happened: it never learns that the payment has succeeded, and learns of *BeforePush* twice. A module that counts payments
 counts none, and one that sends a message sends two.

 A shared object has a second fault. Every module reaches it by its name, from anywhere, so there is one for all: no
 second checkout beside the first, and no test that has its own. From here on each module is given the flow that it observes.

 The next try tells observers what has changed:
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
 */
let naive = NaiveFlow()
naive.observe { [unowned naive] _, target in
    if target == .paymentSuccess { naive.state = .beforePush }
}
naive.observe { print("\($0) → \($1)") }
naive.state = .paymentSuccess
// Prints "paymentSuccess → beforePush"
// Prints "beforePayment → paymentSuccess"
/*:
 The second one is told of both changes in the wrong order: setting the state inside a notification begins another round
 of notifications, which ends before the first round has reached every observer. The last state that the second module
 hears of, *PaymentSuccess*, is out of date. If the module stores it, it stays wrong.

 ## The right order

 In the flow of `CheckoutFlow` a state decides what follows, and a request that is made during a notification is queued
 until every observer has been told:
 */
import CheckoutFlow
import CheckoutModules
import InMemoryServices
import StatePattern

let flow = Checkout.Flow(makeKey: { IdempotencyKey("page 1") })
flow.logIn(Credentials("ada", password: "countess"))
flow.receive(.loggedIn(try: 1))
flow.purchase(Item("Tea", price: .eur(cents: 420)))

let meddler = flow.observe { [unowned flow] transition in
    if transition.target.phase == .pushing { flow.cancel() }
}
let witness = flow.observe { print("\($0.source.name) → \($0.target.name)") }
flow.receive(.paid(PaymentReceipt(number: 1, purchase: flow.latestPurchase!)))
// Prints "Paying → PaymentSuccess"
// Prints "PaymentSuccess → Pushing"
// Prints "Pushing → Stable"
print(flow.receipt != nil)  // Prints "true"
/*:
 *PaymentSuccess* made the next request in its entry hook, ahead of every observer. The meddler's request came after both
 observers had been told. And although the notification was given up, the payment stands.

 ## Modules that do something

 Clients use `Checkout`. It owns the flow and three modules, each with a service. Here the services live in memory and
 fail on purpose: a payment is charged, but its answer gets lost on the way; and a notification fails.
 */
let payments = InMemoryPayments()
payments.answerFaults.fail("the answer was lost")
let notifications = InMemoryNotifications()
notifications.faults.fail("unreachable")
let checkout = Checkout(
    members: InMemoryMembers(), payments: payments, notifications: notifications,
    makeKey: { IdempotencyKey("page 2") })
var journal: [String] = []
checkout.flow.observe { journal.append("\($0)") }
/*:
 The client does not know which message was lost. It buys as soon as it can, and retries after every failure:
 */
final class Client {}
let client = Client()
checkout.flow.observe(for: client) { _, flow, transition in
    switch transition.target.phase {
    case .afterLogIn: flow.purchase(Item("Tea", price: .eur(cents: 420)))
    case .paymentFailed, .paymentUnknown, .pushFailed: flow.retry()
    default: break
    }
}
//: The answers of the services come back as reports, which the client has to receive; then the flow goes on:
let phases = checkout.flow.changes { $0.target.phase }
let run = Task { await checkout.run() }
checkout.flow.logIn(Credentials("ada", password: "countess"))
for await phase in phases where phase == .stable { break }
run.cancel()
print(payments.ledger.charges.count)  // Prints "1"
/*:
 Each purchase has a key of its own, and each try of its payment has the same one: it was tried twice and charged once.
 An observer of transitions has noted the whole run, with both failures:
 */
for line in journal where line.hasPrefix("retry") { print(line) }
// Prints "retry(): BeforePayment/PaymentUnknown → BeforePayment/Paying"
// Prints "retry(): BeforePush/PushFailed → BeforePush/Pushing"
/*:
 Your turn: let the client give up instead, with `checkout.flow.cancel()`, when the notification has failed. What does
 `checkout.flow.receipt` say then?

 [Next: Flows: where a step leads](@next)
 */
