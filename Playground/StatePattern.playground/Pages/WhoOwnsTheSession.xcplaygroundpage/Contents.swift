/*:
 # Who owns the session?

 Page 7 of 7.

 An app reports its user's place and runs a chat over one connection to a broker. Several screens use the
 connection; some are open at the same time, and each comes and goes. So which object owns the connection? This program
 has a broker, which counts connections, and a function that makes a STOMP session with it:
 */
import STOMP
import Foundation
import LoopbackBroker
import Messaging
import Sockets
import WebSockets

let broker = LoopbackBroker()
let url = URL(string: "ws://127.0.0.1:\(try broker.start())/ws")!
let makeStomp: @Sendable () -> StompSession = { [url] in StompSession(.init(urls: [url])) { makePlatformTransport() } }
/*:
 ## A service for each screen

 The first design gave every screen a service of its own. That is easy to write: a screen needs no other object.
 */
final class ScreenWithService {
    private let stomp = makeStomp()

    init(_ user: String, _ secret: String) async { await stomp.connect(with: .init(login: user, passcode: secret)) }
}

var screensWithServices: [ScreenWithService] = []
for _ in 1...3 { screensWithServices.append(await ScreenWithService("ada", "1")) }
await broker.wait { $0.present["ada"] == 3 }
print(broker.counts.present["ada"] ?? 0)  // Prints "3"
/*:
 Three screens, three connections, for one user: three times the heart-beats, three attempts when the network is back,
 and three conflicting reports of the user's place. And log-out has to find all three connections.

 ## A connection when the app starts

 The second design had one session for the app, and connected it at the start. That works for a user who has logged in
 before. A new user has no token yet:
 */
final class AppThatConnectsAtOnce {
    let stomp = makeStomp()

    init(_ store: InMemoryTokenStore) async {
        guard let token = store.token else { return }
        await stomp.connect(with: .init(login: token.user, passcode: token.secret))
    }
}

let bobsTokens = InMemoryTokenStore()
let app = await AppThatConnectsAtOnce(bobsTokens)
bobsTokens.replace(with: AccessToken(user: "bob", secret: "1"))
print(app.stomp.status.phase)  // Prints "Disconnected"
/*:
 The token came too late: the app had looked for it once, at the start. To look again when some screen appears would be
 the first design once more.

 Nor is it good how screens get hold of that session. They ask an object that all code can reach, and cast it:
 */
@MainActor enum Application {
    static var delegate: AnyObject?

    static var stomp: StompSession? { (delegate as? AppThatConnectsAtOnce)?.stomp }
}

Application.delegate = app
print(Application.stomp === app.stomp)  // Prints "true"
final class DelegateOfTheTests {}
Application.delegate = DelegateOfTheTests()
print(Application.stomp == nil)  // Prints "true"
/*:
 A cast that fails is no error. In a test, in a preview or after a change of the delegate, the screen has no session and says
 nothing. And the initializer of the screen does not say that it needs one.

 ## The coordinator of the logged-in part

 A session begins with a token and ends with it. A screen lives too short a time to own it, and the app too
 long. Its owner is the object that knows the tokens: the coordinator of the logged-in part.
 */
let tokens = InMemoryTokenStore()
let coordinator = SessionCoordinator(store: tokens) { user in
    MessagingSession(user: user, device: "phone", stomp: makeStomp())
}
await coordinator.start()
print(coordinator.phase, coordinator.session == nil)  // Prints "LoggedOut true"

tokens.replace(with: AccessToken(user: "eve", secret: "1"))
try await coordinator.wait(for: .connected)
print(broker.counts.present["eve"] ?? 0)  // Prints "1"
//: A screen gets the session. It cannot connect, and it ends nothing but its own room and report.
final class Screen {
    let room: ChatRoom

    init(_ place: String, in session: MessagingSession) async throws {
        room = try await session.chat.enter(place)
        _ = try await session.presence.report(place)
    }
}

let session = coordinator.session!
var screens: [Screen] = []
for place in ["lighthouse", "harbour", "cabin"] { screens.append(try await Screen(place, in: session)) }
try await screens[1].room.send("Ahoy!").acknowledged()
print(broker.counts.present["eve"] ?? 0)  // Prints "1"
/*:
 Three screens, one connection. When a screen is freed, its own subscriptions end, and nothing else does.

 ## Tokens and users change

 Another token of the same user leads to another connection, once. The session stays the same, and no screen notices.
 */
tokens.replace(with: AccessToken(user: "eve", secret: "2"))
await broker.wait { $0.sessions["eve"] == 2 }
try await screens[1].room.send("Still here!").acknowledged()
print(coordinator.session === session, broker.counts.most["eve"] ?? 0)  // Prints "true 1"
/*:
 ## The background

 When the app goes to the background, its life cycle tells the coordinator, and the connection is closed; others see that the
 user is away. What is written in that time waits, and goes out when the app is back. The session is still the same.
 */
await coordinator.suspend()
await broker.wait { $0.present["eve"] == nil }
let note = try await screens[1].room.send("Written on the way")
await coordinator.resume()
try await note.acknowledged()
print(coordinator.session === session, broker.counts.sessions["eve"] ?? 0)  // Prints "true 3"
//: A log-out ends the session, even when a screen still keeps it.
tokens.replace(with: nil)
try await coordinator.wait(for: .loggedOut)
await broker.wait { $0.present["eve"] == nil }
do {
    try await screens[1].room.send("Hello?")
} catch {
    print(error)  // Prints "the session has ended"
}
/*:
 A machine without a connection decides when: `TokenGate`, with its nine states. See it with
 `swift run playground graph gate`, and the whole story with `swift run playground app --story`.

 Your turn: let Ada log in where Eve has been. How many connections does each of them have, and when?
 */
