import AsyncPrimitives
import Testing

@testable import Sockets

@Suite(.timeLimit(.minutes(60))) struct `A broadcaster` {
    private let broadcaster = Broadcaster<Int>(limits: QueueLimits(count: 2))

    private func remaining(in queue: BoundedQueue<Int>) async -> [Int] {
        queue.close()
        var numbers: [Int] = []
        while let number = await queue.next() { numbers.append(number) }
        return numbers
    }

    @Test func `sends every consumer each element from its subscription on, in one order, with or without room`() async
    {
        let consumers = [broadcaster.subscribe(), broadcaster.subscribe()]
        for number in 1...3 { broadcaster.send(number) }
        #expect(await consumers[0].next() == 1)
        let late = broadcaster.subscribe()
        for number in 4...6 { broadcaster.send(number) }
        #expect(await remaining(in: consumers[0]) == [2, 3, 4, 5, 6])
        #expect(await remaining(in: consumers[1]) == [1, 2, 3, 4, 5, 6])
        #expect(await remaining(in: late) == [4, 5, 6])
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

    @Test func `does not wait for a consumer that has unsubscribed`() {
        let queue = broadcaster.subscribe()
        for number in 1...2 { broadcaster.send(number) }
        let rooms = broadcaster.send(3)
        broadcaster.unsubscribe(queue)
        #expect(rooms.map(\.isFulfilled) == [true])
    }

    @Test func `finishes also for a consumer that subscribes later`() async {
        broadcaster.finish()
        #expect(await broadcaster.subscribe().next() == nil)
    }
}
