import AsyncPrimitives
import Testing

@testable import Sockets

/// The decision whether a peer is there, as a table: no actor, no clock, no network.
@Suite struct `Liveness of a connection` {
    /// A check at a time, in seconds, and what it says.
    struct Check: Sendable {
        let time: Int
        var bytes = 0
        var stalls = Stalls.none
        let answer: Answer
    }

    enum Answer: Equatable {
        case wait(until: Int)
        case ping(thenWaitUntil: Int)
        case fail(SocketError)
    }

    private static func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }

    /// Checks at the given times, with an interval of 20 seconds and a timeout of 10.
    private func expect(_ checks: [Check], sendError: TransportError? = nil, timeout: Int = 10) {
        var liveness = Liveness(pingInterval: .seconds(20), pingTimeout: .seconds(timeout))
        liveness.sendError = sendError
        for check in checks {
            let answer = liveness.check(
                at: Self.time(check.time), inboundActivity: check.bytes, stalls: check.stalls)
            switch check.answer {
            case .wait(let end): #expect(answer == .wait(until: Self.time(end)), "at \(check.time)")
            case .ping(let end): #expect(answer == .ping(thenWaitUntil: Self.time(end)), "at \(check.time)")
            case .fail(let error): #expect(answer == .fail(error), "at \(check.time)")
            }
        }
    }

    @Test func `a peer that is silent for the interval is pinged, and lost after the timeout`() {
        expect([
            Check(time: 0, answer: .wait(until: 5)),
            Check(time: 5, answer: .wait(until: 10)),
            Check(time: 17, answer: .wait(until: 20)),
            Check(time: 20, answer: .ping(thenWaitUntil: 25)),
            Check(time: 25, answer: .wait(until: 30)),
            Check(time: 29, answer: .wait(until: 30)),
            Check(time: 30, answer: .fail(.peerSilent)),
        ])
    }

    @Test func `the timeout begins with the ping, however late that is`() {
        expect([
            Check(time: 0, answer: .wait(until: 5)),
            Check(time: 100, answer: .ping(thenWaitUntil: 105)),
            Check(time: 109, answer: .wait(until: 110)),
            Check(time: 110, answer: .fail(.peerSilent)),
        ])
    }

    @Test func `a timeout shorter than the time between two checks is kept`() {
        expect(
            [
                Check(time: 0, answer: .wait(until: 5)),
                Check(time: 20, answer: .ping(thenWaitUntil: 22)),
                Check(time: 22, answer: .fail(.peerSilent)),
            ], timeout: 2)
    }

    @Test func `whatever comes in shows that the peer is there, before a ping and after it`() {
        expect([
            Check(time: 0, answer: .wait(until: 5)),
            Check(time: 19, bytes: 1, answer: .wait(until: 24)),
            Check(time: 38, bytes: 1, answer: .wait(until: 39)),
            Check(time: 39, bytes: 1, answer: .ping(thenWaitUntil: 44)),
            Check(time: 48, bytes: 2, answer: .wait(until: 53)),
            Check(time: 68, bytes: 2, answer: .ping(thenWaitUntil: 73)),
        ])
    }

    @Test func `a consumer that stalls the connection is no silence of the peer, nor is the time after it`() {
        let stalled = Stalls(isStalled: true, count: 1)
        let over = Stalls(isStalled: false, count: 1)
        expect([
            Check(time: 0, answer: .wait(until: 5)),
            Check(time: 20, answer: .ping(thenWaitUntil: 25)),
            Check(time: 30, stalls: stalled, answer: .wait(until: 35)),
            Check(time: 90, stalls: stalled, answer: .wait(until: 95)),
            Check(time: 95, stalls: over, answer: .wait(until: 100)),
            Check(time: 110, stalls: over, answer: .ping(thenWaitUntil: 115)),
            // One that began and ended between two checks.
            Check(time: 119, stalls: Stalls(isStalled: false, count: 2), answer: .wait(until: 124)),
        ])
    }

    @Test func `a connection that cannot be written to fails when a consumer keeps it from being read to its end`() {
        let broken = TransportError.connectionLost("broken pipe")
        expect(
            [
                // What the peer says about it may be on its way.
                Check(time: 0, answer: .wait(until: 5)),
                Check(time: 5, stalls: Stalls(isStalled: true, count: 1), answer: .fail(.transport(broken))),
            ], sendError: broken)
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Round trips on a connection` {
    private func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }

    private func expect(
        _ isExpected: Bool, _ sendsPing: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(sendsPing == isExpected, sourceLocation: sourceLocation)
    }

    @Test func `are made one after the other, each with its own ping`() async throws {
        var trips = PingTracker()
        let first = trips.begin(at: time(0))
        let second = trips.begin(at: time(1))
        #expect([first.sendsPing, second.sendsPing] == [true, false])
        expect(true, trips.end(at: time(3)))
        #expect(try await first.promise.value == .seconds(3))
        #expect(!second.promise.isFulfilled)
        expect(false, trips.end(at: time(7)))
        // It began when the first one was over.
        #expect(try await second.promise.value == .seconds(4))
    }

    @Test func `are left out when their tasks have stopped waiting`() async throws {
        var trips = PingTracker()
        let promises = (0..<3).map { trips.begin(at: time($0)).promise }
        promises[1].fulfill(with: .failure(CancellationError()))
        expect(true, trips.end(at: time(5)))
        expect(false, trips.end(at: time(6)))
        #expect(try await promises[2].value == .seconds(1))
    }

    @Test func `a check takes its turn among them, and the next check ends it`() async throws {
        var trips = PingTracker()
        expect(true, trips.beginCheck(at: time(0)))
        let measured = trips.begin(at: time(1))
        #expect(!measured.sendsPing)
        // The check that was not answered is over, so the measured trip begins.
        expect(true, trips.beginCheck(at: time(2)))
        expect(true, trips.end(at: time(5)))
        #expect(try await measured.promise.value == .seconds(3))
        expect(false, trips.end(at: time(6)))
    }

    @Test func `fail when the connection is over; a pong without a ping changes nothing`() async {
        var trips = PingTracker()
        expect(false, trips.end(at: time(0)))
        let promises = (0..<2).map { trips.begin(at: time($0)).promise }
        trips.failAll()
        for promise in promises {
            await #expect(throws: SocketError.notConnected) { try await promise.value }
        }
        expect(false, trips.end(at: time(2)))
    }
}

@Suite struct `ReconnectSchedule of attempts` {
    private func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }

    private func schedule() -> ReconnectSchedule {
        let backoff = Backoff(initial: .seconds(1), factor: 2, maximum: .seconds(8), resetTime: .seconds(10))
        return ReconnectSchedule(backoff, using: HighestGenerator(), at: time(0))
    }

    @Test func `the first attempt need not wait; each failure makes the next one wait longer`() {
        var schedule = schedule()
        #expect(schedule.earliestAttempt == time(0))
        for (failure, attempt) in [(0, 1), (1, 3), (3, 7), (7, 15), (15, 23)] {
            schedule.postpone(at: time(failure))
            #expect(schedule.earliestAttempt == time(attempt))
        }
        schedule.skipWait(at: time(16))
        #expect(schedule.earliestAttempt == time(16))
    }

    @Test(arguments: [(use: 9, wait: 4), (use: 10, wait: 1)])
    func `a connection that was of use for long lets the waits start over`(use: Int, wait: Int) {
        var schedule = schedule()
        for _ in 1...2 { schedule.postpone(at: time(0)) }
        schedule.connected(at: time(100))
        schedule.connectionEnded(.ended, at: time(100 + use))
        schedule.postpone(at: time(200))
        #expect(schedule.earliestAttempt == time(200 + wait))
    }

    @Test(arguments: [
        (ReconnectSchedule.Ending.ended, lastEvent: 0, wait: 1), (.ended, lastEvent: 19, wait: 1),
        (.silent, lastEvent: 9, wait: 4), (.silent, lastEvent: 10, wait: 1),
        (.failed, lastEvent: 0, wait: 4), (.failed, lastEvent: 19, wait: 4),
    ])
    func `a connection that its own client gave up was of use until something came in, or not at all`(
        ending: ReconnectSchedule.Ending, lastEvent: Int, wait: Int
    ) {
        var schedule = schedule()
        for _ in 1...2 { schedule.postpone(at: time(0)) }
        schedule.connected(at: time(100))
        schedule.received(at: time(100 + lastEvent))
        schedule.connectionEnded(ending, at: time(120))
        schedule.postpone(at: time(200))
        #expect(schedule.earliestAttempt == time(200 + wait))
    }

    @Test func `a connection counts once, and one that was of no use does not`() {
        var schedule = schedule()
        schedule.connected(at: time(0))
        schedule.connectionEnded(.ended, at: time(20))
        for _ in 1...2 { schedule.postpone(at: time(20)) }
        schedule.connectionEnded(.ended, at: time(100))
        schedule.postpone(at: time(100))
        #expect(schedule.earliestAttempt == time(104))
    }
}
