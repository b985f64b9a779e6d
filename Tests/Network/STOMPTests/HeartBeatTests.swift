import AsyncPrimitives
import Testing

@testable import STOMP

/// STOMP 1.2, "Heart-beating".
@Suite struct HeartBeatTests {
    @Test(arguments: [
        // client sends, wants | server sends, wants | client sends, hears
        ((0, 0), (4000, 10000), (0, 0)),
        ((4000, 10000), (20000, 1000), (4000, 20000)),
        ((1, 0), (0, 5), (5, 0)),
        ((5, 5), (0, 3), (5, 0)),
    ])
    func `The longer time counts in each direction, and none where either side says zero`(
        client: (Int, Int), server: (Int, Int), agreed: (Int, Int)
    ) {
        func heartBeat(_ times: (Int, Int)) -> HeartBeat {
            HeartBeat(send: .milliseconds(times.0), receive: .milliseconds(times.1))
        }
        #expect(heartBeat(client).negotiated(with: heartBeat(server)) == heartBeat(agreed))
        #expect(heartBeat(server).negotiated(with: heartBeat(client)) == heartBeat((agreed.1, agreed.0)))
    }

    @Test(arguments: [
        ("1000,2500", "1000,2500"), ("1000, 2500 ", "1000,2500"), ("\(Int.max),1", "\(Int.max),1"), ("", nil),
        ("1", nil),
        ("1,", nil), (",1", nil), ("1,2,3", nil), ("-1,0", nil), ("+1,0", nil), ("1 2,3", nil), ("1.5,2", nil),
        ("99999999999999999999,0", nil),
    ])
    func `A header holds two numbers of milliseconds, and anything else is no heart-beat`(value: String, read: String?)
    {
        #expect(HeartBeat(headerValue: value)?.headerValue == read)
    }

    @Test func `A fraction of a millisecond does not become zero, which would mean none, and no time is too long`() {
        #expect(HeartBeat(send: .microseconds(1), receive: .microseconds(1001)).headerValue == "1,2")
        let heartBeat = HeartBeat(send: Duration(attoseconds: .max), receive: .seconds(Int64.max / 1000 + 1))
        #expect(heartBeat.headerValue == "\(Int.max),\(Int.max)")
    }

    @Test func `A negative time is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = HeartBeat(send: .seconds(-1)) }
    }

    /// The server has promised something every 10 seconds. A message comes in at 7 s, and later a byte; times in seconds.
    @Test func `Two intervals without a byte end a connection, and several checks are made in them`() {
        func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }
        var monitor = HeartBeatMonitor(at: .start, inboundActivity: 1)
        func next(at now: Int, _ activity: Int, interval: Duration = .seconds(10)) -> AnyClock.Instant? {
            monitor.check(at: time(now), inboundActivity: activity, interval: interval)
        }
        #expect(next(at: 0, 1) == time(5))
        monitor.read(at: time(7), inboundActivity: 8)
        #expect([10, 26, 27].map { next(at: $0, 8) } == [time(15), time(27), nil])
        #expect([30, 49, 50].map { next(at: $0, 9) } == [time(35), time(50), nil])
        #expect(next(at: 1_000_000_000, 9, interval: Duration(attoseconds: .max)) != nil)
    }
}
