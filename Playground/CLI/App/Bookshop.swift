import CheckoutFlow
import InMemoryServices
import LoopbackBroker
import Messaging
import SampleApp
import StateExploration
import StateInspector

/// The bookshop apps of several readers, and the apps' server if it runs in this program.
@MainActor final class Bookshop {
    /// A reader's device with its app.
    struct Device {
        let name: String
        let app: SampleApp
        let service: SessionAccountService
    }

    let devices: [Device]
    let records: ShopRecords
    /// The log of the requests of all readers' machines.
    let log = RequestLog()
    /// The server in this program; `nil` if the readers use a server elsewhere.
    let shop: LoopbackShop?

    /// Creates an app for each reader, and a server for them in this program.
    convenience init(
        readers: [String], _ records: ShopRecords = ShopRecords(), recorder: Recorder? = nil
    ) throws {
        let shop = try LoopbackShop(payments: records.bank)
        self.init(shop.server, readers: readers, records, shop, recorder: recorder)
    }

    /// Creates an app for each reader. The apps use `server`, and its payments go to the bank of `records`.
    init(
        _ server: BookshopServer, readers: [String], _ records: ShopRecords, _ shop: LoopbackShop? = nil,
        recorder: Recorder? = nil
    ) {
        var server = server
        server.payments = records.bank
        // Long enough to see on the screen that a charge is unclear.
        server.retryDelays = .seconds(3) ... .seconds(60)
        self.shop = shop
        self.records = records
        devices = readers.map { [log] name in
            let observers = MachineObservers(on: name, log: log, recorder: recorder)
            let service = SessionAccountService(server, records: records, observers: observers)
            let app = SampleApp(Account(service))
            observers.follow(app.account)
            return Device(name: name, app: app, service: service)
        }
    }

    func launch() { for device in devices { device.app.launch() } }

    /// Ends all apps and the server in this program. When it returns, no connection is open.
    func end() async {
        for device in devices { await device.app.terminate() }
        shop?.broker.stop()
    }
}

extension Bookshop {
    /// A reader's gesture, or a fault of the server, that users can type or click.
    struct Command {
        let name: String
        /// The argument's placeholder in help, and an example to try the command with.
        let argument: (placeholder: String, example: String)?
        let help: String
        /// Returns true if the visible screens have a button for the command; `nil` for a command without a button.
        let isOnScreen: (@MainActor (SampleApp) -> Bool)?
        let perform: @MainActor (Bookshop, Device, _ argument: String) throws(UsageError) -> Void

        init(
            _ name: String, argument: (placeholder: String, example: String)? = nil, _ help: String,
            isOnScreen: (@MainActor (SampleApp) -> Bool)? = nil,
            perform: @escaping @MainActor (Bookshop, Device, String) throws(UsageError) -> Void
        ) {
            self.name = name
            self.argument = argument
            self.help = help
            self.isOnScreen = isOnScreen
            self.perform = perform
        }

        var usage: String { argument.map { "\(name) \($0.placeholder)" } ?? name }
    }

    /// The readers' gestures and, with a server in this program, the server's faults.
    var commands: [Command] { Self.gestures + (shop == nil ? [] : Self.faults) }

    private static let gestures = [
        tap(.loggedIn, "log in"), tap(.shelf, "show the books"), tap(.profile, "show the profile"),
        Command(
            "book", argument: ("<number>", "7"), "on the shelf: look at a book",
            isOnScreen: { $0.stack.visible.contains { $0.hasButton(for: .book(7)) } }
        ) { _, device, text throws(UsageError) in device.app.perform(.tap(.book(try number(text)))) },
        tap(.reviews, "on a book: see what others think of it"), tap(.sample, "on a book: listen to a piece of it"),
        tap(.purchase, "on a book: buy it"), tap(.room, "on a book: talk to others who look at it"),
        press("play", "on a sample"), press("pause", "on a sample"), press("stop", "on a sample"),
        press("pay", "on a purchase"), press("retry", "on a purchase, if it has failed"),
        press("cancel", "on a purchase, unless it is paid, and during a log-in"),
        press("confirm", "on a purchase, after you have confirmed it at the bank"),
        press("refund", "on a purchase that is paid"),
        Command(
            "say", argument: ("<text>", "hello"), "in a room: send a message",
            isOnScreen: { $0.stack.visible.contains(where: \.hasField) }
        ) { _, device, text in device.app.perform(.type(text)) },
        tap(.close, "back to the shelf, by the program"),
        Command("swipe", "swipe the top screen away", isOnScreen: { $0.stack.screens.count > 1 }) { _, device, _ in
            device.app.perform(.swipe)
        },
        Command("open", argument: ("<number>", "7"), "follow a link from outside to the reviews of a book") {
            _, device, text throws(UsageError) in device.app.perform(.open(try number(text)))
        },
        tap(.logOut, "on the profile: leave"),
        Command("background", "look at another app") { _, device, _ in device.app.enterBackground() },
        Command("foreground", "come back to this one") { _, device, _ in device.app.enterForeground() },
    ]

    /// The delay for a call that must stay unanswered.
    private static let hour = Duration.seconds(3600)

    private static let faults = [
        Command("break", "the broker breaks down") { shop, _, _ in shop.shop?.breakDown() },
        Command("repair", "the broker is started again, and all calls are answered") { shop, _, _ throws(UsageError) in
            for faults in [shop.shop?.tokenFaults, shop.records.bank.faults, shop.records.bank.answerFaults] {
                faults?.slow(to: .zero)
            }
            do { try shop.shop?.comeBack() } catch { throw UsageError("\(error)") }
        },
        Command("revoke", "the server refuses the token of this reader") { shop, device, _ in
            shop.shop?.revokeTokens(of: device.name)
        },
        Command("expire", "the next token lives for ten seconds") { shop, _, _ in
            shop.shop?.expireNextToken(after: .seconds(10))
        },
        Command("stall", "the server answers no log-in") { shop, _, _ in
            shop.shop?.tokenFaults.slow(to: hour)
        },
        Command("challenge", "the bank wants the next payment to be confirmed") { shop, _, _ in
            shop.shop?.payments.challengeNext()
        },
        Command("approve", "the reader confirms the payment at the bank") { shop, _, _ in
            guard let bank = shop.shop?.payments else { return }
            for purchase in bank.ledger.challenges { _ = try? bank.record(purchase) }
        },
        Command("lose", "the bank’s next answer is lost") { shop, _, _ in
            shop.shop?.payments.answerFaults.fail("the answer was lost")
        },
        Command("hold", "the bank takes orders, and charges nothing yet") { shop, _, _ in
            shop.shop?.payments.faults.slow(to: hour)
        },
        Command("withhold", "the bank charges, and gives no answer") { shop, _, _ in
            shop.shop?.payments.answerFaults.slow(to: hour)
        },
    ]

    private static func tap(_ step: AppStep, _ help: String) -> Command {
        Command(
            "\(SampleApp.Gesture.tap(step))", help,
            isOnScreen: { $0.stack.visible.contains { $0.hasButton(for: step) } }
        ) { _, device, _ in
            if step == .loggedIn { device.app.perform(.type(device.name)) }
            device.app.perform(.tap(step))
        }
    }

    private static func press(_ button: String, _ help: String) -> Command {
        Command(button, help, isOnScreen: { $0.stack.visible.contains { $0.buttons.contains(button) } }) {
            _, device, _ in device.app.perform(.press(button))
        }
    }

    static func number(_ text: String) throws(UsageError) -> Int {
        guard let number = Int(digits: text), (1...999).contains(number) else {
            throw UsageError("“\(text)” is not the number of a book; they go from 1 to 999")
        }
        return number
    }
}
