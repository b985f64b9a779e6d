/// Decides which report of a place is sent, and on which connection.
///
/// 1. Only the newest report counts.
/// 2. It is sent once on each connection.
/// 3. It is sent again when a repetition is requested.
/// 4. When the number of refusals in a row reaches the limit, no report is sent until there is a new one.
///
/// The schedule sends nothing; it only returns the report that is due.
struct ReportSchedule {
    /// A report that is due, and the newest connection at that time.
    struct DueReport: Hashable {
        let number: Int
        let connection: Int
        /// The place; `nil` if the user is away.
        let place: String?
        /// The user's activity there.
        var status: String?
    }

    private enum Attendance { case present, away, left }

    private let refusalLimit: Int
    /// The latest place; kept while the user is away.
    private(set) var place: String?
    /// The user's activity there; `nil` if not reported.
    private var status: String?
    private(set) var number = 0
    /// The numbers of the report that was sent last, and of its connection.
    private var sent = (number: 0, connection: 0)
    private var connection = 0
    private var refusals = 0
    private var attendance = Attendance.present

    init(refusalLimit: Int) { self.refusalLimit = refusalLimit }

    var hasLeft: Bool { attendance == .left }

    /// The report to send now; `nil` if it was sent on the newest connection, or the server refuses it.
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

    /// Ends the reports with a last one, without a place.
    mutating func leave() {
        attendance = .left
        guard place != nil else { return }
        place = nil
        status = nil
        number += 1
    }

    /// Reports that the user is away, until `comeBack()`. Returns false if no place was reported.
    mutating func goAway() -> Bool {
        if !hasLeft { attendance = .away }
        guard place != nil else { return false }
        number += 1
        return true
    }

    /// Lets the place be reported again, on the next connection.
    mutating func comeBack() {
        guard attendance == .away else { return }
        attendance = .present
        if place != nil { number += 1 }
    }

    // MARK: The server

    /// Makes the newest report due again, since earlier answers were not received.
    mutating func listeningBegan() {
        refusals = 0
        repeatReport()
    }

    /// Makes the newest report due again.
    mutating func repeatReport() { sent.number = 0 }

    mutating func connected(_ connection: Int) { self.connection = connection }

    /// Marks a report as sent on a connection, which may be newer than the connection of the due report.
    mutating func wasSent(_ report: DueReport, on connection: Int) { sent = (report.number, connection) }

    /// Resets the refusals when the server has accepted the newest report.
    mutating func wasAccepted(_ report: DueReport) { if report.number == number { refusals = 0 } }

    /// Counts a refusal of the newest report. Returns true if the limit is reached.
    mutating func wasRefused(_ report: DueReport) -> Bool {
        guard report.number == number else { return false }
        refusals += 1
        return refusals >= refusalLimit
    }
}
