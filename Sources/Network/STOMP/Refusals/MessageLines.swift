import AsyncPrimitives

extension RefusalDetector {
    /// The unconfirmed messages, in a line for each destination.
    ///
    /// Messages to one destination go out in order. A destination that the server does not answer for, or that a message is
    /// held back for, keeps only its own messages waiting.
    ///
    /// - Complexity: A message costs O(log *n*) for *n* destinations, when it is added, written and confirmed.
    struct MessageLines {
        /// The greatest number of messages that the server may not have handled yet.
        ///
        /// From the 401st on, RabbitMQ blocks the connection (`credit_flow`). RabbitMQ 3.10.8 resets a blocked connection with
        /// heart-beats: their monitor does not expect to be told when it may go on.
        static let window = 400

        /// The place of a destination's next message among those of all destinations.
        private struct Turn: Comparable {
            let number: Int
            let destination: String

            static func < (left: Turn, right: Turn) -> Bool { left.number < right.number }
        }

        private(set) var lines: [String: DestinationLine] = [:]
        private var destinations: [ID: String] = [:]
        /// The number of messages that were written to the connection.
        private(set) var position = 0
        /// The position of the latest confirmed message: the server handles messages in order, even if it confirms no other.
        private(set) var handledPosition = 0

        /// The turn of each line that has one, and some that are out of date.
        private var turns = Heap<Turn>()
        /// The destinations without room for their next message, which is not among the turns.
        ///
        /// They are four at most: each of them has a hundred of the messages that the server has not handled.
        private var full: [String] = []
        /// The destinations whose messages are held back.
        private var heldDestinations: Set<String> = []
        /// The destinations with a suspected message.
        private var suspectedDestinations: Set<String> = []
        /// The destinations of the messages that the connection has.
        private var writtenDestinations: Set<String> = []
        /// The number of lines that were looked at to find the next message so far.
        private(set) var lookCount = 0

        /// The messages that the connection has.
        var written: some Sequence<TrackedFrame> {
            writtenDestinations.lazy.flatMap { lines[$0]?.written ?? [] }
        }

        /// The first message of each destination whose messages are held back.
        var held: some Sequence<TrackedFrame> { heldDestinations.lazy.compactMap { lines[$0]?.next } }

        /// True if any message is suspected that is not held back.
        var hasSuspects: Bool { suspectedDestinations.contains { lines[$0]?.hasSuspects == true } }

        func line(of id: ID) -> DestinationLine? { destinations[id].flatMap { lines[$0] } }

        mutating func append(_ frame: TrackedFrame, to destination: String) {
            destinations[frame.id] = destination
            if lines[destination] == nil { lines[destination] = DestinationLine() }
            change(destination) { $0.append(frame) }
        }

        mutating func connectionOpened() {
            (position, handledPosition) = (0, 0)
            changeAll { $0.connectionOpened() }
        }

        // MARK: Writing

        /// Writes the first message that may go out now; `nil` if none may.
        mutating func writeNext(to number: Int) -> Action? {
            guard position - handledPosition < Self.window else { return nil }
            while let turn = turns.popFirst() {
                lookCount += 1
                guard lines[turn.destination]?.turn == turn.number else { continue }
                if lines[turn.destination]?.hasRoom(after: handledPosition) == true {
                    return write(to: number, next: turn.destination)
                }
                full.append(turn.destination)
            }
            return nil
        }

        /// Writes all messages that a connection does not have, whatever is held back.
        mutating func writeLeft(to number: Int) -> [Action] {
            let turns = lines.flatMap { destination, line in
                line.unwritten.map { Turn(number: $0.number, destination: destination) }
            }
            return turns.sorted().compactMap { write(to: number, next: $0.destination) }
        }

        /// Writes a message that was held back, if it is the next one to its destination.
        mutating func write(_ id: ID, to number: Int) -> Action? {
            guard let destination = destinations[id], lines[destination]?.next?.id == id else { return nil }
            return write(to: number, next: destination)
        }

        private mutating func write(to number: Int, next destination: String) -> Action? {
            position += 1
            return change(destination) { [position] in $0.write(to: number, at: position) }
        }

        // MARK: Removing

        /// Removes a message that the server has confirmed, and clears its destination.
        mutating func confirm(_ id: ID, on number: Int?) -> Bool {
            guard let destination = destinations[id], let frame = remove(id) else { return false }
            change(destination) { ($0.refusals, $0.silences) = (0, 0) }
            if frame.connection == number { handledPosition = max(handledPosition, frame.position) }
            return true
        }

        @discardableResult mutating func remove(_ id: ID) -> TrackedFrame? {
            guard let destination = destinations.removeValue(forKey: id) else { return nil }
            defer { makeRoom() }
            return change(destination) { $0.remove(id) } ?? nil
        }

        /// Removes messages in O(*n*) for the number of all to their destinations.
        mutating func remove(_ ids: Set<ID>) {
            for destination in Set(ids.compactMap { destinations.removeValue(forKey: $0) }) {
                change(destination) { $0.remove(ids) }
            }
            makeRoom()
        }

        /// Lets the destinations without room try again.
        private mutating func makeRoom() {
            for destination in full { addTurn(of: destination) }
            full = []
        }

        /// Removes a message upon which the server has closed connections.
        ///
        /// - Returns: The messages that are refused: this one, and after some in a row all others to the same destination.
        mutating func refuse(_ id: ID) -> [ID] {
            guard let destination = destinations[id] else { return [] }
            remove(id)
            change(destination) { $0.refusals += 1 }
            guard let line = lines[destination], line.refusals >= DestinationLine.refusalLimit else { return [id] }
            let others = line.frames.map(\.id)
            remove(Set(others))
            return [id] + others
        }

        /// Removes a message that the server has not acknowledged; later ones to the same destination get less time.
        mutating func giveUp(_ id: ID) {
            guard let destination = destinations[id] else { return }
            remove(id)
            change(destination) { $0.silences += 1 }
        }

        // MARK: Changing

        mutating func updateWritten(_ change: (inout TrackedFrame) -> Void) {
            for destination in writtenDestinations { self.change(destination) { $0.updateWritten(change) } }
        }

        mutating func withdrawAccusations() { changeAll { $0.withdrawAccusations() } }

        /// Changes a line, if there is one, and all that is known of it; removes it when it is empty.
        @discardableResult
        private mutating func change<Result>(
            _ destination: String, _ change: (inout DestinationLine) -> Result
        ) -> Result? {
            guard let index = lines.index(forKey: destination) else { return nil }
            let turn = lines.values[index].turn
            // No line is held while it is changed: it would be copied.
            let result = change(&lines.values[index])
            if lines.values[index].frames.isEmpty { lines.remove(at: index) }
            note(destination)
            if lines[destination]?.turn != turn { addTurn(of: destination) }
            return result
        }

        private mutating func note(_ destination: String) {
            let line = lines[destination]
            heldDestinations.set(destination, isMember: line?.isHeld == true)
            suspectedDestinations.set(destination, isMember: line?.isSuspected == true)
            writtenDestinations.set(destination, isMember: line?.isOnConnection == true)
        }

        private mutating func addTurn(of destination: String) {
            guard let turn = lines[destination]?.turn else { return }
            turns.insert(Turn(number: turn, destination: destination))
        }

        /// Changes all lines in O(*n* log *n*) for their number.
        private mutating func changeAll(_ change: (inout DestinationLine) -> Void) {
            var index = lines.startIndex
            while index != lines.endIndex {
                change(&lines.values[index])
                note(lines.keys[index])
                lines.formIndex(after: &index)
            }
            turns = Heap(lines.compactMap { line in line.value.turn.map { Turn(number: $0, destination: line.key) } })
            full = []
        }
    }
}

extension Set {
    /// Inserts or removes an element.
    mutating func set(_ element: Element, isMember: Bool) {
        if isMember { insert(element) } else { remove(element) }
    }
}
