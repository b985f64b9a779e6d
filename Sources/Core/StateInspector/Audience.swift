import Dispatch
import Foundation
import LoopbackServer
import Sockets
import StateExploration
import Synchronization

/// The pages that are open, and the machines that they are shown.
///
/// A page asks for news when it has drawn the last ones and a moment has passed. So it is sent one text at a time, however fast
/// the machines and however slow the page; while none asks, nothing is put together.
// Sound: pages, charts and waiters are used on the queue only; everything else is guarded.
final class Audience: @unchecked Sendable {
    /// The number of machines that are gone and still shown.
    private static let endedLimit = 20

    private struct Machines {
        var shown: [(number: Int, machine: InspectedMachine)] = []
        /// The numbers of those that are gone, the oldest first.
        var ended: [Int] = []
        /// The number of machines so far.
        var count = 0
        var isClosed = false
    }

    /// Events of a page that are still to be heeded; those of one kind count as one, however many there are.
    private struct Pending {
        /// Held, so that no other connection has the same identity.
        let connection: LoopbackServer.Connection
        var hasOpened = false
        var hasEnded = false
        var hasAsked = false
        var isHidden: Bool?
    }

    private struct Schedule {
        var pending: [ObjectIdentifier: Pending] = [:]
        /// Set while a look is on the queue.
        var isScheduled = false
    }

    /// A call that waits until all pages have drawn what there is.
    private struct Waiter {
        let semaphore = DispatchSemaphore(value: 0)
        /// True if there has to be a page.
        let needsPage: Bool
    }

    private let machines = Mutex(Machines())
    private let schedule = Mutex(Schedule())
    private let visiblePages = Atomic(0)

    private let queue = DispatchQueue(label: "Inspector")
    private var pages: [ObjectIdentifier: Viewer] = [:]
    /// The charts of the machines, by the machines' numbers.
    private var charts: [Int: Chart] = [:]
    private var waiters: [Waiter] = []

    /// The time that a request waits, at most, until the pages have drawn it; `nil` if it does not wait.
    let stepTimeout: Duration?

    init(stepTimeout: Duration?) { self.stepTimeout = stepTimeout }

    /// True while at least one page is open and not hidden.
    var isPresent: Bool { visiblePages.load(ordering: .relaxed) > 0 }

    // MARK: Machines

    func add(_ machine: InspectedMachine) {
        let isClosed = machines.withLock { machines in
            if machines.isClosed { return true }
            machines.count += 1
            machines.shown.append((machines.count, machine))
            return false
        }
        if isClosed { machine.forget() } else { tellNews() }
    }

    /// Forgets the machine that has been gone for longest, if there is no more room for it.
    func machineEnded(_ machine: InspectedMachine) {
        let forgotten = machines.withLock { machines -> InspectedMachine? in
            guard let (number, _) = machines.shown.first(where: { $0.machine === machine }) else { return nil }
            machines.ended.append(number)
            guard machines.ended.count > Audience.endedLimit else { return nil }
            let oldest = machines.ended.removeFirst()
            guard let index = machines.shown.firstIndex(where: { $0.number == oldest }) else { return nil }
            return machines.shown.remove(at: index).machine
        }
        forgotten?.forget()
    }

    func close() {
        let shown = machines.withLock { machines in
            machines.isClosed = true
            defer { machines.shown = [] }
            return machines.shown
        }
        for (_, machine) in shown { machine.forget() }
        queue.async { [self] in
            for waiter in waiters { waiter.semaphore.signal() }
            waiters = []
        }
    }

    private var isClosed: Bool { machines.withLock { $0.isClosed } }

    // MARK: Pages

    private struct Click: Decodable {
        let machine: Int
        let request: String
        let argument: String?
    }

    func receive(_ event: LoopbackServer.Event, from connection: LoopbackServer.Connection) {
        switch event {
        case .opened: note(connection) { $0.hasOpened = true }
        case .message(.text("next")): note(connection) { $0.hasAsked = true }
        case .message(.text("hidden")): note(connection) { $0.isHidden = true }
        case .message(.text("visible")): note(connection) { $0.isHidden = false }
        case .message(.text(let text)):
            guard let click = try? JSONDecoder().decode(Click.self, from: Data(text.utf8)) else { return }
            let shown = machines.withLock { $0.shown }
            let machine = shown.first { $0.number == click.machine }?.machine
            machine?.request(InspectedMachine.Click(name: click.request, argument: click.argument))
        case .ended: note(connection) { $0.hasEnded = true }
        case .message, .pong: break
        }
    }

    private func note(_ connection: LoopbackServer.Connection, _ body: (inout Pending) -> Void) {
        schedule.withLock { body(&$0.pending[ObjectIdentifier(connection), default: Pending(connection: connection)]) }
        tellNews()
    }

    // MARK: News

    /// Sends each page that asks for news what it does not know, if there is anything.
    func tellNews() {
        let isScheduled = schedule.withLock { schedule in
            defer { schedule.isScheduled = true }
            return schedule.isScheduled
        }
        if !isScheduled { queue.async { self.look() } }
    }

    private func look() {
        let pending = schedule.withLock { schedule in
            defer { schedule = Schedule() }
            return schedule.pending
        }
        for (page, events) in pending {
            if events.hasOpened { pages[page] = Viewer(events.connection) }
            if events.hasAsked { pages[page]?.isReady = true }
            if let isHidden = events.isHidden { pages[page]?.isHidden = isHidden }
            if events.hasEnded { pages[page] = nil }
        }
        visiblePages.store(pages.values.count { !$0.isHidden }, ordering: .relaxed)
        sendNews()
    }

    private func sendNews() {
        let ready = pages.filter(\.value.isReady).keys
        if !ready.isEmpty {
            // The next change of any of them leads back here, whether a page waits by then or not.
            let exhibits = machines.withLock { $0.shown }.map { number, machine in
                Exhibit(number: number, name: machine.name, record: machine.snapshot())
            }
            charts = charts.filter { number, _ in exhibits.contains { $0.number == number } }
            for exhibit in exhibits where charts[exhibit.number]?.isCurrent(for: exhibit.record) != true {
                charts[exhibit.number] = Chart(of: exhibit)
            }
            for page in ready { pages[page]?.send(exhibits, charts) }
        }
        // A page that asks for more has drawn what it got.
        let visible = pages.values.filter { !$0.isHidden }
        guard visible.allSatisfy(\.isReady) else { return }
        waiters.removeAll { waiter in
            if waiter.needsPage && visible.isEmpty { return false }
            waiter.semaphore.signal()
            return true
        }
    }

    /// Waits until all pages that are not hidden have drawn what there is.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait.
    ///   - needsPage: True to wait for such a page, if there is none.
    /// - Returns: False if the time was over first, or the audience was closed.
    @discardableResult func waitUntilShown(timeout: Duration, needsPage: Bool) -> Bool {
        let waiter = Waiter(needsPage: needsPage)
        queue.async { [self] in
            if isClosed { return _ = waiter.semaphore.signal() }
            waiters.append(waiter)
            sendNews()
        }
        if waiter.semaphore.wait(timeout: .now() + timeout / .seconds(1)) == .success { return !isClosed }
        queue.async { [self] in waiters.removeAll { $0.semaphore === waiter.semaphore } }
        return false
    }
}
