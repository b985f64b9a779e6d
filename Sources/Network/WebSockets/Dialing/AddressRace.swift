import Sockets

/// The order and times for trying a host's addresses, so that silent addresses cost little time: "happy eyeballs".
///
/// 1. The address families take turns, beginning with the family of the first address. A family keeps its order.
/// 2. An attempt has a head start of 250 ms over the next one, and continues in parallel to it.
/// 3. When an attempt fails, the next one begins at once.
/// 4. The first attempt that connects wins. The owner then drops the other attempts and the race.
/// 5. The deadline covers all attempts.
///
/// All times are durations since the same moment, such as the beginning of the host lookup.
///
/// Source: RFC 8305, sections 4 and 5.
struct AddressRace<Address> {
    enum Step {
        /// Try this address now, and then ask for the next step.
        case attempt(Address)
        /// Ask again at this time, or earlier if an attempt fails.
        case wait(until: Duration)
        case fail(TransportError)
    }

    /// The "Connection Attempt Delay" of the RFC.
    static var headStart: Duration { .milliseconds(250) }

    private let deadline: Duration
    private var untried: ArraySlice<Address>
    /// The number of attempts in progress.
    private var underWay = 0
    /// The earliest time of the next attempt: when the latest attempt's head start is over; zero after a failure.
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
