extension RefusalDetector {
    /// The unconfirmed messages to one destination, in the order in which they were added.
    struct DestinationLine {
        /// The greatest number of messages to one destination that the server may not have handled yet.
        static let window = 100
        /// The number of refusals in a row after which the messages that wait for the destination are refused with them.
        static let refusalLimit = 3

        /// Those that the current connection has come first.
        private(set) var frames: ArraySlice<TrackedFrame> = []
        private var writtenCount = 0
        /// The number of suspected messages.
        private var suspectCount = 0
        /// The messages in a row that were refused, because the server closed connections upon them.
        var refusals = 0
        /// The messages in a row that were given up, because the server did not acknowledge them.
        var silences = 0

        /// The first message that the connection does not have; `nil` if it has all.
        var next: TrackedFrame? { writtenCount < frames.count ? frames[frames.startIndex + writtenCount] : nil }

        /// The messages that the connection has.
        var written: ArraySlice<TrackedFrame> { frames.prefix(writtenCount) }

        /// The messages that the connection does not have.
        var unwritten: ArraySlice<TrackedFrame> { frames.dropFirst(writtenCount) }

        /// True if the connection has any of the messages.
        var isOnConnection: Bool { writtenCount > 0 }

        /// True if a connection has to prove itself before the next message goes out on it.
        var isHeld: Bool { next.map { $0.isAccused || refusals > 0 } ?? false }

        /// The number of the next message that goes out by itself; `nil` if there is none, or it is held back.
        var turn: Int? { isHeld ? nil : next?.number }

        /// True if any of the messages is suspected.
        var isSuspected: Bool { suspectCount > 0 }

        /// True if any of the messages before the first that is held, or any on the connection, is suspected.
        var hasSuspects: Bool {
            guard isSuspected else { return false }
            if written.contains(where: { $0.isSuspected }) { return true }
            guard refusals == 0 else { return false }
            for frame in unwritten {
                if frame.isAccused { return false }
                if frame.isSuspected { return true }
            }
            return false
        }

        /// Returns true if there is room for one more message, when the server has handled all up to a position.
        func hasRoom(after handled: Int) -> Bool {
            guard writtenCount >= Self.window else { return true }
            return frames[frames.startIndex + writtenCount - Self.window].position <= handled
        }

        mutating func append(_ frame: TrackedFrame) { frames.append(frame) }

        /// Writes the next message to a connection; there must be one.
        mutating func write(to number: Int, at position: Int) -> Action {
            defer { writtenCount += 1 }
            return frames[frames.startIndex + writtenCount].write(to: number, at: position)
        }

        /// Removes a message in O(*n*) for the number of those before it.
        mutating func remove(_ id: ID) -> TrackedFrame? {
            guard let index = frames.firstIndex(where: { $0.id == id }) else { return nil }
            if index < frames.startIndex + writtenCount { writtenCount -= 1 }
            if frames[index].isSuspected { suspectCount -= 1 }
            for later in stride(from: index, to: frames.startIndex, by: -1) { frames.swapAt(later, later - 1) }
            return frames.popFirst()
        }

        /// Removes messages in O(*n*) for the number of all.
        mutating func remove(_ ids: Set<ID>) {
            writtenCount -= written.count { ids.contains($0.id) }
            frames.removeAll { ids.contains($0.id) }
            suspectCount = frames.count { $0.isSuspected }
        }

        /// Changes the messages that the connection has.
        mutating func updateWritten(_ change: (inout TrackedFrame) -> Void) {
            suspectCount -= written.count { $0.isSuspected }
            for index in frames.indices.prefix(writtenCount) { change(&frames[index]) }
            suspectCount += written.count { $0.isSuspected }
        }

        /// Begins a connection, which has none of the messages.
        mutating func connectionOpened() { writtenCount = 0 }

        /// Forgets what speaks against the destination: the server closes connections for other reasons as well.
        mutating func withdrawAccusations() {
            refusals = 0
            for index in frames.indices { frames[index].withdrawAccusation() }
        }
    }
}
