@testable import Sockets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A message hub` {
    private let hub = MessageHub(limit: 2)

    @discardableResult private func publish(_ number: Int) -> [Promise<Void>] {
        hub.publish(Incoming(message: .text("\(number)"), attempt: number))
    }

    /// The numbers of all messages that a consumer has yet to take.
    private func takeAll(from mailbox: Mailbox<Incoming>) async -> [Int] {
        mailbox.close()
        var numbers: [Int] = []
        while let incoming = await mailbox.take() { numbers.append(incoming.attempt) }
        return numbers
    }

    @Test func `gives every consumer every message from when it came, in one order, whoever has room`() async {
        let consumers = [hub.subscribe(), hub.subscribe()]
        for number in 1...3 { publish(number) }
        #expect(await consumers[0].take()?.attempt == 1)
        let late = hub.subscribe()
        for number in 4...6 { publish(number) }
        #expect(await takeAll(from: consumers[0]) == [2, 3, 4, 5, 6])
        #expect(await takeAll(from: consumers[1]) == [1, 2, 3, 4, 5, 6])
        #expect(await takeAll(from: late) == [4, 5, 6])
    }

    @Test func `tells when the slowest consumer has room`() async {
        let (fast, slow) = (hub.subscribe(), hub.subscribe())
        for number in 1...2 { #expect(publish(number).isEmpty) }
        _ = await fast.take()
        let rooms = publish(3)
        #expect(rooms.map(\.isKept) == [false])
        #expect(hub.holdUps == (true, 1))
        _ = await slow.take()
        #expect(rooms.map(\.isKept) == [true])
        #expect(hub.holdUps == (false, 1))
    }

    @Test func `waits for nobody who has gone`() {
        let mailbox = hub.subscribe()
        for number in 1...2 { publish(number) }
        let rooms = publish(3)
        hub.unsubscribe(mailbox)
        #expect(rooms.map(\.isKept) == [true])
        #expect(publish(4).isEmpty)
    }

    @Test func `throws away what nobody has taken yet`() async {
        let consumers = [hub.subscribe(), hub.subscribe()]
        for number in 1...3 { publish(number) }
        hub.discard()
        publish(4)
        for consumer in consumers { #expect(await takeAll(from: consumer) == [4]) }
    }

    @Test func `ends after what has come in, also for one who comes only then`() async {
        let mailbox = hub.subscribe()
        for number in 1...3 { publish(number) }
        hub.finish()
        publish(4)
        for number in 1...3 { #expect(await mailbox.take()?.attempt == number) }
        #expect(await mailbox.take() == nil)
        #expect(await hub.subscribe().take() == nil)
    }
}
