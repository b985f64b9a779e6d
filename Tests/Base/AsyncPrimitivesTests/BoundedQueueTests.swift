import AsyncPrimitives
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A bounded queue` {
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

    @Test func `drops the oldest elements instead of letting producers wait, if it is made so`() async {
        let queue = BoundedQueue<Int>(limit: 2, dropsOldest: true)
        for number in 1...5 { #expect(queue.append(number) == nil) }
        #expect(queue.stalls == .none)
        #expect(await remaining(in: queue) == [4, 5])
    }

    /// A queue for at most three numbers that come to no more than 10, and those that have to wait for room.
    private func queueOfSizes(dropsOldest: Bool = false, _ numbers: Int...) -> (BoundedQueue<Int>, waiting: [Int]) {
        let limits = QueueLimits<Int>(count: 3, totalSize: 10) { $0 }
        let queue = BoundedQueue<Int>(limits: limits, dropsOldest: dropsOldest)
        return (queue, numbers.filter { queue.append($0) != nil })
    }

    @Test func `has no room for what would make its elements too large together, but for a single one`() async {
        #expect(queueOfSizes(4, 6).waiting == [])
        #expect(queueOfSizes(4, 7).waiting == [7])
        #expect(queueOfSizes(1, 1, 1, 1).waiting == [1])
        #expect(queueOfSizes(40).waiting == [])
        #expect(queueOfSizes(40, 1).waiting == [1])
        #expect(queueOfSizes(0, 40).waiting == [])
        // The small one does not overtake the large one.
        #expect(queueOfSizes(4, 7, 1).waiting == [7, 1])
    }

    @Test func `lets in as many elements as there is room for when one is consumed`() async {
        let (queue, _) = queueOfSizes(9)
        let rooms = [2, 2, 5, 2].map { queue.append($0) }
        func waiting() -> [Bool] { rooms.map { $0?.isFulfilled == false } }
        #expect(waiting() == [true, true, true, true])
        #expect(await queue.next() == 9)
        #expect(waiting() == [false, false, false, true])
        #expect(await queue.next() == 2)
        #expect(waiting() == [false, false, false, false])
        #expect(await remaining(in: queue) == [2, 5, 2])
    }

    @Test func `drops as many of the oldest elements as a large one needs room`() async {
        #expect(await remaining(in: queueOfSizes(dropsOldest: true, 3, 3, 4, 5).0) == [4, 5])
        #expect(await remaining(in: queueOfSizes(dropsOldest: true, 3, 3, 4, 50).0) == [50])
    }

    /// A queue in which the multiples of 10 are updates.
    private func queueOfUpdates(limit: Int, dropsOldest: Bool = false, _ numbers: Int...) -> BoundedQueue<Int> {
        let queue = BoundedQueue<Int>(limit: limit, dropsOldest: dropsOldest) { $0.isMultiple(of: 10) }
        for number in numbers { queue.append(number) }
        return queue
    }

    @Test func `has room for every update, and replaces one by the next only when it is full`() async {
        #expect(await remaining(in: queueOfUpdates(limit: 3, 10, 20, 30)) == [10, 20, 30])
        #expect(await remaining(in: queueOfUpdates(limit: 2, 10, 20, 30, 40)) == [10, 40])
        #expect(await remaining(in: queueOfUpdates(limit: 2, 1, 2, 30, 40)) == [1, 2, 40])
        // The third element waits for room; updates behind it keep their place.
        #expect(await remaining(in: queueOfUpdates(limit: 2, 1, 2, 3, 40, 50, 6, 70)) == [1, 2, 3, 50, 6, 70])
        #expect(await remaining(in: queueOfUpdates(limit: 2, dropsOldest: true, 1, 2, 30, 40, 5)) == [40, 5])
    }

    @Test func `is stalled by elements that wait for room, and never by updates`() async {
        let queue = queueOfUpdates(limit: 1, 1, 20)
        #expect(queue.stalls == .none)
        let room = queue.append(3)
        #expect(queue.append(40) == nil)
        #expect(queue.stalls == Stalls(isStalled: true, count: 1))
        #expect(await queue.next() == 1)
        #expect(room?.isFulfilled == true)
        #expect(queue.stalls == Stalls(isStalled: false, count: 1))
        #expect(await remaining(in: queue) == [20, 3, 40])
    }

    @Test func `still has the updates after removeAll`() async {
        let queue = queueOfUpdates(limit: 2, 1, 20, 3, 40, 5)
        queue.removeAll()
        #expect(queue.stalls == Stalls(isStalled: false, count: 2))
        #expect(await remaining(in: queue) == [20, 40])
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

    @Test func `drains the remaining elements in order when it is closed`() async {
        let (queue, rooms) = queue(limit: 1, count: 3)
        var drained: [Int] = []
        queue.close { drained.append($0) }
        #expect(drained == [1, 2, 3])
        #expect(queue.append(4) == nil)
        #expect(rooms.allSatisfy { $0?.isFulfilled != false })
        #expect(await queue.next() == nil)
    }

    @Test func `has all its room after removeAll, and no producer that waits`() async {
        let (queue, _) = queueOfSizes(9)
        let room = queue.append(9)
        queue.removeAll()
        #expect(room?.isFulfilled == true)
        #expect(queue.append(10) == nil)
        #expect(queue.append(1) != nil)
        #expect(await remaining(in: queue) == [10, 1])
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
