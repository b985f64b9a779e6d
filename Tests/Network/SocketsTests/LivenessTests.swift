import AsyncPrimitives
import Testing

@testable import Sockets

private func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }

/// The decision whether a peer is there, as a table: no actor, no clock, no network.
@Suite struct `Liveness of a connection` {
    /// A time in seconds, the bytes and stalls so far, and what a check says then.
    typealias Row = (time: Int, bytes: Int, stalls: Stalls, answer: Liveness.Check)

    private func wait(_ seconds: Int) -> Liveness.Check { .wait(until: time(seconds)) }
    private func ping(_ seconds: Int) -> Liveness.Check { .ping(thenWaitUntil: time(seconds)) }
    private func at(_ time: Int, bytes: Int = 0, stalls: Stalls = .none, _ answer: Liveness.Check) -> Row {
        (time, bytes, stalls, answer)
    }

    /// Checks with an interval of 20 seconds and a timeout of 10.
    private func expect(_ rows: Row..., sendError: TransportError? = nil, timeout: Int = 10) {
        var liveness = Liveness(pingInterval: .seconds(20), pingTimeout: .seconds(timeout))
        liveness.sendError = sendError
        for row in rows {
            let answer = liveness.check(at: time(row.time), inboundActivity: row.bytes, stalls: row.stalls)
            #expect(answer == row.answer, "at \(row.time)")
        }
    }

    @Test func `a peer that is silent for the interval is pinged, and lost after the timeout`() {
        expect(
            at(0, wait(5)), at(5, wait(10)), at(17, wait(20)), at(20, ping(25)), at(25, wait(30)), at(29, wait(30)),
            at(30, .fail(.peerSilent)))
    }

    @Test func `the timeout begins with the ping, however late that is`() {
        expect(at(0, wait(5)), at(100, ping(105)), at(109, wait(110)), at(110, .fail(.peerSilent)))
    }

    @Test func `a timeout shorter than the time between two checks is kept`() {
        expect(at(0, wait(5)), at(20, ping(22)), at(22, .fail(.peerSilent)), timeout: 2)
    }

    @Test func `whatever comes in shows that the peer is there, before a ping and after it`() {
        expect(
            at(0, wait(5)), at(19, bytes: 1, wait(24)), at(38, bytes: 1, wait(39)), at(39, bytes: 1, ping(44)),
            at(48, bytes: 2, wait(53)), at(68, bytes: 2, ping(73)))
    }

    @Test func `a consumer that stalls the connection is no silence of the peer, nor is the time after it`() {
        let stalled = Stalls(isStalled: true, count: 1)
        let over = Stalls(isStalled: false, count: 1)
        let briefly = Stalls(isStalled: false, count: 2)  // Between two checks.
        expect(
            at(0, wait(5)), at(20, ping(25)), at(30, stalls: stalled, wait(35)),
            at(90, stalls: stalled, wait(95)), at(95, stalls: over, wait(100)), at(110, stalls: over, ping(115)),
            at(119, stalls: briefly, wait(124)))
    }

    @Test func `a connection that cannot be written to fails when a consumer keeps it from being read to its end`() {
        let broken = TransportError.connectionLost("broken pipe")
        // What the peer says about it may be on its way.
        expect(
            at(0, wait(5)), at(5, stalls: Stalls(isStalled: true, count: 1), .fail(.transport(broken))),
            sendError: broken)
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Round trips on a connection` {
    @Test func `are made one after the other, each with its own ping`() async throws {
        var trips = PingTracker()
        let first = trips.begin(at: time(0))
        let second = trips.begin(at: time(1))
        #expect([first.sendsPing, second.sendsPing] == [true, false])
        #expect(trips.end(at: time(3)) == true)
        #expect(try await first.promise.value == .seconds(3))
        #expect(!second.promise.isFulfilled)
        #expect(trips.end(at: time(7)) == false)
        // It began when the first one was over.
        #expect(try await second.promise.value == .seconds(4))
    }

    @Test func `are left out when their tasks have stopped waiting`() async throws {
        var trips = PingTracker()
        let promises = (0..<3).map { trips.begin(at: time($0)).promise }
        promises[1].fulfill(with: .failure(CancellationError()))
        #expect(trips.end(at: time(5)) == true)
        #expect(trips.end(at: time(6)) == false)
        #expect(try await promises[2].value == .seconds(1))
    }

    @Test func `a check takes its turn among them, and the next check ends it`() async throws {
        var trips = PingTracker()
        #expect(trips.beginCheck(at: time(0)) == true)
        let measured = trips.begin(at: time(1))
        #expect(!measured.sendsPing)
        // The check that was not answered is over, so the measured trip begins.
        #expect(trips.beginCheck(at: time(2)) == true)
        #expect(trips.end(at: time(5)) == true)
        #expect(try await measured.promise.value == .seconds(3))
        #expect(trips.end(at: time(6)) == false)
    }

    @Test func `fail when the connection is over; a pong without a ping changes nothing`() async {
        var trips = PingTracker()
        #expect(trips.end(at: time(0)) == false)
        let promises = (0..<2).map { trips.begin(at: time($0)).promise }
        trips.failAll()
        for promise in promises {
            await #expect(throws: SocketError.notConnected) { try await promise.value }
        }
        #expect(trips.end(at: time(2)) == false)
    }
}

@Suite struct `ReconnectSchedule of attempts` {
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
