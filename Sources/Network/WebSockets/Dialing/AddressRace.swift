import Sockets

/// The order and times for trying a host's addresses, so that silent ones cost little: "happy eyeballs".
///
/// 1. The families take turns, beginning with the family of the first address. A family keeps the system's order.
/// 2. An attempt has a head start of 250 ms over the next one, and continues in parallel to it.
/// 3. When an attempt fails, the next one begins at once.
/// 4. The first attempt that connects wins; its owner drops the others and this value.
/// 5. The deadline covers all attempts.
///
/// All times are durations since the same moment, such as the beginning of the host lookup.
///
/// Source: RFC 8305, sections 4 and 5.
struct AddressRace<Address> {
    enum Step {
        /// Try this address now, and ask again.
        case attempt(Address)
        /// Ask again at this time, or earlier when an attempt fails.
        case wait(until: Duration)
        case fail(TransportError)
    }

    /// The "Connection Attempt Delay" of the RFC.
    static var headStart: Duration { .milliseconds(250) }

    private let deadline: Duration
    private var untried: ArraySlice<Address>
    /// The number of attempts in progress.
    private var underWay = 0
    /// The time at which the head start of the latest attempt is over; zero after a failure.
    private var nextStart = Duration.zero
    private var latestError: TransportError

    /// Creates a race over the addresses of a host, best first. The race fails with `noAddress` if there are none.
    init(
        _ addresses: [Address], family: (Address) -> Int32, deadline: Duration, otherwise noAddress: TransportError
    ) {
        let first = addresses.first.map(family)
        var preferred = addresses.filter { family($0) == first }[...]
        var others = addresses.filter { family($0) != first }[...]
        untried = []
        while let address = preferred.popFirst() { untried += [address] + [others.popFirst()].compactMap { $0 } }
        untried += others
        self.deadline = deadline
        latestError = noAddress
    }

    mutating func next(at time: Duration) -> Step {
        guard time < deadline else { return .fail(.timedOut) }
        guard !untried.isEmpty else { return underWay > 0 ? .wait(until: deadline) : .fail(latestError) }
        guard time >= nextStart else { return .wait(until: min(nextStart, deadline)) }
        nextStart = time + Self.headStart
        underWay += 1
        return .attempt(untried.removeFirst())
    }

    mutating func attemptFailed(_ error: TransportError) {
        underWay -= 1
        latestError = error
        nextStart = .zero
    }
}

extension AddressRace.Step: Equatable where Address: Equatable {}
extension AddressRace.Step: Sendable where Address: Sendable {}
