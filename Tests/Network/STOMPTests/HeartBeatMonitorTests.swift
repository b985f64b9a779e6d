import AsyncPrimitives
import Testing

@testable import STOMP

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

    @Test func `a server that sends nothing is given up after two intervals`() {
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

    @Test func `every byte counts, for as long as they come in`() {
        var events = (0...40).map { Event(time: $0 * 5, bytes: 2 + $0, next: $0 * 5 + 5) }
        events += [
            Event(time: 205, bytes: 42, next: 210),
            Event(time: 219, bytes: 42, next: 220),
            Event(time: 220, bytes: 42),
        ]
        expect(events)
    }
}
