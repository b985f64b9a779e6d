import StatePattern
import Testing

@Suite(.timeLimit(.minutes(60))) struct ManyAtOnce {
    private let everything = ["activate()", "insertCoin()", "push()", "insertCoin()"]

    /// Makes the machine do everything, and then drops it.
    private func run(_ turnstile: inout Turnstile?) {
        turnstile?.insertCoin()
        turnstile?.push()
        turnstile?.push()
        turnstile?.insertCoin()
        turnstile = nil
    }

    private func values<Value>(of stream: AsyncStream<Value>) async -> [Value] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func `Rule 15: several observers and several streams each get everything, and streams end`() async {
        var turnstile: Turnstile? = Turnstile()
        var observed = [[String]](repeating: [], count: 3)
        for index in observed.indices { turnstile!.observe { observed[index].append($0.request) } }
        let streams = (0..<3).map { _ in turnstile!.changes { $0.request } }
        run(&turnstile)
        #expect(observed == [everything, everything, everything])
        for stream in streams { #expect(await values(of: stream) == everything) }
    }

    @Test func `Rule 15: consumers in separate tasks each get everything, but for one that is cancelled`() async {
        var turnstile: Turnstile? = Turnstile()
        let consumers = (0..<20).map { _ in
            Task { [changes = turnstile!.changes { $0.request }] in await changes.reduce(into: []) { $0.append($1) } }
        }
        consumers[7].cancel()
        _ = await consumers[7].value
        run(&turnstile)
        for (index, consumer) in consumers.enumerated() where index != 7 { #expect(await consumer.value == everything) }
    }

    @Test func `Rule 15: a stream made in a notification tells of the next transition on`() async {
        var turnstile: Turnstile? = Turnstile()
        turnstile!.activate()
        var streams: [AsyncStream<String>] = []
        turnstile!.observe { [unowned turnstile] _ in
            if streams.isEmpty { streams.append(turnstile!.changes { $0.request }) }
        }
        run(&turnstile)
        #expect(await values(of: streams[0]) == Array(everything.dropFirst(2)))
    }

    @Test func `Rule 15: a consumer that stops ends its own stream and no other`() async {
        var turnstile: Turnstile? = Turnstile()
        var asked = 0
        do {
            let changes = turnstile!.changes { transition in
                asked += 1
                return transition.request
            }
            turnstile!.activate()
            for await _ in changes { break }
        }
        let other = turnstile!.changes { $0.request }
        turnstile!.insertCoin()
        turnstile!.push()
        #expect(asked == 1)
        turnstile = nil
        #expect(await values(of: other) == ["insertCoin()", "push()"])
    }

    @Test func `Rule 15: the buffering policy says what a slow consumer gets`() async {
        var turnstile: Turnstile? = Turnstile()
        let newest = turnstile!.changes(bufferingPolicy: .bufferingNewest(1)) { $0.request }
        let oldest = turnstile!.changes(bufferingPolicy: .bufferingOldest(2)) { $0.request }
        run(&turnstile)
        #expect(await values(of: newest) == everything.suffix(1))
        #expect(await values(of: oldest) == Array(everything.prefix(2)))
    }
}
