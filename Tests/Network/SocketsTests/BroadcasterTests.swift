import AsyncPrimitives
import Testing

@testable import Sockets

@Suite(.timeLimit(.minutes(60))) struct `A broadcaster` {
    private let broadcaster = Broadcaster<Int>(limits: QueueLimits(count: 2))

    @discardableResult private func send(_ number: Int) -> [Promise<Void>] {
        broadcaster.send(number)
    }

    private func remaining(in queue: BoundedQueue<Int>) async -> [Int] {
        queue.close()
        var numbers: [Int] = []
        while let number = await queue.next() { numbers.append(number) }
        return numbers
    }

    @Test func `sends every consumer each element from its subscription on, in one order, with or without room`() async
    {
        let consumers = [broadcaster.subscribe(), broadcaster.subscribe()]
        for number in 1...3 { send(number) }
        #expect(await consumers[0].next() == 1)
        let late = broadcaster.subscribe()
        for number in 4...6 { send(number) }
        #expect(await remaining(in: consumers[0]) == [2, 3, 4, 5, 6])
        #expect(await remaining(in: consumers[1]) == [1, 2, 3, 4, 5, 6])
        #expect(await remaining(in: late) == [4, 5, 6])
    }

    @Test func `sends a consumer the elements that it wants, after the one that it begins with`() async {
        let even = broadcaster.subscribe(where: { $0.isMultiple(of: 2) }, first: { 0 })
        for number in 1...4 { send(number) }
        #expect(await remaining(in: even) == [0, 2, 4])
    }

    @Test func `changes a value and sends it so that a consumer that subscribes gets each value once`() async {
        let value = CurrentValue(0)
        async let sent: Void = { [broadcaster] in
            for number in 1...200 { broadcaster.send(number) { value.update(to: number) } }
        }()
        async let subscribed = { [broadcaster] in
            (1...50).map { _ in broadcaster.subscribe(first: { value.value }) }
        }()
        await sent
        for consumer in await subscribed {
            let numbers = await remaining(in: consumer)
            #expect(numbers == Array(numbers[0]...200))
        }
    }

    @Test func `tells when the slowest consumer has room`() async {
        let (fast, slow) = (broadcaster.subscribe(), broadcaster.subscribe())
        for number in 1...2 { #expect(send(number).isEmpty) }
        _ = await fast.next()
        let rooms = send(3)
        #expect(rooms.map(\.isFulfilled) == [false])
        #expect(broadcaster.stalls == Stalls(isStalled: true, count: 1))
        _ = await slow.next()
        #expect(rooms.map(\.isFulfilled) == [true])
        #expect(broadcaster.stalls == Stalls(isStalled: false, count: 1))
    }

    @Test func `does not wait for a consumer that has unsubscribed`() {
        let queue = broadcaster.subscribe()
        for number in 1...2 { send(number) }
        let rooms = send(3)
        broadcaster.unsubscribe(queue)
        #expect(rooms.map(\.isFulfilled) == [true])
        #expect(send(4).isEmpty)
    }

    @Test func `discards the elements that no consumer has consumed yet`() async {
        let consumers = [broadcaster.subscribe(), broadcaster.subscribe()]
        for number in 1...3 { send(number) }
        broadcaster.discard()
        send(4)
        for consumer in consumers { #expect(await remaining(in: consumer) == [4]) }
    }

    @Test func `finishes after the elements sent so far, also for a consumer that subscribes later`() async {
        let queue = broadcaster.subscribe()
        for number in 1...3 { send(number) }
        broadcaster.finish()
        send(4)
        for number in 1...3 { #expect(await queue.next() == number) }
        #expect(await queue.next() == nil)
        #expect(await broadcaster.subscribe().next() == nil)
    }
}
