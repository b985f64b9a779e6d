@testable import Messaging
import Testing

/// The decisions of presence about its reports, without a server.
@Suite struct `A schedule of reports` {
    private var schedule = ReportSchedule(refusalLimit: 2)

    private typealias Due = ReportSchedule.DueReport

    private mutating func send(on connection: Int) -> Due? {
        guard let due = schedule.due else { return nil }
        schedule.wasSent(due, on: connection)
        return due
    }

    @Test mutating func `sends a place once on each connection`() {
        schedule.connected(1)
        #expect(schedule.report("harbour") == true)
        #expect(send(on: 1) == Due(number: 1, connection: 1, place: "harbour"))
        #expect(schedule.due == nil)
        #expect(schedule.report("harbour") == false)
        #expect(schedule.due == nil)
        schedule.connected(2)
        #expect(send(on: 2) == Due(number: 1, connection: 2, place: "harbour"))
        #expect(schedule.due == nil)
    }

    @Test mutating func `sends another status at the same place, and none while the user is away or has left`() {
        schedule.connected(1)
        #expect(schedule.report("harbour", "fishing") == true)
        #expect(send(on: 1) == Due(number: 1, connection: 1, place: "harbour", status: "fishing"))
        #expect(schedule.report("harbour", "fishing") == false)
        #expect(schedule.due == nil)
        #expect(schedule.report("harbour", "asleep") == false)
        #expect(send(on: 1) == Due(number: 2, connection: 1, place: "harbour", status: "asleep"))
        _ = schedule.goAway()
        #expect(send(on: 1) == Due(number: 3, connection: 1, place: nil))
        schedule.comeBack()
        #expect(send(on: 1) == Due(number: 4, connection: 1, place: "harbour", status: "asleep"))
        #expect(schedule.report("market") == true)
        #expect(send(on: 1) == Due(number: 5, connection: 1, place: "market"))
        _ = schedule.report("market", "buying")
        schedule.leave()
        #expect(send(on: 1) == Due(number: 7, connection: 1, place: nil))
    }

    @Test mutating func `repeats the newest report, but not one that was refused too often`() throws {
        schedule.connected(1)
        _ = schedule.report("harbour")
        let first = try #require(send(on: 1))
        schedule.repeatReport()
        #expect(send(on: 1) == first)
        for _ in 1...2 { _ = schedule.wasRefused(first) }
        schedule.repeatReport()
        #expect(schedule.due == nil)
    }
}
