import AsyncPrimitives

extension RefusalDetector {
    /// The subscriptions that the server is to confirm, on each connection.
    ///
    /// - Complexity: A subscription costs O(1) on average, when it is added, written and confirmed.
    struct SubscriptionFrames {
        private var frames: [ID: TrackedFrame] = [:]
        /// The current connection, or the latest one.
        private var connection: Int?
        /// Those to write to the connection, in order; some have gone, or are held back.
        private(set) var due = Queue<ID>()
        /// Those that are held back.
        private var accused: Set<ID> = []
        /// Those that are suspected and not held back.
        private var suspected: Set<ID> = []
        /// Those that the connection has, and that the server may be about to close it upon.
        private var awaited: Set<ID> = []
        private var unconfirmed: Set<ID> = []

        subscript(id: ID) -> TrackedFrame? { frames[id] }

        /// True if the server has confirmed all on the connections that they were written to last.
        var areConfirmed: Bool { unconfirmed.isEmpty }

        /// True if any is suspected that is not held back.
        var hasSuspects: Bool { !suspected.isEmpty }

        /// Those that the server may be about to close the connection upon.
        var outstanding: [TrackedFrame] { awaited.compactMap { frames[$0] } }

        /// Those that are held back.
        var held: [TrackedFrame] { accused.compactMap { frames[$0] }.filter { $0.connection != connection } }

        /// Returns the subscription that has asked for a receipt.
        func id(of receipt: String) -> ID? {
            guard let end = receipt.lastIndex(of: "/"), case let id = String(receipt[..<end]) else { return nil }
            return frames[id]?.receipt == receipt ? id : nil
        }

        mutating func append(_ frame: TrackedFrame) {
            frames[frame.id] = frame
            note(frame.id)
            due.append(frame.id)
            if due.count > 2 * frames.count + 16 { findDue() }  // Most of them have gone.
        }

        @discardableResult mutating func remove(_ id: ID) -> TrackedFrame? {
            defer { note(id) }
            return frames.removeValue(forKey: id)
        }

        mutating func removeAll() { self = SubscriptionFrames() }

        /// Begins a connection, which has none of the subscriptions.
        mutating func connectionOpened(_ number: Int) {
            connection = number
            awaited = []
            findDue()
        }

        private mutating func findDue() {
            due = Queue()
            due.prepend(frames.values.sorted { $0.number < $1.number }.map(\.id))
        }

        /// Writes the first subscription that the connection does not have; `nil` if it has all but those that are held back.
        mutating func writeNext(to number: Int) -> Action? {
            while let id = due.popFirst() {
                guard let frame = frames[id], frame.connection != number, !frame.isAccused else { continue }
                return write(id, to: number)
            }
            return nil
        }

        /// Writes all subscriptions that a connection does not have, whatever is held back.
        mutating func writeLeft(to number: Int) -> [Action] {
            findDue()
            var actions: [Action] = []
            while let id = due.popFirst() {
                if frames[id]?.connection != number { actions += [write(id, to: number)].compactMap { $0 } }
            }
            return actions
        }

        mutating func write(_ id: ID, to number: Int) -> Action? { change(id) { $0.write(to: number) } }

        mutating func confirm(_ id: ID) {
            // One that was held back goes out as the others do.
            if accused.contains(id) { due.append(id) }
            change(id) { $0.confirm() }
        }

        /// Changes those that have asked for one of these receipts.
        mutating func update(_ receipts: Set<String>, _ change: (inout TrackedFrame) -> Void) {
            for id in receipts.compactMap(id(of:)) { self.change(id, change) }
        }

        mutating func withdrawAccusations() {
            for id in accused { change(id) { $0.withdrawAccusation() } }
        }

        /// Notes that the server has not confirmed some that the connection has.
        ///
        /// - Returns: Those that are not confirmed for the first time, in order.
        mutating func noteSilence() -> [ID] {
            let late = unconfirmed.filter { id in
                frames[id]?.connection == connection && change(id, { $0.noteSilence() == 1 }) == true
            }
            return late.compactMap { frames[$0] }.sorted { $0.number < $1.number }.map(\.id)
        }

        /// Changes a subscription, if there is one, and all that is known of it.
        @discardableResult
        private mutating func change<Result>(_ id: ID, _ change: (inout TrackedFrame) -> Result) -> Result? {
            guard let index = frames.index(forKey: id) else { return nil }
            defer { note(id) }
            return change(&frames.values[index])
        }

        private mutating func note(_ id: ID) {
            let frame = frames[id]
            accused.set(id, isMember: frame?.isAccused == true)
            suspected.set(id, isMember: frame.map { $0.isSuspected && !$0.isAccused } == true)
            awaited.set(id, isMember: frame.flatMap { connection.map($0.isOutstanding(on:)) } == true)
            unconfirmed.set(id, isMember: frame?.isConfirmed == false)
        }
    }
}
