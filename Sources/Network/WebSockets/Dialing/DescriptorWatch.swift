import Foundation

/// A watch on a file descriptor. It calls back once when bytes can be read or written.
///
/// Dispatch must not watch a closed descriptor, since the system may have reused its number. So the descriptor is
/// released only when the watch has ended.
///
/// Everything happens on the serial queue that the initializer gets.
// Sound: the properties are used on this queue only, or when the last reference to the watch is gone.
package final class DescriptorWatch: @unchecked Sendable {
    private let descriptor: Int32
    private let queue: DispatchQueue

    private let readSource: any DispatchSourceRead
    private var readHandler: (() -> Void)?
    private var readIsSuspended = true

    /// The source for writing; `nil` unless a write waits, which is rare.
    private var writeSource: (any DispatchSourceWrite)?
    private var writeHandler: (() -> Void)?

    /// Watches an open descriptor, on a serial queue.
    ///
    /// The descriptor must stay open until the watch calls `release`. It does so on the queue, after the watch has
    /// ended.
    package init(_ descriptor: Int32, queue: DispatchQueue, release: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.queue = queue
        readSource = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        readSource.setEventHandler { [weak self] in self?.readable() }
        readSource.setCancelHandler(handler: release)
    }

    deinit { cancel() }

    /// Calls the handler once, when there are bytes to read, or the end of the stream, or an error.
    package func whenReadable(_ handler: @escaping () -> Void) {
        guard !readSource.isCancelled else { return }
        readHandler = handler
        if readIsSuspended {
            readIsSuspended = false
            readSource.resume()
        }
    }

    /// Calls the handler once, when there is room for bytes, or an error. Sometimes it is called without a reason.
    package func whenWritable(_ handler: @escaping () -> Void) {
        guard !readSource.isCancelled else { return }
        writeHandler = handler
        guard writeSource == nil else { return }
        // On Linux, a read and a write source of one descriptor lose events to each other, so this source gets its own.
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else {
            // There are too many descriptors at the moment. Until there are fewer, trying to write in vain does no
            // harm.
            return queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.writable() }
        }
        let source = DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
        source.setEventHandler { [weak self] in self?.writable() }
        source.setCancelHandler { close(duplicate) }
        source.activate()
        writeSource = source
    }

    /// Ends the watch: calls no handler any more, and soon releases the descriptor.
    package func cancel() {
        guard !readSource.isCancelled else { return }
        stopWriting()
        readHandler = nil
        readSource.cancel()
        // A suspended source would never call its cancel handler, and must not be released.
        if readIsSuspended { readSource.resume() }
    }

    private func readable() {
        let handler = readHandler
        readHandler = nil
        handler?()
        // The source is suspended only if the handler has not asked to be called again. Most readers ask at once.
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
