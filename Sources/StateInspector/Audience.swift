import Dispatch
import Foundation
import LoopbackServer
import Sockets
import StateExploration
import Synchronization

/// The browsers that look, and the machines that they are shown.
///
/// A page asks for news when it has drawn the last ones and a moment has passed. So it is sent one text at a time, however fast
/// the machines and however slow the page; while none asks, nothing is put together.
final class Audience: Sendable {
    /// The number of machines that are gone and still shown.
    private static let endedLimit = 20

    private struct Machines {
        var shown: [(number: Int, machine: InspectedMachine)] = []
        /// The number of machines so far.
        var count = 0
        var isClosed = false
    }

    private struct Viewers {
        var viewers: [ObjectIdentifier: Viewer] = [:]
        /// Signaled when all pages have drawn what there is.
        var waiters: [DispatchSemaphore] = []
        /// The charts of the machines, by the machines' numbers.
        var charts: [Int: Chart] = [:]

        /// A page that asks for more has drawn what it got.
        mutating func signalIfShown() {
            guard !viewers.isEmpty, viewers.values.allSatisfy(\.isReady) else { return }
            for waiter in waiters { waiter.signal() }
            waiters = []
        }
    }

    private let machines = Mutex(Machines())
    private let viewers = Mutex(Viewers())
    private let viewerCount = Atomic(0)
    private let queue = DispatchQueue(label: "Inspector")

    /// The time that a request waits, at most, until the pages have drawn it; `nil` if it does not wait.
    let stepTimeout: Duration?

    init(stepTimeout: Duration?) { self.stepTimeout = stepTimeout }

    /// True while at least one browser is connected.
    var isPresent: Bool { viewerCount.load(ordering: .relaxed) > 0 }

    func add(_ machine: InspectedMachine) {
        let isClosed = machines.withLock { machines in
            if machines.isClosed { return true }
            machines.count += 1
            machines.shown.append((machines.count, machine))
            return false
        }
        if isClosed { machine.forget() } else { tellNews() }
    }

    func close() {
        let shown = machines.withLock { machines in
            machines.isClosed = true
            defer { machines.shown = [] }
            return machines.shown
        }
        for (_, machine) in shown { machine.forget() }
    }

    // MARK: Browsers

    func receive(_ event: LoopbackServer.Event, from connection: LoopbackServer.Connection) {
        switch event {
        case .opened: change { $0[ObjectIdentifier(connection)] = Viewer(connection) }
        case .message(.text("next")): change { $0[ObjectIdentifier(connection)]?.isReady = true }
        case .message(.text(let text)): makeRequest(text)
        case .ended: change { $0[ObjectIdentifier(connection)] = nil }
        case .message, .pong: break
        }
    }

    private func change(_ body: (inout [ObjectIdentifier: Viewer]) -> Void) {
        viewers.withLock { viewers in
            body(&viewers.viewers)
            viewerCount.store(viewers.viewers.count, ordering: .relaxed)
        }
        tellNews()
    }

    private struct Click: Decodable {
        let machine: Int
        let request: String
    }

    private func makeRequest(_ text: String) {
        guard let click = try? JSONDecoder().decode(Click.self, from: Data(text.utf8)) else { return }
        let shown = machines.withLock { $0.shown }
        shown.first { $0.number == click.machine }?.machine.request(click.request)
    }

    // MARK: News

    /// Sends each page that asks for news what it does not know, if there is anything.
    func tellNews() { queue.async { self.sendNews() } }

    private func sendNews() {
        viewers.withLock { viewers in
            let ready = viewers.viewers.filter(\.value.isReady).keys
            defer { viewers.signalIfShown() }
            if ready.isEmpty { return }
            // The next change of any of them leads back here, whether a page waits by then or not.
            let all = machines.withLock { $0.shown }.map { number, machine in
                Exhibit(number: number, name: machine.name, record: machine.snapshot())
            }
            let forgotten = forgetEnded(all)
            let exhibits = all.filter { !forgotten.contains($0.number) }
            viewers.charts = viewers.charts.filter { number, _ in exhibits.contains { $0.number == number } }
            for exhibit in exhibits where viewers.charts[exhibit.number]?.isCurrent(for: exhibit.record) != true {
                viewers.charts[exhibit.number] = Chart(of: exhibit)
            }
            for viewer in ready { viewers.viewers[viewer]?.send(exhibits, viewers.charts) }
        }
    }

    /// Waits until there is a page and all pages have drawn what there is.
    ///
    /// - Returns: False if the time was over first.
    @discardableResult func waitUntilShown(timeout: Duration) -> Bool {
        let waiter = DispatchSemaphore(value: 0)
        viewers.withLock { $0.waiters.append(waiter) }
        tellNews()
        defer { viewers.withLock { $0.waiters.removeAll { $0 === waiter } } }
        return waiter.wait(timeout: .now() + timeout / .seconds(1)) == .success
    }

    /// Forgets those machines that are gone and for which there is no more room, the oldest first.
    ///
    /// - Returns: Their numbers.
    private func forgetEnded(_ exhibits: [Exhibit]) -> [Int] {
        let ended = exhibits.filter(\.record.hasEnded).map(\.number)
        let forgotten = ended.dropLast(Audience.endedLimit)
        if forgotten.isEmpty { return [] }
        let machines = machines.withLock { machines in
            defer { machines.shown.removeAll { forgotten.contains($0.number) } }
            return machines.shown.filter { forgotten.contains($0.number) }
        }
        for (_, machine) in machines { machine.forget() }
        return Array(forgotten)
    }
}
