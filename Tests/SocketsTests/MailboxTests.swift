import Sockets
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A mailbox` {
    /// A mailbox that was given the numbers from 1 to `count`.
    private func mailbox(limit: Int, count: Int) -> (Mailbox<Int>, rooms: [Promise<Void>?]) {
        let mailbox = Mailbox<Int>(limit: limit)
        var rooms: [Promise<Void>?] = []
        for number in 0..<count { rooms.append(mailbox.add(number + 1)) }
        return (mailbox, rooms)
    }

    private func takeAll(from mailbox: Mailbox<Int>) async -> [Int] {
        mailbox.close()
        var taken: [Int] = []
        while let number = await mailbox.take() { taken.append(number) }
        return taken
    }

    @Test func `hands over everything in order, whether there was room for it or not`() async {
        let (mailbox, _) = mailbox(limit: 2, count: 5)
        #expect(await mailbox.take() == 1)
        mailbox.add(6)
        #expect(await takeAll(from: mailbox) == [2, 3, 4, 5, 6])
    }

    @Test func `tells each who waits when there is room, in order`() async {
        let (mailbox, rooms) = mailbox(limit: 2, count: 4)
        func waiting() -> [Bool] { rooms.map { $0?.isKept == false } }
        #expect(waiting() == [false, false, true, true])
        #expect(mailbox.holdUps == (true, 2))
        _ = await mailbox.take()
        #expect(waiting() == [false, false, false, true])
        _ = await mailbox.take()
        #expect(waiting() == [false, false, false, false])
        #expect(mailbox.holdUps == (false, 2))
    }

    @Test func `hands over what is there to who does not wait for it`() {
        let (mailbox, rooms) = mailbox(limit: 1, count: 2)
        #expect(mailbox.takeNow() == 1)
        #expect(rooms.map { $0?.isKept } == [nil, true])
        #expect(mailbox.takeNow() == 2)
        #expect(mailbox.takeNow() == nil)
    }

    @Test func `keeps what was put in by one who waits no longer`() async {
        let (mailbox, _) = mailbox(limit: 1, count: 1)
        let producer = Task { await mailbox.put(2) }
        producer.cancel()
        await producer.value
        #expect(await takeAll(from: mailbox) == [1, 2])
    }

    @Test func `hands nothing over to who was cancelled, however much is in`() async {
        let (mailbox, _) = mailbox(limit: 2, count: 3)
        let consumer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await mailbox.take()
        }
        #expect(await consumer.value == nil)
        #expect(await takeAll(from: mailbox) == [1, 2, 3])
    }

    @Test func `lets nothing in once it is closed`() async {
        let (mailbox, rooms) = mailbox(limit: 1, count: 2)
        mailbox.close()
        #expect(rooms.last??.isKept == true)
        #expect(mailbox.add(3) == nil)
        #expect(await takeAll(from: mailbox) == [1, 2])
    }

    @Test func `passes on what is left, in order, to who closes it`() async {
        let (mailbox, rooms) = mailbox(limit: 1, count: 3)
        var passedOn: [Int] = []
        mailbox.close { passedOn.append($0) }
        #expect(passedOn == [1, 2, 3])
        #expect(rooms.allSatisfy { $0?.isKept != false })
        #expect(await mailbox.take() == nil)
    }

    @Test func `forgets everything when it is emptied, and nobody waits for room any more`() async {
        let (mailbox, rooms) = mailbox(limit: 1, count: 3)
        mailbox.empty()
        #expect(rooms.allSatisfy { $0?.isKept != false })
        mailbox.add(4)
        #expect(await takeAll(from: mailbox) == [4])
    }

    @Test func `has nothing for one who has waited, if it was emptied before that one had a turn`() async {
        let mailbox = Mailbox<Int>(limit: 1)
        let executor = ManualExecutor()
        let taken = Task(executorPreference: executor) { await mailbox.take() }
        executor.run()  // It waits now.
        mailbox.add(1)
        mailbox.empty()
        executor.run()
        mailbox.add(2)
        executor.run()
        #expect(await taken.value == 2)
    }
}

/// Lets tasks go on when it is told to, and not before.
private final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Lets each task go on until it waits for something.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
