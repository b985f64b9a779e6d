import Foundation
import LoopbackBroker
import Messaging
import SampleApp
import Sockets
import StateInspector

extension Playground {
    /// Tells the story of two readers, or lets a person use their apps.
    static func app(_ arguments: [String]) async throws {
        let isStory = arguments.contains("--story")
        let options = try BrokerOptions(
            arguments.filter { $0 != "--story" }, of: "app", own: ["--story", "--folder <folder>", "--record <file>"])
        guard !isStory || options.urls.isEmpty && options.all["--folder"] == nil else {
            throw UsageError("--story can be recorded, and has no other options")
        }
        let folder = options.all["--folder"].map { URL(filePath: $0) }
        let records: ShopRecords
        do throws(RecordError) {
            records = if let folder { try ShopRecords(in: folder) } else { ShopRecords() }
        } catch {
            throw UsageError("\(error)")
        }
        // Opened last, because its old contents are lost then.
        let recorder = try options.all["--record"].map { path throws(UsageError) in try makeRecorder(to: path) }
        if isStory { return try await tellStory(recorder) }
        if !options.urls.isEmpty {
            await LiveApp(Bookshop(server(options), readers: [options.user], records, recorder: recorder)).run()
        } else if Terminal.isInteractive || folder != nil {
            await LiveApp(try Bookshop(readers: ["ada", "bob"], records, recorder: recorder)).run()
        } else {
            try await tellStory(recorder)
        }
    }

    private static func tellStory(_ recorder: Recorder?) async throws {
        let shop = try LoopbackShop()
        try await AppStory(on: shop, recorder: recorder) { Terminal.print($0) }.run()
        shop.broker.stop()
    }

    /// The server at the command line's addresses, with the command line's token and with a bank in this program.
    private static func server(_ options: BrokerOptions) -> BookshopServer {
        var server = BookshopServer(brokers: options.urls) { name in
            guard name == options.user else { throw AuthenticationError("there is a token of \(options.user) only") }
            return options.accessToken
        }
        server.transport = options.transport
        return server
    }

    static let appHelp = """
        A bookshop out of all machines: flows of screens, an account whose token expires and is refused, a player for
        samples, a checkout, and a session with rooms and presence for each reader.

          playground app                    on a terminal, use the apps of two readers, over a broker in this program;
                                            otherwise, their story
          playground app --story            the story
          playground app --folder <folder>  use the two apps, and keep purchases in files: kill the program in the middle
                                            of a payment, and start it again
          playground app --record <file>    write down what all machines answer; see playground replay --help
          playground app --url <url>… --user <user> --token-file <file> [--ca <file>]
                                            use one app, over a broker such as RabbitMQ; a PresenceService of
                                            LoopbackBroker next to it tells who is where
          playground serve app              all machines of two apps, live in a browser

        Type “sequence” to see the requests of all machines in one order, and who asked whom; “sequence mermaid” draws them.

        \(BrokerOptions.help)
          --folder       the folder for purchases and the ledger; without one, they end with the program

        The exit status is 64 when an option is invalid.
        """
}
