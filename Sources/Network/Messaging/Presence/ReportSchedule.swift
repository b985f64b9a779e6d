/// Decides which report of a place is sent, and on which connection.
///
/// 1. Only the newest report counts.
/// 2. The newest report is sent once on each connection.
/// 3. It is sent again when a repetition is requested.
/// 4. When the number of refusals in a row reaches the limit, nothing is sent until there is a new report.
///
/// The schedule sends nothing; it only returns the report that is due.
struct ReportSchedule {
    /// A report that is due, with the number of the connection that was the newest when the report became due.
    struct DueReport: Hashable {
        let number: Int
        let connection: Int
        /// The place; `nil` if the user is away.
        let place: String?
        /// The user's activity at the place; `nil` if not reported.
        var status: String?
    }

    private enum Attendance { case present, away, left }

    private let refusalLimit: Int
    /// The latest place, even while the user is away; `nil` before the first report and after leaving.
    private(set) var place: String?
    /// The user's activity at the place; `nil` if not reported.
    private var status: String?
    private(set) var number = 0
    /// The number of the report that was sent last, and the number of its connection.
    private var sent = (number: 0, connection: 0)
    private var connection = 0
    private var refusals = 0
    private var attendance = Attendance.present

    init(refusalLimit: Int) { self.refusalLimit = refusalLimit }

    var hasLeft: Bool { attendance == .left }

    /// The report to send now; `nil` if it was sent on the newest connection, or was refused too often.
    var due: DueReport? {
        guard refusals < refusalLimit, number > sent.number || connection > sent.connection else { return nil }
        let isThere = attendance != .away
        return DueReport(
            number: number, connection: connection, place: isThere ? place : nil, status: isThere ? status : nil)
    }

    // MARK: The user

    /// Changes the place, the status, or both. Returns true if the place has changed.
    mutating func report(_ place: String, _ status: String? = nil) -> Bool {
        let isAnotherPlace = place != self.place
        guard isAnotherPlace || status != self.status else { return false }
        self.place = place
        self.status = status
        refusals = 0
        number += 1
        return isAnotherPlace
    }

    /// Makes a last report due, without a place, if a place was reported.
    mutating func leave() {
        attendance = .left
        guard place != nil else { return }
        place = nil
        status = nil
        number += 1
    }

    /// Makes a report due that the user is away, until `comeBack()`. Returns false if no place was reported.
    mutating func goAway() -> Bool {
        if !hasLeft { attendance = .away }
        guard place != nil else { return false }
        number += 1
        return true
    }

    /// Makes the place due for a report again, if the user was away.
    mutating func comeBack() {
        guard attendance == .away else { return }
        attendance = .present
        if place != nil { number += 1 }
    }

    // MARK: The server

    /// Makes the newest report due again, because its answer came before there was a subscription.
    mutating func listeningBegan() {
        refusals = 0
        repeatReport()
    }

    /// Makes the newest report due again.
    mutating func repeatReport() { sent.number = 0 }

    mutating func connected(_ connection: Int) { self.connection = connection }

    /// Marks a report as sent on a connection. The connection may be newer than the report's `connection`.
    mutating func wasSent(_ report: DueReport, on connection: Int) { sent = (report.number, connection) }

    /// Resets the number of refusals, if the server has accepted the newest report.
    mutating func wasAccepted(_ report: DueReport) { if report.number == number { refusals = 0 } }

    /// Counts a refusal of the newest report. Returns true if the limit is reached.
    mutating func wasRefused(_ report: DueReport) -> Bool {
        guard report.number == number else { return false }
        refusals += 1
        return refusals >= refusalLimit
    }
}
