import CheckoutFlow
import InMemoryServices
import LoopbackBroker
import Messaging
import Navigation
import Playback
import SampleApp
import Sockets
import StatePattern
import TestSupport
import Testing

/// The seams of the bookshop: where one machine's event has to lead to another machine's request.
@Suite(.timeLimit(.minutes(60))) struct `The bookshop` {
    private let shop: LoopbackShop

    init() throws { shop = try LoopbackShop() }

    // MARK: Account and flows

    @Test func `What was said before a token was refused goes out when the same reader is back`() async throws {
        let (ada, bob) = (AppFixture(with: shop.server), AppFixture(of: "bob", with: shop.server))
        for device in [ada, bob] { try await device.logIn(then: .tap(.book(7)), .tap(.room)) }
        try await ada.waitToSee("bob (talking)")
        shop.breakDown()
        try await ada.session().wait { $0.phase.isReconnecting }
        ada.app.perform(.type("Is this the end?"))
        try await ada.waitToSee("ada: Is this the end? (unsent)")
        shop.revokeTokens(of: "ada")
        try shop.comeBack()
        try await ada.app.wait { $0.situation == "Log in" }
        try await ada.logIn()
        try await bob.waitToSee("ada: Is this the end?")
        for device in [ada, bob] { await device.app.terminate() }
    }

    @Test func `Another reader who logs in after a refusal is not led to the book of the one before`() async throws {
        let ada = AppFixture(with: shop.server)
        try await ada.logIn(then: .tap(.book(7)), .tap(.room))
        shop.revokeTokens(of: "ada")
        try await ada.app.wait { $0.situation == "Log in" }
        ada.logIn(as: "eve")
        try await ada.app.wait { $0.account.reader?.name == "eve" }
        #expect(ada.app.situation == "Shelf")
        await ada.app.terminate()
    }

    @Test func `A log-in that the server refuses says why, and the next one may succeed`() async throws {
        var server = shop.server
        let issue = server.issueToken
        server.issueToken = { name in
            if name == "mallory" { throw AuthenticationError("mallory is not known here") }
            return try await issue(name)
        }
        let device = AppFixture(of: "mallory", with: server)
        device.logIn(as: "mallory")
        try await device.waitToSee("mallory is not known here")
        #expect(device.app.situation == "Log in")
        device.logIn(as: "ada")
        try await device.app.wait { $0.situation == "Shelf" }
        await device.app.terminate()
    }

    @Test func `A token that the server has refused already is not tried again, and the next one may succeed`()
        async throws
    {
        var server = shop.server
        let issue = server.issueToken
        server.issueToken = { $0 == "ada" ? AccessToken(user: $0, secret: "stale") : try await issue($0) }
        server.refreshToken = { _ in throw AuthenticationError("there is no other token") }
        let device = AppFixture(with: server)
        device.logIn(as: "ada")
        try await device.waitToSee("your log-in is not valid any more")
        device.logIn(as: "ada")
        try await device.waitToSee("the server has refused this token")
        device.logIn(as: "bob")
        try await device.app.wait { $0.situation == "Shelf" }
        #expect(device.app.account.reader?.name == "bob")
        await device.app.terminate()
    }

    @Test func `A log-in without an answer can be cancelled, and fails after its time`() async throws {
        let clock = ManualClock()
        var server = shop.server
        (server.callLimit, server.clock) = (.seconds(30), clock)
        let ada = AppFixture(with: server)
        shop.tokenFaults.slow(to: .seconds(3600))
        ada.logIn(as: "ada")
        try await ada.waitToSee("one moment, ada …")
        #expect(ada.app.stack.visible.map(\.buttons) == [["cancel"]])
        ada.app.perform(.press("cancel"))
        #expect(ada.app.stack.visible.map(\.details) == [[]])
        ada.logIn(as: "ada")
        await clock.wake(after: .seconds(30))
        try await ada.waitToSee("no answer within 30.0 seconds")
        shop.tokenFaults.slow(to: .zero)
        try await ada.logIn()
        #expect(ada.app.situation == "Shelf")
        await ada.app.terminate()
    }

    @Test func `A log-in that is cancelled at any moment leads to no reader, and a new one at once to a new session`()
        async throws
    {
        let ada = AppFixture(with: shop.server)
        for yields in 0..<40 {
            ada.logIn(as: "ada")
            for _ in 0..<yields { await Task.yield() }
            // One that begins after the log-out, with the token of the cancelled log-in, has no reader and may be continued.
            weak let session = (ada.app.account.service as? SessionAccountService)?.sessions.session
            ada.app.account.cancel()
            ada.app.account.logOut()
            #expect(ada.app.account.reader == nil)
            try await ada.logIn()
            #expect(try ada.session() !== session)
            ada.app.account.logOut()
            if yields.isMultiple(of: 2) { await shop.broker.wait { $0.present.isEmpty } }
        }
        await ada.app.terminate()
    }

    // MARK: Purchase and session

    /// The answer is lost, the app is killed and started again, and the reader is on the shelf.
    @Test func `A payment that is unclear is on the shelf, and asked again, also after a restart`() async throws {
        let clock = ManualClock()
        var server = shop.server
        (server.retryDelays, server.clock) = (.seconds(1) ... .seconds(60), clock)
        let records = ShopRecords()
        server.payments = records.bank
        let unclear = "Book 7: PaymentUnknown, is asked again by itself"
        records.bank.answerFaults.fail(times: 2, "the answer was lost")
        for launch in 1...2 {
            let ada = AppFixture(with: server, records)
            try await ada.logIn()
            if launch == 1 {
                for gesture in [.tap(.book(7)), .tap(.purchase), .press("pay")] as [SampleApp.Gesture] {
                    ada.app.perform(gesture)
                }
                try await ada.waitToSee("PaymentUnknown: the answer was lost")
                for _ in 1...2 { ada.app.perform(.swipe) }
            }
            try await ada.waitToSee(unclear)
            #expect(records.bank.ledger.charges.count == 1)
            await clock.wake(after: .seconds(1))
            if launch == 1 {
                await yieldWhile("the bank is not asked again") { records.bank.callCount < 2 }
                try await ada.waitToSee(unclear)
            } else {
                try await ada.app.wait { !$0.sees(unclear) && $0.stack.visible.last?.details == [] }
                #expect(records.bank.ledger.charges.count == 1 && records.bank.callCount == 3)
            }
            await ada.app.terminate()
            await yieldWhile("the checkout waits for a retry") { clock.due != [] }
        }
    }

    @Test func `A payment that must be confirmed waits on the shelf, and can be refunded`() async throws {
        let ada = AppFixture(with: shop.server)
        try await ada.logIn(then: .tap(.book(7)), .tap(.purchase))
        shop.payments.challengeNext()
        ada.app.perform(.press("pay"))
        try await ada.app.wait { $0.stack.visible.last?.buttons.contains("confirm") == true }
        let purchase = try #require(shop.payments.ledger.challenges.first)
        try await ada.waitToSee("Challenged: https://bank.example/\(purchase.key)")
        ada.app.perform(.swipe)
        ada.app.perform(.swipe)
        try await ada.waitToSee("Book 7: Challenged")
        let receipt = try shop.payments.record(purchase)
        for gesture in [.tap(.book(7)), .tap(.purchase), .press("confirm")] as [SampleApp.Gesture] {
            ada.app.perform(gesture)
        }
        try await ada.waitToSee("Stable")
        #expect(shop.payments.ledger.charges == [receipt])
        ada.app.perform(.press("refund"))
        try await ada.waitToSee("Stable: refunded")
        #expect(ada.app.stack.visible.last?.buttons.contains("refund") == false)
        #expect(shop.payments.ledger.charges == [] && shop.payments.ledger.refunds == [receipt])
        await ada.app.terminate()
    }

    @Test
    func
        `A book is charged once, and its notice waits for the end of an outage, even after the time of a call to the bank`()
        async throws
    {
        let clock = ManualClock()
        var server = shop.server
        (server.callLimit, server.clock) = (.seconds(30), clock)
        let ada = AppFixture(with: server)
        try await ada.logIn(then: .tap(.book(7)), .tap(.purchase))
        shop.breakDown()
        try await ada.session().wait { $0.phase.isReconnecting }
        for _ in 1...5 { ada.app.perform(.press("pay")) }
        try await ada.waitToSee("Pushing")
        await clock.waitForSleepers(due: server.noticeLimit)
        clock.advance(by: .seconds(3600))
        try shop.comeBack()
        try await ada.waitToSee("paid: Book 7 for 9.07 EUR")
        try await ada.waitToSee("Stable")
        #expect(shop.payments.ledger.charges.count == 1)
        await ada.app.terminate()
    }

    // MARK: Screens, player and presence

    @Test func `Each screen reports its place and status when it is navigated to, by a step, a tab, a swipe or a link`()
        async throws
    {
        let (ada, bob) = (AppFixture(with: shop.server), AppFixture(of: "bob", with: shop.server))
        try await bob.logIn(then: .tap(.book(7)))
        try await ada.logIn(then: .tap(.book(7)))
        func bobSees(_ status: String) async throws { try await bob.waitToSee("ada (\(status))") }
        try await bobSees("looking")
        ada.app.perform(.tap(.reviews))
        try await bobSees("reading reviews")
        ada.app.perform(.swipe)
        try await bobSees("looking")
        ada.app.perform(.tap(.purchase))
        try await bobSees("buying")
        ada.app.perform(.swipe)
        ada.app.perform(.tap(.close))
        try await bob.app.wait { $0.stack.visible.last?.details == [] }
        ada.app.perform(.open(7))
        try await bobSees("reading reviews")
        ada.app.perform(.swipe)
        ada.app.perform(.swipe)
        ada.app.perform(.tap(.profile))
        try await bob.app.wait { $0.stack.visible.last?.details == [] }
        for device in [ada, bob] { await device.app.terminate() }
    }

    @Test func `A sample stops when its screen is gone, and pauses in the background`() async throws {
        let ada = AppFixture(with: shop.server)
        try await ada.logIn(then: .tap(.book(7)), .tap(.sample), .press("play"))
        let player = try #require(ada.app.account.reader?.player)
        #expect(player.phase.isPlaying)
        ada.app.enterBackground()
        #expect(player.phase == .paused)
        ada.app.enterForeground()
        #expect(player.phase == .paused)
        ada.app.perform(.press("play"))
        ada.app.perform(.swipe)
        #expect(player.phase == .stopped)
        await ada.app.terminate()
    }

    // MARK: Log-out

    @Test func `After log-out nothing of the reader is left, and nothing is sent`() async throws {
        let ada = AppFixture(with: shop.server)
        try await ada.logIn(
            then: .tap(.book(7)), .tap(.sample), .press("play"), .swipe, .tap(.purchase), .press("pay"))
        try await ada.waitToSee("paid: Book 7 for 9.07 EUR")
        for gesture in [SampleApp.Gesture.swipe, .tap(.room), .type("Bye.")] { ada.app.perform(gesture) }
        try await ada.waitToSee("ada: Bye.")
        let left = try Self.objects(of: ada.app)
        #expect(left.count == 8)
        for gesture in [SampleApp.Gesture.swipe, .swipe, .tap(.profile), .tap(.logOut)] { ada.app.perform(gesture) }
        #expect(ada.app.situation == "Log in")
        await shop.broker.wait { $0.present.isEmpty }
        await yieldWhile("something of the reader is left") { left.contains { $0.object != nil } }
        let counts = shop.broker.counts
        // Everything that made the app speak before says nothing now.
        for gesture in [SampleApp.Gesture.open(7), .tap(.room), .type("Hello?"), .press("pay"), .swipe] {
            ada.app.perform(gesture)
        }
        ada.app.enterBackground()
        ada.app.enterForeground()
        let bob = AppFixture(of: "bob", with: shop.server)
        try await bob.logIn(then: .tap(.book(7)))
        try await bob.app.wait { $0.account.reader?.companions?.others == [] }
        #expect(shop.broker.counts.sessions["ada"] == counts.sessions["ada"])
        #expect(shop.broker.counts.present == ["bob": 1])
        #expect(shop.payments.ledger.charges.count == 1)
        for device in [ada, bob] { await device.app.terminate() }
    }

    /// A reference that keeps nothing alive.
    private struct WeakReference {
        weak var object: AnyObject?
    }

    /// The objects of the reader who is logged in, and of their screens.
    private static func objects(of app: SampleApp) throws -> [WeakReference] {
        let reader = try #require(app.account.reader)
        let objects: [AnyObject?] =
            [reader, reader.session, reader.companions, reader.notices, reader.player, reader.checkout]
            + app.stack.screens.suffix(2)
        return objects.map { WeakReference(object: $0) }
    }

    @Test func `The app itself is released after its end, with everything that it has made`() async throws {
        weak var app: SampleApp?
        do {
            let ada = AppFixture(with: shop.server)
            app = ada.app
            try await ada.logIn(then: .tap(.book(7)), .tap(.room))
            await ada.app.terminate()
        }
        await yieldWhile("the app lives") { app != nil }
        await shop.broker.wait { $0.present.isEmpty }
    }
}
