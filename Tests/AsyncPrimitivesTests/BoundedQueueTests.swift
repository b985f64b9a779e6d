import AsyncPrimitives
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A bounded queue` {
    /// A queue to which the numbers from 1 to `count` have been appended.
    private func queue(limit: Int, count: Int) -> (BoundedQueue<Int>, rooms: [Promise<Void>?]) {
        let queue = BoundedQueue<Int>(limit: limit)
        var rooms: [Promise<Void>?] = []
        for number in 0..<count { rooms.append(queue.append(number + 1)) }
        return (queue, rooms)
    }

    private func remaining(in queue: BoundedQueue<Int>) async -> [Int] {
        queue.close()
        var numbers: [Int] = []
        while let number = await queue.next() { numbers.append(number) }
        return numbers
    }

    @Test func `returns all elements in order, whether there was room for them or not`() async {
        let (queue, _) = queue(limit: 2, count: 5)
        #expect(await queue.next() == 1)
        queue.append(6)
        #expect(await remaining(in: queue) == [2, 3, 4, 5, 6])
    }

    @Test func `tells each producer in order when there is room`() async {
        let (queue, rooms) = queue(limit: 2, count: 4)
        func waiting() -> [Bool] { rooms.map { $0?.isFulfilled == false } }
        #expect(waiting() == [false, false, true, true])
        #expect(queue.stalls == Stalls(isStalled: true, count: 2))
        _ = await queue.next()
        #expect(waiting() == [false, false, false, true])
        _ = await queue.next()
        #expect(waiting() == [false, false, false, false])
        #expect(queue.stalls == Stalls(isStalled: false, count: 2))
    }

    @Test func `returns the first element to a consumer that does not wait`() {
        let (queue, rooms) = queue(limit: 1, count: 2)
        #expect(queue.tryNext() == 1)
        #expect(rooms.map { $0?.isFulfilled } == [nil, true])
        #expect(queue.tryNext() == 2)
        #expect(queue.tryNext() == nil)
    }

    @Test func `keeps the element of a producer that was cancelled while it waited`() async {
        let (queue, _) = queue(limit: 1, count: 1)
        let producer = Task { await queue.send(2) }
        producer.cancel()
        await producer.value
        #expect(await remaining(in: queue) == [1, 2])
    }

    @Test func `returns nothing to a cancelled consumer, although there are elements`() async {
        let (queue, _) = queue(limit: 2, count: 3)
        let consumer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await queue.next()
        }
        #expect(await consumer.value == nil)
        #expect(await remaining(in: queue) == [1, 2, 3])
    }

    @Test func `accepts no element once it is closed`() async {
        let (queue, rooms) = queue(limit: 1, count: 2)
        queue.close()
        #expect(rooms.last??.isFulfilled == true)
        #expect(queue.append(3) == nil)
        #expect(await remaining(in: queue) == [1, 2])
    }

    @Test func `drains the remaining elements in order when it is closed`() async {
        let (queue, rooms) = queue(limit: 1, count: 3)
        var drained: [Int] = []
        queue.close { drained.append($0) }
        #expect(drained == [1, 2, 3])
        #expect(rooms.allSatisfy { $0?.isFulfilled != false })
        #expect(await queue.next() == nil)
    }

    @Test func `has no elements after removeAll, and no producer that waits`() async {
        let (queue, rooms) = queue(limit: 1, count: 3)
        queue.removeAll()
        #expect(rooms.allSatisfy { $0?.isFulfilled != false })
        queue.append(4)
        #expect(await remaining(in: queue) == [4])
    }

    @Test func `drops an element on its way to the consumer when all are removed`() async {
        let queue = BoundedQueue<Int>(limit: 1)
        let executor = ManualExecutor()
        let taken = Task(executorPreference: executor) { await queue.next() }
        executor.run()  // The consumer waits now.
        queue.append(1)
        queue.removeAll()
        executor.run()
        queue.append(2)
        executor.run()
        #expect(await taken.value == 2)
    }
}

/// An executor that runs tasks only when a test tells it to.
private final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs each task until it waits for something.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
