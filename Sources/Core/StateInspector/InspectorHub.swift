import Dispatch
import Foundation
import StateExploration
import Synchronization

/// The open pages, and the machines that they show.
///
/// A page asks for the next update shortly after it has drawn the previous one. So it gets one update at a time,
/// however fast the machines are and however slow the page is. While no page asks, no update is made.
// Sound: pages, charts and waiters are used only on the queue; a mutex or atomics guard all other variables.
final class InspectorHub: @unchecked Sendable {
    /// The greatest number of ended machines that are still shown.
    private static let endedLimit = 20

    private struct Machines {
        var shown: [(number: Int, name: String, machine: InspectedMachine)] = []
        /// The shown machines by name: each request of a machine looks it up.
        var named: [String: InspectedMachine] = [:]
        /// The numbers of the ended machines that are still shown, in the order in which they ended.
        var ended: [Int] = []
        /// The number of machines that were ever shown.
        var count = 0
        var isClosed = false
    }

    /// A call that waits until all visible pages are up to date.
    private struct Waiter {
        let semaphore = DispatchSemaphore(value: 0)
        /// True if the call also waits until there is a visible page.
        let needsPage: Bool
    }

    /// The number of latest requests of all machines that a page has.
    private static let rowLimit = 50

    private weak var log: RequestLog?  // Never set again: the inspector keeps it alive.
    private let machines = Mutex(Machines())
    private let isUpdateScheduled = Atomic(false)
    private let visiblePages = Atomic(0)

    /// The serial queue of the hub and of the server's connections.
    let queue = DispatchQueue(label: "Inspector")
    /// The open pages, keyed by their numbers.
    private var pages: [Int: PageConnection] = [:]
    private var pageCount = 0
    /// The charts of the machines, keyed by the machines' numbers.
    private var charts: [Int: Chart] = [:]
    private var waiters: [Waiter] = []

    /// The longest time that a request waits until the pages have drawn it; `nil` if requests do not wait.
    let stepTimeout: Duration?

    init(of log: RequestLog, stepTimeout: Duration?) { (self.log, self.stepTimeout) = (log, stepTimeout) }

    /// True while at least one page is open and not hidden.
    var isPresent: Bool { visiblePages.load(ordering: .relaxed) > 0 }

    // MARK: Machines

    /// The latest machine with a name.
    func machine(named name: String) -> InspectedMachine? {
        machines.withLock { $0.named[name] }
    }

    func add(_ machine: InspectedMachine, named name: String) {
        let isClosed = machines.withLock { machines in
            if machines.isClosed { return true }
            machines.count += 1
            machines.shown.append((machines.count, name, machine))
            machines.named[name] = machine
            return false
        }
        if isClosed { machine.forget() } else { scheduleUpdate() }
    }

    /// Notes the end of a machine. If there are too many ended machines, the machine that ended first is no longer
    /// shown.
    func machineEnded(_ machine: InspectedMachine) {
        let forgotten = machines.withLock { machines -> InspectedMachine? in
            guard let ended = machines.shown.first(where: { $0.machine === machine }) else { return nil }
            machines.ended.append(ended.number)
            guard machines.ended.count > InspectorHub.endedLimit else { return nil }
            let oldest = machines.ended.removeFirst()
            guard let index = machines.shown.firstIndex(where: { $0.number == oldest }) else { return nil }
            let gone = machines.shown.remove(at: index)
            if machines.named[gone.name] === gone.machine { machines.named[gone.name] = nil }
            return gone.machine
        }
        forgotten?.forget()
    }

    func close() {
        let shown = machines.withLock { machines in
            machines.isClosed = true
            defer { (machines.shown, machines.named) = ([], [:]) }
            return machines.shown
        }
        for entry in shown { entry.machine.forget() }
        queue.async { [self] in
            for waiter in waiters { waiter.semaphore.signal() }
            waiters = []
        }
    }

    private var isClosed: Bool { machines.withLock { $0.isClosed } }

    // MARK: Pages

    /// A message from a page: it asks for an update, has become hidden or visible, or reports a click on a button.
    private struct Message: Decodable {
        let page: Int?
        let isReady: Bool?
        let isHidden: Bool?
        let machine: Int?
        let request: String?
        let argument: String?
    }

    /// Begins to send updates to a new page. Call it on the queue.
    func open(_ connection: ServerConnection, headers: [String]) {
        pageCount += 1
        let number = pageCount
        connection.beginEvents(headers: headers) { [weak self] in self?.changePages { $0[number] = nil } }
        changePages { $0[number] = PageConnection(connection) }
        connection.send("\(number)", as: "page")
    }

    /// Handles a message from a page; ignores invalid bytes. Call it on the queue.
    func receive(_ body: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(body)) else { return }
        if let number = message.page {
            changePages { pages in
                if let isHidden = message.isHidden { pages[number]?.isHidden = isHidden }
                // A page that has not received the latest update yet cannot have drawn it.
                if message.isReady == true, pages[number]?.connection.isBehind == false {
                    pages[number]?.isReady = true
                }
            }
        } else if let number = message.machine, let request = message.request {
            let machine = machines.withLock { $0.shown }.first { $0.number == number }?.machine
            machine?.request(InspectedMachine.Click(name: request, argument: message.argument))
        }
    }

    private func changePages(_ body: (inout [Int: PageConnection]) -> Void) {
        body(&pages)
        visiblePages.store(pages.values.count { !$0.isHidden }, ordering: .relaxed)
        sendUpdates()
    }

    // MARK: Updates

    /// Schedules an update for each page that asks for one.
    func scheduleUpdate() {
        if isUpdateScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        queue.async { [self] in
            isUpdateScheduled.store(false, ordering: .releasing)
            sendUpdates()
        }
    }

    private func sendUpdates() {
        let ready = pages.filter(\.value.isReady).keys
        let shown = machines.withLock { $0.isClosed ? nil : $0.shown }
        if let shown, !ready.isEmpty {
            // After this snapshot, the next change of a machine schedules an update again, even if no page asks by
            // then.
            let snapshots = shown.map { number, _, machine in
                MachineSnapshot(number: number, name: machine.name, record: machine.snapshot())
            }
            charts = charts.filter { number, _ in snapshots.contains { $0.number == number } }
            for snapshot in snapshots where charts[snapshot.number]?.version != snapshot.record.chartVersion {
                charts[snapshot.number] = Chart(of: snapshot)
            }
            let requests = shown.count > 1 ? log?.rows(InspectorHub.rowLimit).map(\.cut) ?? [] : []
            for page in ready { pages[page]?.send(snapshots, charts, requests) }
        }
        // A page that asks for the next update has drawn the latest one.
        let visible = pages.values.filter { !$0.isHidden }
        guard visible.allSatisfy(\.isReady) else { return }
        waiters.removeAll { waiter in
            if waiter.needsPage && visible.isEmpty { return false }
            waiter.semaphore.signal()
            return true
        }
    }

    /// Waits until all visible pages show the current state of every machine.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait.
    ///   - needsPage: True to wait for a visible page if there is none.
    /// - Returns: False if the time is over before the pages are up to date, or if the inspector is closed.
    @discardableResult func waitUntilShown(timeout: Duration, needsPage: Bool) -> Bool {
        let waiter = Waiter(needsPage: needsPage)
        queue.async { [self] in
            if isClosed { return _ = waiter.semaphore.signal() }
            waiters.append(waiter)
            sendUpdates()
        }
        if waiter.semaphore.wait(timeout: .now() + timeout / .seconds(1)) == .success { return !isClosed }
        queue.async { [self] in waiters.removeAll { $0.semaphore === waiter.semaphore } }
        return false
    }
}

extension RequestLog.Row {
    fileprivate var cut: RequestLog.Row {
        var row = self
        (row.machine, row.text) = (machine.cut, text.cut)
        return row
    }
}
