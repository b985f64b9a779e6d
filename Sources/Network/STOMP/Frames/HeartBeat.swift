import AsyncPrimitives
import Foundation

/// The longest times between two transmissions: the time that one side promises, and the time that it asks of its peer.
///
/// Every transmission counts. A side with nothing else to send sends an EOL. Because transmissions may be delayed on
/// their way, a receiver must allow some more time.
///
/// Source: STOMP 1.2, "Heart-beating".
public struct HeartBeat: Hashable, Sendable {
    /// The longest time between two transmissions of this side; zero if it promises nothing.
    package let send: Duration
    /// The longest time between two transmissions that this side asks of its peer; zero if it asks for nothing.
    package let receive: Duration

    /// No heart-beats in either direction, which is also the meaning of a missing `heart-beat` header.
    package static let none = HeartBeat()

    /// The bytes of a heart-beat: an EOL.
    package static let bytes = [UInt8(ascii: "\n")]

    /// Creates a pair of times; zero stands for no heart-beats.
    ///
    /// - Precondition: Neither time is negative.
    public init(send: Duration = .zero, receive: Duration = .zero) {
        guard send >= .zero, receive >= .zero else { fatalError("The time between heart-beats cannot be negative.") }
        self.send = send
        self.receive = receive
    }

    /// Parses the value of a `heart-beat` header; returns `nil` if it is invalid.
    ///
    /// A valid value has two whole numbers of milliseconds, with a comma between them. Some servers add blanks.
    package init?(headerValue: String) {
        let parts = headerValue.split(separator: ",", omittingEmptySubsequences: false)
            .map { Int(digits: $0.trimmingCharacters(in: .whitespaces).utf8) }
        guard parts.count == 2, let send = parts[0], let receive = parts[1] else { return nil }
        self.init(send: .milliseconds(send), receive: .milliseconds(receive))
    }

    /// The value of a `heart-beat` header. The times are rounded up to milliseconds, and limited to `Int64.max`.
    package var headerValue: String { "\(Self.milliseconds(send)),\(Self.milliseconds(receive))" }

    /// Returns the agreed times: in each direction the longer of the two sides' times, or zero if either time is zero.
    ///
    /// `send` and `receive` of each value are from the point of view of its own side.
    package func negotiated(with peer: HeartBeat) -> HeartBeat {
        func agree(_ promised: Duration, _ wanted: Duration) -> Duration {
            promised == .zero || wanted == .zero ? .zero : max(promised, wanted)
        }
        return HeartBeat(send: agree(send, peer.receive), receive: agree(peer.send, receive))
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = min(time, .milliseconds(Int64.max)).components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond
    }
}
