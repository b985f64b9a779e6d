extension RefusalDetector {
    /// A connection, as far as closings are attributed to its frames.
    struct ProbedConnection {
        let number: Int
        /// The receipts that the current probe waits for; not empty while the probe timer runs.
        var probed: Set<String> = []
        /// The trial of a frame upon which the server has closed a connection.
        var trial: Trial?
        /// An `ERROR` that has not been attributed yet; set by `failed`, cleared when the probe is confirmed.
        var pendingError: String?
        /// True when an error was attributed, so that the closing that follows it is not attributed once more.
        var isAttributed = false
        /// True when a subscription was released here, since errors may follow about messages for it.
        var mayGetStrayErrors = false
        /// True when the server may close the connection upon a frame that is not tracked any more.
        var hasUntrackedFrames = false
    }

    /// The trial of a frame upon which the server has closed a connection.
    enum Trial: Hashable {
        /// The connection proves itself without the frame; the trial timer runs.
        case held(ID)
        /// The frame goes out as soon as no other is unconfirmed.
        case due(ID)
        /// The frame was written, and is the only unconfirmed one.
        case running
    }

    /// The end of a connection, as far as it tells something about frames.
    enum ConnectionEnd: Hashable {
        /// The server has closed it, for a reason that may be a frame.
        case closedByServer
        /// It broke, or the server said that it has closed it for a reason of its own.
        case unrelated
    }
}
