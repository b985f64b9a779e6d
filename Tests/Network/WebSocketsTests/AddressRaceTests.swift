import Sockets
import Testing

@testable import WebSockets

/// RFC 8305, sections 4 and 5: which address is tried, and when.
@Suite struct `A race of addresses` {
    /// An address of a family, such as "6a".
    typealias Step = AddressRace<String>.Step

    /// A time in milliseconds, the attempt that has failed just before it, if one has, and the decision.
    typealias Row = (time: Int, failed: String?, step: Step)

    static func race(_ addresses: String, deadline: Int = 10_000) -> AddressRace<String> {
        AddressRace(
            addresses.split(separator: " ").map(String.init), family: { $0.hasPrefix("6") ? 6 : 4 },
            deadline: .milliseconds(deadline), otherwise: .unreachable("no address"))
    }

    static func order(of addresses: String) -> String {
        var race = race(addresses)
        var order: [String] = []
        while case .attempt(let address) = race.next(at: .zero) {
            order.append(address)
            race.attemptFailed(.unreachable(""))
        }
        return order.joined(separator: " ")
    }

    @Test(arguments: [
        ("", ""), ("4a", "4a"), ("6a 4a", "6a 4a"), ("4a 6a", "4a 6a"),
        ("6a 6b 6c 4a 4b", "6a 4a 6b 4b 6c"), ("4a 6a 6b 6c", "4a 6a 6b 6c"), ("6a 4a 4b 4c 4d", "6a 4a 4b 4c 4d"),
        ("4a 4b 4c", "4a 4b 4c"),
    ])
    func `tries the families in turn, the first address first`(addresses: String, order: String) {
        #expect(Self.order(of: addresses) == order)
    }

    @Test(
        arguments: [
            // None answers: each has 250 ms for itself, and the deadline ends all.
            [
                (0, nil, .attempt("6a")), (0, nil, wait(250)), (249, nil, wait(250)), (250, nil, .attempt("4a")),
                (250, nil, wait(500)), (500, nil, .attempt("6b")), (500, nil, wait(10_000)),
                (9_999, nil, wait(10_000)), (10_000, nil, .fail(.timedOut)),
            ],
            // A refusal starts the next at once, which gets its own head start.
            [
                (0, nil, .attempt("6a")), (0, nil, wait(250)), (10, "6a", .attempt("4a")), (10, nil, wait(260)),
                (20, "4a", .attempt("6b")), (20, nil, wait(10_000)), (30, "6b", .fail(.unreachable("6b"))),
            ],
            // One that fails late starts the next one too; the others go on.
            [
                (0, nil, .attempt("6a")), (250, nil, .attempt("4a")), (300, "6a", .attempt("6b")),
                (300, nil, wait(10_000)), (400, "6b", wait(10_000)), (9_000, "4a", .fail(.unreachable("4a"))),
            ],
            // The owner was busy for a while.
            [(0, nil, .attempt("6a")), (700, nil, .attempt("4a")), (700, nil, wait(950))],
            // The deadline may be over before the race begins, or within a head start.
            [(10_000, nil, .fail(.timedOut))],
            [(9_900, nil, .attempt("6a")), (9_900, nil, wait(10_000)), (10_000, "6a", .fail(.timedOut))],
        ] as [[Row]])
    func `decides by the time and by failures`(rows: [Row]) {
        var race = Self.race("6a 6b 4a")
        for row in rows {
            if let failed = row.failed { race.attemptFailed(.unreachable(failed)) }
            #expect(race.next(at: .milliseconds(row.time)) == row.step, "at \(row.time) ms")
        }
    }

    @Test func `without an address fails at once`() {
        var race = Self.race("")
        #expect(race.next(at: .zero) == .fail(.unreachable("no address")))
    }

    @Test(arguments: [0, -1])
    func `without time fails at once`(deadline: Int) {
        var race = Self.race("4a", deadline: deadline)
        #expect(race.next(at: .zero) == .fail(.timedOut))
    }

    private static func wait(_ milliseconds: Int) -> Step { .wait(until: .milliseconds(milliseconds)) }
}
