import Foundation
import LoopbackBroker
import Messaging
import SampleApp
import Sockets
import Testing

/// The device of a reader, with the app that is talked to in a test.
struct AppFixture {
    let name: String
    let app: SampleApp

    init(of name: String = "ada", with server: BookshopServer, _ records: ShopRecords = ShopRecords()) {
        self.name = name
        app = SampleApp(Account(SessionAccountService(server, records: records)))
        app.launch()
    }

    /// Types a name, and taps the button for the log-in.
    func logIn(as name: String) {
        app.perform(.type(name))
        app.perform(.tap(.loggedIn))
    }

    /// Logs in, makes some gestures, and waits until the connection stands.
    ///
    /// - Throws: When there is no session.
    func logIn(then gestures: SampleApp.Gesture...) async throws {
        logIn(as: name)
        try await app.wait { $0.account.reader != nil }
        for gesture in gestures { app.perform(gesture) }
        try await session().wait(for: .connected)
    }

    /// The session of the reader who is logged in.
    ///
    /// - Throws: When none is.
    func session() throws -> MessagingSession { try #require(app.account.reader?.session) }

    /// Waits until a line of the visible screens is a text.
    ///
    /// - Throws: When the app is gone.
    func waitToSee(_ text: String) async throws { try await app.wait { $0.sees(text) } }
}
