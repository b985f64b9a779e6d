import Foundation
import Messaging
import Testing

@Suite(.timeLimit(.minutes(60))) struct TokenStoreTests {
    private let ada = AccessToken(user: "ada", secret: "1")
    private let bob = AccessToken(user: "bob", secret: "2")

    @Test func `A consumer gets the token there is first, and none if there is none`() async {
        let store = InMemoryTokenStore()
        #expect(await store.tokens().first { _ in true } == .some(nil))
        store.replace(with: ada)
        #expect(await store.tokens().first { _ in true } == ada)
        #expect(store.token == ada)
    }

    @Test func `The streams end with the store`() async {
        var store: InMemoryTokenStore? = InMemoryTokenStore(ada)
        let tokens = store?.tokens()
        store = nil
        var received: [AccessToken?] = []
        if let tokens { for await token in tokens { received.append(token) } }
        #expect(received == [ada])
    }

    @Test func `A refreshed token takes the place of the old one, and consumers get it`() async throws {
        let store = InMemoryTokenStore(ada) { AccessToken(user: $0.user, secret: "3") }
        let tokens = store.tokens()
        try await store.refresh(ada)
        #expect(store.token == AccessToken(user: "ada", secret: "3"))
        #expect(await tokens.first { _ in true } == store.token)
    }

    @Test func `A refresh that fails, or returns the token of another user, leaves the token as it is`() async throws {
        struct Refusal: Error {}
        let failing = InMemoryTokenStore(ada) { _ in throw Refusal() }
        await #expect(throws: Refusal.self) { try await failing.refresh(ada) }
        #expect(failing.token == ada)
        let wrong = InMemoryTokenStore(ada) { [bob] _ in bob }
        let error = await #expect(throws: (any Error).self) { try await wrong.refresh(ada) }
        #expect(error.map { "\($0)" } == "the token in place of one of “ada” is one of “bob”")
        #expect(wrong.token == ada)
    }

    @Test(arguments: [nil, AccessToken(user: "bob", secret: "2")])
    func `A refresh that ends after a log-out or another user's log-in changes nothing`(newest: AccessToken?)
        async throws
    {
        let (isAsked, asked) = AsyncStream<Void>.makeStream()
        let (isAnswered, answered) = AsyncStream<Void>.makeStream()
        let store = InMemoryTokenStore(ada) { token in
            asked.finish()
            for await _ in isAnswered {}
            return AccessToken(user: token.user, secret: "3")
        }
        async let refresh: Void = store.refresh(ada)
        for await _ in isAsked {}
        store.replace(with: newest)
        answered.finish()
        try await refresh
        #expect(store.token == newest)
    }
}

@Suite struct AccessTokenTests {
    @Test func `Two tokens are the same if user and secret are`() {
        let token = AccessToken(user: "ada", secret: "1")
        #expect(token == AccessToken(user: "ada", secret: "1", expiry: .distantFuture))
        #expect(token.hashValue == AccessToken(user: "ada", secret: "1", expiry: .distantFuture).hashValue)
        #expect(token != AccessToken(user: "bob", secret: "1"))
        #expect(token != AccessToken(user: "ada", secret: "2"))
    }

    @Test func `No description shows the secret`() {
        let token = AccessToken(user: "ada", secret: "hidden")
        var text = "\(token) \(String(reflecting: token)) \([token])"
        dump(token, to: &text)
        #expect(text.contains("token of ada"))
        #expect(!text.contains("hidden"))
    }
}
