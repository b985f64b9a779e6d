import Foundation

/// Tells when a file descriptor has become worth reading or writing, once each time it is asked.
///
/// Dispatch must not watch a descriptor that is closed already, since its number may belong to somebody else by then: so
/// the watch is told what to do when it has let go of it.
///
/// Everything happens on the one serial queue that it is made with.
// Sound: its properties are used on that queue only, or when nobody else has the watch any more.
package final class DescriptorWatch: @unchecked Sendable {
    private let descriptor: Int32
    private let queue: DispatchQueue

    private let readSource: any DispatchSourceRead
    private var readHandler: (() -> Void)?
    private var readIsSuspended = true

    /// Lives while somebody waits, which is seldom: there is room most of the time.
    private var writeSource: (any DispatchSourceWrite)?
    private var writeHandler: (() -> Void)?

    /// Watches a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor, which stays open until `release` is called.
    ///   - queue: The serial queue on which everything happens.
    ///   - release: Called once on the queue, when nobody watches the descriptor any more.
    package init(_ descriptor: Int32, queue: DispatchQueue, release: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.queue = queue
        readSource = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        readSource.setEventHandler { [weak self] in self?.readable() }
        readSource.setCancelHandler(handler: release)
    }

    deinit { cancel() }

    /// Calls the handler once, when there are bytes, the end or an error to be read.
    package func whenReadable(_ handler: @escaping () -> Void) {
        guard !readSource.isCancelled else { return }
        readHandler = handler
        if readIsSuspended {
            readIsSuspended = false
            readSource.resume()
        }
    }

    /// Calls the handler once, when there is room for bytes, or an error to be seen; or for no reason, now and then.
    package func whenWritable(_ handler: @escaping () -> Void) {
        guard !readSource.isCancelled else { return }
        writeHandler = handler
        guard writeSource == nil else { return }
        // On Linux, a read and a write source of one descriptor lose events to each other: this one gets its own.
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else {
            // There are too many descriptors at the moment; trying in vain does no harm meanwhile.
            return queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.writable() }
        }
        let source = DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
        source.setEventHandler { [weak self] in self?.writable() }
        source.setCancelHandler { close(duplicate) }
        source.activate()
        writeSource = source
    }

    /// Calls no handler any more, and releases the descriptor soon.
    package func cancel() {
        guard !readSource.isCancelled else { return }
        stopWriting()
        readHandler = nil
        readSource.cancel()
        // A suspended source would never get to its cancel handler, and must not be given up.
        if readIsSuspended { readSource.resume() }
    }

    private func readable() {
        let handler = readHandler
        readHandler = nil
        handler?()
        // Who waits again at once, as most readers do, finds the source running.
        if !readSource.isCancelled, readHandler == nil {
            readIsSuspended = true
            readSource.suspend()
        }
    }

    private func writable() {
        let handler = writeHandler
        stopWriting()
        handler?()
    }

    private func stopWriting() {
        writeHandler = nil
        writeSource?.cancel()
        writeSource = nil
    }
}
