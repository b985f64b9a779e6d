import CheckoutFlow
import InMemoryServices
import Messaging
import Playback
import Sockets
import StateInspector
import StatePattern

/// The story of two readers, each with an app, from log-in to log-out, with an outage and a refused token.
///
/// The story waits for each event before it reports the event. So it is the same with every server that works.
public struct AppStory {
    private let server: any StoryServer
    private let tell: (String) -> Void
    private let ada: Device
    private let bob: Device

    /// Creates a story.
    ///
    /// - Parameters:
    ///   - server: The server, which is running.
    ///   - recorder: Records the requests of all machines; `nil` for no recording.
    ///   - tell: Called with each line of the story.
    public init(
        on server: any StoryServer, recorder: Recorder? = nil, tell: @escaping (String) -> Void
    ) {
        self.server = server
        self.tell = tell
        ada = Device(of: "ada", with: server.server, recorder)
        bob = Device(of: "bob", with: server.server, recorder)
    }

    /// Tells the story to its end.
    ///
    /// - Throws: An error if the server cannot do what the story needs.
    public func run() async throws {
        try await logIn()
        try await refreshToken()
        try await meet()
        try await buy()
        try await talk()
        try await breakDown()
        try await leaveAndReturn()
        try await refuseToken()
        try await logOut()
        for device in [ada, bob] { await device.app.terminate() }
    }

    private func begin(_ chapter: String) { tell((chapter.hasPrefix("As long") ? "" : "\n") + chapter) }

    private func tell(_ device: Device, _ text: String) { tell("  \(device.name)  \(text)") }

    private func show(_ device: Device) { for line in device.app.stack.picture { tell("         \(line)") } }

    // MARK: Chapters

    private func logIn() async throws {
        begin("As long as there is no valid token, an app shows log-in. A link from outside waits.")
        for device in [ada, bob] {
            device.app.launch()
            tell(device, "sees \(device.app.situation)")
        }
        ada.app.perform(.open(7))
        tell(ada, "follows a link to the reviews of book 7: \(ada.app.situation)")
        try await logIn(ada)
        ada.app.perform(.swipe)
        tell(ada, "swipes the reviews away: \(ada.app.situation)")
    }

    private func logIn(_ device: Device) async throws {
        device.app.perform(.type(device.name))
        device.app.perform(.tap(.loggedIn))
        try await device.app.account.wait { $0 is Account.LoggedIn }
        try await device.session().wait { $0.phase == .connected }
        tell(device, "logs in, and sees \(device.app.situation)")
    }

    private func refreshToken() async throws {
        begin("A token that expires is refreshed, and no screen takes notice.")
        server.expireNextToken(after: .seconds(1))
        try await logIn(bob)
        let session = try bob.session()
        try await session.wait { [server] _ in server.tokenCount(of: "bob") >= 2 }
        try await session.wait { $0.phase == .connected && $0.attempt > 1 }
        let isSame = bob.app.account.reader?.session === session
        tell(
            bob,
            "has token 2 after a second, in \(isSame ? "the same" : "another") session, and sees \(bob.app.situation)")
    }

    private func meet() async throws {
        begin("Each screen reports its place, and what its reader does there.")
        bob.app.perform(.tap(.book(7)))
        try await bob.waitToSee("ada (looking)")
        show(bob)
        ada.app.perform(.tap(.sample))
        ada.app.perform(.press("play"))
        tell(ada, "listens to the sample: \(ada.playerState)")
        try await bob.waitToSee("ada (listening)")
        tell(bob, "sees “ada (listening)”")
        ada.app.perform(.swipe)
        tell(ada, "swipes the sample away: \(ada.playerState)")
    }

    private func buy() async throws {
        begin("A purchase is charged, and its notice comes over the session.")
        ada.app.perform(.tap(.purchase))
        ada.app.perform(.press("pay"))
        try await ada.waitToSee("Stable")
        try await ada.waitToSee("paid: Book 7 for 9.07 EUR")
        show(ada)
        ada.app.perform(.swipe)
    }

    private func talk() async throws {
        begin("The readers of a book share a room.")
        for device in [ada, bob] { device.app.perform(.tap(.room)) }
        for (device, other) in [(ada, "bob (talking)"), (bob, "ada (talking)")] { try await device.waitToSee(other) }
        // The server keeps messages only for readers who have entered the room.
        try await say("Did you like it?", ada, to: bob)
        try await say("I am on page 3!", bob, to: ada)
        show(ada)
    }

    private func say(_ text: String, _ speaker: Device, to listener: Device) async throws {
        speaker.app.perform(.type(text))
        for device in [speaker, listener] { try await device.waitToSee("\(speaker.name): \(text)") }
        tell(listener, "sees “\(speaker.name): \(text)”")
    }

    private func breakDown() async throws {
        begin("The broker breaks down. What is said and bought then arrives afterwards, once.")
        try await server.breakDown()
        for device in [ada, bob] {
            try await device.session().wait { $0.phase.isReconnecting }
            tell(device, "has no connection")
        }
        ada.app.perform(.type("Are you there?"))
        try await ada.waitToSee("ada: Are you there? (unsent)")
        tell(ada, "sees “ada: Are you there? (unsent)”")
        bob.app.perform(.swipe)
        bob.app.perform(.tap(.purchase))
        server.payments.answerFaults.fail("the answer was lost")
        bob.app.perform(.press("pay"))
        try await bob.waitToSee("Pushing")
        tell(bob, "pays, and the answer is lost: the app asks again by itself, and shows “Pushing”")
        try await server.comeBack()
        for device in [ada, bob] {
            try await device.session().wait { $0.phase == .connected }
            tell(device, "is connected again")
        }
        try await bob.waitToSee("paid: Book 7 for 9.07 EUR")
        try await bob.waitToSee("Stable")
        tell(bob, "sees “paid: Book 7 for 9.07 EUR”")
        bob.app.perform(.swipe)
        bob.app.perform(.tap(.room))
        for text in ["ada (talking)", "ada: Are you there?"] { try await bob.waitToSee(text) }
        show(bob)
        let bank = server.payments
        tell("  bank was asked \(bank.callCount) times, and has charged \(bank.ledger.charges.count) books")
    }

    private func leaveAndReturn() async throws {
        begin("In the background, an app has no connection, and its reader is away.")
        try await ada.waitToSee("bob (talking)")
        bob.app.enterBackground()
        tell(bob, "looks at something else")
        try await ada.app.wait { !$0.sees("bob (talking)") }
        tell(ada, "sees no other reader")
        ada.app.perform(.type("Where have you gone?"))
        bob.app.enterForeground()
        try await bob.waitToSee("ada: Where have you gone?")
        tell(bob, "is back, and sees “ada: Where have you gone?”")
        for (device, other) in [(ada, "bob (talking)"), (bob, "ada (talking)")] { try await device.waitToSee(other) }
    }

    private func refuseToken() async throws {
        begin("A token that is refused leads to log-in, and from there back to the same place.")
        try await server.revokeTokens(of: "ada")
        try await ada.app.wait { $0.account.reader == nil }
        show(ada)
        try await bob.app.wait { !$0.sees("ada (talking)") }
        tell(bob, "sees no other reader")
        try await logIn(ada)
        try await ada.waitToSee("ada: Where have you gone?")
        try await bob.waitToSee("ada (talking)")
        try await say("There you are.", bob, to: ada)
    }

    private func logOut() async throws {
        begin("After log-out, nothing of the reader is left.")
        let reader = { [weak reader = ada.app.account.reader] in reader }
        let session = { [weak session = ada.app.account.reader?.session] in session }
        for gesture in [SampleApp.Gesture.swipe, .swipe, .tap(.profile), .tap(.logOut)] { ada.app.perform(gesture) }
        tell(ada, "logs out, and sees \(ada.app.situation)")
        try await bob.app.wait { !$0.sees("ada (talking)") }
        tell(bob, "sees no other reader")
        bob.app.perform(.type("Good night, Ada."))
        try await bob.waitToSee("bob: Good night, Ada.")
        tell(bob, "sees “bob: Good night, Ada.”")
        // No callback reports that an object is freed. It happens within moments, or never.
        for _ in 0..<500 where session() != nil { try await Task.sleep(for: .milliseconds(10)) }
        tell(ada, "keeps \(reader() == nil && session() == nil ? "nothing" : "something")")
    }
}

@MainActor private struct Device {
    let name: String
    let app: SampleApp

    init(of name: String, with server: BookshopServer, _ recorder: Recorder?) {
        self.name = name
        let observers = MachineObservers(on: name, recorder: recorder)
        app = SampleApp(Account(SessionAccountService(server, observers: observers)))
        observers.follow(app.account)
    }

    /// The session of the reader who is logged in.
    func session() throws -> MessagingSession {
        guard let session = app.account.reader?.session else { throw CancellationError() }
        return session
    }

    var playerState: String { app.account.reader.map { "\($0.player.state.statePath)" } ?? "" }

    /// Waits until a line of the visible screens equals a text.
    func waitToSee(_ text: String) async throws { try await app.wait { $0.sees(text) } }
}
