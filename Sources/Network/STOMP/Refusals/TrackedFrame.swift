extension RefusalDetector {
    /// A frame that the server is to confirm, and how it has fared on the connections so far.
    struct TrackedFrame {
        private enum Progress { case outstanding, confirmed, cleared }

        let id: ID
        let kind: Kind
        /// The place of the frame among all that were added.
        let number: Int
        /// The connections from the first to the last that the frame was written to.
        private(set) var connections: ClosedRange<Int>?
        /// The place of the frame among the messages that were written to that connection.
        private(set) var position = 0
        /// The answer of the server there; set to `outstanding` by each writing.
        private var progress = Progress.outstanding
        /// True from a closing while the frame was unconfirmed until it is confirmed or cleared.
        private(set) var isSuspected = false
        /// The closings in a row while no other frame was unconfirmed.
        private(set) var closings = 0
        /// The server's silence about the frame.
        private var silence = Silence()

        /// The times for which the server has not confirmed a frame.
        private struct Silence {
            /// The number of checks on the present connection at which the frame was unconfirmed.
            var checks = 0
            /// The number of connections on which the server had the time to confirm the frame, and did not.
            var connections = 0
        }

        init(id: ID, kind: Kind, number: Int) {
            self.id = id
            self.kind = kind
            self.number = number
        }

        /// The connection that the frame was written to last.
        var connection: Int? { connections?.upperBound }

        /// The receipt that the frame has asked for.
        ///
        /// A subscription asks for another one on each connection, as its receipt of an earlier one says nothing about this
        /// one. A message is confirmed once and for all.
        var receipt: String? { connection.map { kind == .subscription ? "\(id)/\($0)" : id } }

        func asks(forOneOf receipts: Set<String>) -> Bool { receipt.map(receipts.contains) ?? false }

        /// True if the server may be about to close this connection upon the frame.
        func isOutstanding(on number: Int) -> Bool { connection == number && progress == .outstanding }

        /// True if the server has confirmed the frame on the connection that it was written to last.
        var isConfirmed: Bool { progress == .confirmed }

        /// True if a connection has to prove itself before the frame goes out on it.
        var isAccused: Bool { closings > 0 }

        mutating func write(to number: Int, at position: Int = 0) -> Action {
            let isRepeated = connection != nil
            connections = (connections?.lowerBound ?? number)...number
            self.position = position
            progress = .outstanding
            silence.checks = 0
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
            closings = 0
        }

        mutating func suspect(alone isAlone: Bool) {
            isSuspected = true
            if isAlone { closings += 1 }
        }

        /// Forgets the closings: the server closes connections for other reasons as well at this time.
        mutating func withdrawAccusation() { closings = 0 }

        /// Notes one of the checks of which there are two in the time for an acknowledgement; the third is late enough.
        ///
        /// - Returns: The number of connections on which the frame was not confirmed in time, if this is one more of them.
        mutating func noteSilence() -> Int? {
            guard progress != .confirmed else { return nil }
            silence.checks += 1
            guard silence.checks == 3 else { return nil }
            silence.connections += 1
            return silence.connections
        }
    }
}
