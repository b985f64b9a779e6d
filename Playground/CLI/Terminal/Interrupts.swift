import Foundation

/// Signals that the program handles instead of being ended by them.
enum Interrupts {
    private static let pipe = Pipe()

    /// Calls `body` for each of the signals from now on, on a thread of the system. Call this only once.
    ///
    /// The handlers write into a pipe: a signal source of Dispatch can miss a signal on Linux.
    static func watch(_ signals: [Int32], _ body: @escaping @Sendable () -> Void) {
        signalEnd = pipe.fileHandleForWriting.fileDescriptor
        pipe.fileHandleForReading.readabilityHandler = { if !$0.availableData.isEmpty { body() } }
        for number in signals {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = write(signalEnd, &byte, 1)
            }
        }
    }
}

/// The end of a pipe that signals write into. Sound: it is set once, before a handler reads it.
nonisolated(unsafe) private var signalEnd: Int32 = -1
