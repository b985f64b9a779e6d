import Dispatch

/// Tells when a file descriptor has become worth reading or writing, once each time it is asked.
///
/// Dispatch must not watch a descriptor that is closed already, since its number may belong to somebody else by then: so
/// the watch is told what to do when it has let go of it.
///
/// Everything happens on the one serial queue that it is made with.
package final class DescriptorWatch {
    private let reading: Direction
    private let writing: Direction

    /// Watches a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor, which stays open until `release` is called.
    ///   - queue: The serial queue on which everything happens.
    ///   - release: Called once on the queue, when nobody watches the descriptor any more.
    package init(_ descriptor: Int32, queue: DispatchQueue, release: @escaping @Sendable () -> Void) {
        let watchers = DispatchGroup()
        reading = Direction(
            DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue), memberOf: watchers)
        writing = Direction(
            DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue), memberOf: watchers)
        watchers.notify(queue: queue, execute: release)
    }

    deinit { cancel() }

    /// Calls the handler once, when there are bytes, the end or an error to be read.
    package func whenReadable(_ handler: @escaping () -> Void) { reading.wait(handler) }

    /// Calls the handler once, when there is room for bytes, or an error to be seen.
    package func whenWritable(_ handler: @escaping () -> Void) { writing.wait(handler) }

    /// Calls no handler any more, and releases the descriptor soon.
    package func cancel() {
        reading.cancel()
        writing.cancel()
    }
}

/// Reading or writing: a source that is suspended while nobody waits.
// Sound: its properties are used on the queue of its source only, or when nobody else has the watch any more.
private final class Direction: @unchecked Sendable {
    private let source: any DispatchSourceProtocol
    private var handler: (() -> Void)?
    private var isSuspended = true

    init(_ source: any DispatchSourceProtocol, memberOf watchers: DispatchGroup) {
        self.source = source
        watchers.enter()
        source.setEventHandler { [weak self] in self?.fire() }
        source.setCancelHandler { watchers.leave() }
    }

    func wait(_ handler: @escaping () -> Void) {
        guard !source.isCancelled else { return }
        self.handler = handler
        if isSuspended {
            isSuspended = false
            source.resume()
        }
    }

    func cancel() {
        guard !source.isCancelled else { return }
        handler = nil
        source.cancel()
        // A suspended source would never get to its cancel handler, and must not be given up.
        if isSuspended { source.resume() }
    }

    private func fire() {
        let handler = handler
        self.handler = nil
        handler?()
        // Who waits again at once, as most readers do, finds the source running.
        if !source.isCancelled, self.handler == nil {
            isSuspended = true
            source.suspend()
        }
    }
}
