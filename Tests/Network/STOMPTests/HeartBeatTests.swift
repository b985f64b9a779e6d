import AsyncPrimitives
import Testing

@testable import STOMP

/// STOMP 1.2, "Heart-beating".
@Suite struct HeartBeatTests {
    @Test(arguments: [
        // client sends, wants | server sends, wants | client sends, hears
        ((0, 0), (0, 0), (0, 0)),
        ((4000, 10000), (0, 0), (0, 0)),
        ((0, 0), (4000, 10000), (0, 0)),
        ((4000, 10000), (20000, 1000), (4000, 20000)),
        ((1000, 1000), (1000, 1000), (1000, 1000)),
        ((1, 0), (0, 5), (5, 0)),
        ((0, 5), (1, 0), (0, 5)),
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

    @Test func `A header holds two numbers of milliseconds`() {
        let heartBeat = HeartBeat(send: .seconds(1), receive: .milliseconds(2500))
        #expect(heartBeat.headerValue == "1000,2500")
        #expect(HeartBeat(headerValue: "1000,2500") == heartBeat)
        #expect(HeartBeat(headerValue: "1000, 2500 ") == heartBeat)
        #expect(HeartBeat(headerValue: "0,0") == HeartBeat.none)
    }

    @Test func `A fraction of a millisecond does not become zero, which would mean none`() {
        #expect(HeartBeat(send: .microseconds(1), receive: .microseconds(1001)).headerValue == "1,2")
    }

    @Test(arguments: [
        "", ",", "1", "1,", ",1", "1,2,3", "-1,0", "+1,0", "1 2,3", "a,b", "1.5,2", "99999999999999999999,0",
    ])
    func `Anything else is no heart-beat`(value: String) {
        #expect(HeartBeat(headerValue: value) == nil)
    }

    @Test func `The longest time that can be written can be read`() {
        #expect(HeartBeat(headerValue: "\(Int.max),1")?.headerValue == "\(Int.max),1")
    }

    @Test func `A time that is too long to be written is written as the longest`() {
        let heartBeat = HeartBeat(send: Duration(attoseconds: .max), receive: .seconds(Int64.max / 1000 + 1))
        #expect(heartBeat.headerValue == "\(Int.max),\(Int.max)")
    }

    @Test func `A negative time is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = HeartBeat(send: .seconds(-1)) }
    }
}

/// The decision about a server that has promised something every 10 seconds, without a clock or a connection.
@Suite struct `Checking that a server sends heart-beats` {
    /// A check, or a message that comes in; times are in seconds.
    private struct Event {
        let time: Int
        /// The transport's count at that time.
        let bytes: Int
        var isMessage = false
        /// The time of the next check; `nil` if there is none.
        var next: Int?
    }

    private static func time(_ seconds: Int) -> AnyClock.Instant { .start + .seconds(seconds) }

    private func expect(_ events: [Event], sourceLocation: SourceLocation = #_sourceLocation) {
        var monitor = HeartBeatMonitor(at: Self.time(0), inboundActivity: 1)
        for event in events {
            if event.isMessage {
                monitor.read(at: Self.time(event.time), inboundActivity: event.bytes)
            } else {
                let next = monitor.check(
                    at: Self.time(event.time), inboundActivity: event.bytes, interval: .seconds(10))
                #expect(next == event.next.map(Self.time), "at \(event.time)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `a connection to a silent server ends after two intervals`() {
        expect([
            Event(time: 0, bytes: 1, next: 5),
            Event(time: 5, bytes: 1, next: 10),
            Event(time: 16, bytes: 1, next: 20),
            Event(time: 19, bytes: 1, next: 20),
            Event(time: 20, bytes: 1),
        ])
    }

    @Test func `two intervals begin with a message, whenever it has come in`() {
        expect([
            Event(time: 0, bytes: 1, next: 5),
            Event(time: 7, bytes: 8, isMessage: true),
            Event(time: 10, bytes: 8, next: 15),
            Event(time: 26, bytes: 8, next: 27),
            Event(time: 27, bytes: 8),
        ])
    }

    @Test func `the longest interval never ends`() {
        var monitor = HeartBeatMonitor(at: .start, inboundActivity: 0)
        let interval = Duration(attoseconds: .max)
        #expect(monitor.check(at: Self.time(1_000_000_000), inboundActivity: 0, interval: interval) != nil)
    }

    @Test func `every byte counts, while they come in`() {
        var events = (0...40).map { Event(time: $0 * 5, bytes: 2 + $0, next: $0 * 5 + 5) }
        events += [
            Event(time: 205, bytes: 42, next: 210),
            Event(time: 219, bytes: 42, next: 220),
            Event(time: 220, bytes: 42),
        ]
        expect(events)
    }
}
