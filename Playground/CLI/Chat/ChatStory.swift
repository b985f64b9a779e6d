import Foundation
import LoopbackBroker
import Messaging
import Sockets

/// The story of two users and a broker in this program.
///
/// It waits for each event before it prints a line about it: the state of a coordinator, a screen or the broker.
@MainActor struct ChatStory {
    private let issuer = TokenIssuer()
    private let broker: LoopbackBroker

    init() { broker = LoopbackBroker { [issuer] in issuer.admits($0, $1) } }

    func tell() async throws {
        let url = URL.loopback(port: try broker.start())
        let ada = await ChatUser("ada", tokensFrom: issuer, broker: url)
        let bob = await ChatUser("bob", tokensFrom: issuer, broker: url)
        try await logIn(ada, bob)
        try await openScreens(ada, bob)
        Terminal.print("\nMessages go both ways.")
        try await talk(ada, "Ahoy, Bob!", to: bob)
        try await talk(bob, "Ahoy, Ada!", to: ada)
        try await loseConnection(ada, bob)
        try await refreshToken(ada, bob)
        try await logOut(ada, bob)
        broker.stop()
    }

    private func tell(_ who: String, _ what: String) { Terminal.print("  \(who.padded(to: 8))\(what)") }

    private func logIn(_ users: ChatUser...) async throws {
        Terminal.print("Users without a token stay logged out. With a token, a user's coordinator connects.")
        for user in users { tell(user.name, "\(user.coordinator.phase)") }
        tell("broker", "has \(broker.counts.sessions.values.reduce(0, +)) connections")
        for user in users {
            user.getToken()
            tell(user.name, "logs in and gets token \(user.tokenCount)")
            tell(user.name, "\(try await user.wait(for: .connected))")
        }
    }

    private func openScreens(_ ada: ChatUser, _ bob: ChatUser) async throws {
        Terminal.print("\nEach screen uses the session of its user, reports its place, and learns who else is there.")
        tell("ada", "opens the lighthouse; others there: \(try await ada.open("lighthouse"))")
        tell("bob", "opens the lighthouse; others there: \(try await bob.open("lighthouse"))")
        tell("ada", "learns who else is at the lighthouse: \(try await ada.others { !$0.isEmpty })")
        tell("ada", "opens the harbour; others there: \(try await ada.open("harbour"))")
        tell("bob", "learns who else is at the lighthouse: \(try await bob.others { $0.isEmpty })")
        tell("bob", "opens the harbour; others there: \(try await bob.open("harbour"))")
        tell("broker", "has had \(broker.counts.sessions.values.reduce(0, +)) connections for 4 screens")
    }

    private func talk(_ speaker: ChatUser, _ text: String, to listener: ChatUser) async throws {
        try await speaker.write(text)
        tell(speaker.name, "writes “\(text)”")
        await showNewest(on: speaker, listener)
    }

    /// Waits until all messages are on both screens, then prints the newest message as the listener sees it.
    private func showNewest(on speaker: ChatUser, _ listener: ChatUser) async {
        let count = speaker.lines.count
        _ = await speaker.newest(of: count)
        tell(listener.name, "sees “\(await listener.newest(of: count))”")
    }

    private func loseConnection(_ ada: ChatUser, _ bob: ChatUser) async throws {
        Terminal.print("\nThe broker is killed and restarted. Messages in between are sent afterwards.")
        broker.stop()
        tell("broker", "stops")
        for user in [ada, bob] { tell(user.name, try await user.wait { $0.isReconnecting }) }
        try await ada.write("Is anyone there?")
        tell("ada", "writes “Is anyone there?”")
        tell("ada", "sees “\(ada.lines.last ?? "")”")
        try broker.start()
        tell("broker", "starts again")
        for user in [ada, bob] { tell(user.name, try await user.wait { $0 == .connected }) }
        await showNewest(on: ada, bob)
        let others = try await bob.others { !$0.isEmpty }
        tell("bob", "sees \(bob.lines.count) messages in total; others there: \(others)")
    }

    private func refreshToken(_ ada: ChatUser, _ bob: ChatUser) async throws {
        Terminal.print("\nAn expired token is replaced by a new one, and the session continues.")
        let before = broker.counts.sessions["ada", default: 0]
        ada.getToken(expiringAfter: 1)
        tell("ada", "gets token \(ada.tokenCount), which expires in a second")
        await broker.wait { $0.sessions["ada", default: 0] > before }
        tell("ada", "\(try await ada.wait(for: .connected)), with the new token")
        await broker.wait { $0.sessions["ada", default: 0] > before + 1 }
        tell("store", "is asked to replace the expired token, and gets token \(ada.tokenCount)")
        tell("ada", "\(try await ada.wait(for: .connected)), with the new token")
        try await talk(bob, "Were you away?", to: ada)
        try await talk(ada, "Not that I noticed.", to: bob)
    }

    private func logOut(_ ada: ChatUser, _ bob: ChatUser) async throws {
        Terminal.print(
            "\nLogging out ends everything: the connection, the subscriptions, and the delivery of messages.")
        bob.logOut()
        tell("bob", "logs out")
        tell(
            "bob",
            "\(try await bob.wait(for: .loggedOut)); his session \(bob.coordinator.session == nil ? "has ended" : "runs")"
        )
        tell("ada", "learns who else is at the harbour: \(try await ada.others { $0.isEmpty })")
        try await ada.write("Good night, Bob!")
        tell("ada", "writes “Good night, Bob!”")
        await showNewest(on: ada, ada)
        tell("bob", "still has “\(bob.lines.last ?? "")” as his last message")
        ada.logOut()
        tell("ada", "logs out")
        tell("ada", "\(try await ada.wait(for: .loggedOut))")
        await broker.wait { $0.present.isEmpty }
        let counts = broker.counts
        tell(
            "broker",
            "ada connected \(counts.sessions["ada"] ?? 0) times, bob \(counts.sessions["bob"] ?? 0) times; "
                + "neither had more than \(counts.most.values.max() ?? 0) connection at a time")
    }
}
