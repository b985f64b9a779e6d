extension RefusalDetector {
    /// The unconfirmed messages, in a line for each destination.
    ///
    /// Messages to one destination go out in order. A destination that the server does not answer for, or that a message is
    /// held back for, keeps only its own messages waiting.
    struct MessageLines {
        /// The greatest number of messages that the server may not have handled yet.
        ///
        /// From the 401st on, RabbitMQ blocks the connection (`credit_flow`). RabbitMQ 3.10.8 resets a blocked connection with
        /// heart-beats: their monitor does not expect to be told when it may go on.
        static let window = 400

        private(set) var lines: [String: DestinationLine] = [:]
        private var destinations: [ID: String] = [:]
        /// The number of messages that were written to the connection.
        private var position = 0
        /// The position of the latest confirmed message: the server handles messages in order, even if it confirms no other.
        private var handledPosition = 0

        var frames: some Sequence<TrackedFrame> { lines.values.lazy.flatMap(\.frames) }

        /// The messages that the connection has.
        var written: some Sequence<TrackedFrame> { lines.values.lazy.flatMap(\.written) }

        /// The first message of each destination whose messages are held back.
        var held: some Sequence<TrackedFrame> { lines.values.lazy.filter(\.isHeld).compactMap(\.next) }

        func line(of id: ID) -> DestinationLine? { destinations[id].flatMap { lines[$0] } }

        mutating func append(_ frame: TrackedFrame, to destination: String) {
            destinations[frame.id] = destination
            lines[destination, default: DestinationLine()].append(frame)
        }

        mutating func connectionOpened() {
            (position, handledPosition) = (0, 0)
            updateLines { $0.connectionOpened() }
        }

        /// Writes the first message that may go out now; `nil` if none may.
        mutating func writeNext(to number: Int) -> Action? {
            guard position - handledPosition < Self.window else { return nil }
            return write(to: number) { [handledPosition] line in !line.isHeld && line.hasRoom(after: handledPosition) }
        }

        /// Writes the first message that a connection does not have, whatever is held back; `nil` if there is none.
        mutating func writeLeft(to number: Int) -> Action? { write(to: number) { _ in true } }

        /// Writes a message that was held back, if it is the next one to its destination.
        mutating func write(_ id: ID, to number: Int) -> Action? {
            write(to: number) { $0.next?.id == id }
        }

        private mutating func write(to number: Int, where condition: (DestinationLine) -> Bool) -> Action? {
            // No line is held while it is changed: it would be copied.
            var first: (destination: String, number: Int)?
            for (destination, line) in lines {
                guard let frame = line.next, condition(line), frame.number < first?.number ?? .max else { continue }
                first = (destination, frame.number)
            }
            guard let destination = first?.destination else { return nil }
            position += 1
            return lines[destination]?.write(to: number, at: position)
        }

        /// Removes a message that the server has confirmed, and clears its destination.
        mutating func confirm(_ id: ID, on number: Int?) -> Bool {
            guard let destination = destinations[id], let frame = remove(id) else { return false }
            lines[destination]?.refusals = 0
            lines[destination]?.silences = 0
            if frame.connection == number { handledPosition = max(handledPosition, frame.position) }
            return true
        }

        @discardableResult mutating func remove(_ id: ID) -> TrackedFrame? {
            guard let destination = destinations.removeValue(forKey: id) else { return nil }
            let frame = lines[destination]?.remove(id)
            if lines[destination]?.frames.isEmpty == true { lines[destination] = nil }
            return frame
        }

        /// Removes a message upon which the server has closed connections.
        ///
        /// - Returns: The messages that are refused: this one, and after some in a row all others to the same destination.
        mutating func refuse(_ id: ID) -> [ID] {
            guard let destination = destinations[id] else { return [] }
            remove(id)
            lines[destination]?.refusals += 1
            guard let line = lines[destination], line.refusals >= DestinationLine.refusalLimit else { return [id] }
            let others = line.frames.map(\.id)
            for other in others { remove(other) }
            return [id] + others
        }

        /// Removes a message that the server has not acknowledged; later ones to the same destination get less time.
        mutating func giveUp(_ id: ID) {
            guard let destination = destinations[id] else { return }
            remove(id)
            lines[destination]?.silences += 1
        }

        mutating func updateWritten(_ change: (inout TrackedFrame) -> Void) {
            updateLines { $0.updateWritten(change) }
        }

        mutating func withdrawAccusations() { updateLines { $0.withdrawAccusations() } }

        private mutating func updateLines(_ change: (inout DestinationLine) -> Void) {
            var index = lines.startIndex
            while index != lines.endIndex {
                change(&lines.values[index])
                lines.formIndex(after: &index)
            }
        }
    }
}
