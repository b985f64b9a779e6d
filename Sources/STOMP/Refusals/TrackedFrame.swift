extension RefusalDetector {
    /// A frame that the server is to confirm, and how it has fared on the connections so far.
    struct TrackedFrame {
        private enum Progress { case outstanding, confirmed, cleared }

        let id: ID
        let kind: Kind
        /// The connection that the frame was written to last.
        private(set) var connection: Int?
        /// The answer of the server there; set to `outstanding` by each writing.
        private var progress = Progress.outstanding
        /// True from a closing while the frame was unconfirmed until it is confirmed or cleared.
        private(set) var isSuspected = false
        /// The closings in a row while no other frame was unconfirmed.
        private(set) var closings = 0

        init(id: ID, kind: Kind) {
            self.id = id
            self.kind = kind
        }

        /// The receipt that the frame has asked for.
        ///
        /// A subscription asks for another one on each connection, as its receipt of an earlier one says nothing about this
        /// one. A message is confirmed once and for all.
        var receipt: String? { connection.map { kind == .subscription ? "\(id)/\($0)" : id } }

        func asks(forOneOf receipts: Set<String>) -> Bool { receipt.map(receipts.contains) ?? false }

        /// True if the server may be about to close this connection upon the frame.
        func isOutstanding(on number: Int) -> Bool { connection == number && progress == .outstanding }

        mutating func write(to number: Int) -> Action {
            let isRepeated = connection != nil
            connection = number
            progress = .outstanding
            return .write(id, receipt: receipt ?? "", isRepeated: isRepeated)
        }

        mutating func confirm() {
            progress = .confirmed
            isSuspected = false
            closings = 0
        }

        /// Ends the suspicion against a frame that the server has neither confirmed nor closed the connection upon.
        mutating func clear() {
            progress = .cleared
            isSuspected = false
        }

        mutating func suspect(alone isAlone: Bool) {
            isSuspected = true
            if isAlone { closings += 1 }
        }
    }

    /// A connection, as far as closings are attributed to its frames.
    struct ProbedConnection {
        let number: Int
        /// The receipts that the current probe waits for; not empty while the probe timer runs.
        var probed: Set<String> = []
        /// An `ERROR` that has not been attributed yet; set by `failed`, cleared when the probe is confirmed.
        var pendingError: String?
        /// True when an error was attributed, so that the closing that follows it is not attributed once more.
        var isAttributed = false
        /// True when a subscription was released here, since errors may follow about messages for it.
        var mayGetStrayErrors = false
        /// True when the server may close the connection upon a frame that is not tracked any more.
        var hasUntrackedFrames = false
    }
}
