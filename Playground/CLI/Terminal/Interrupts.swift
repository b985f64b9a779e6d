import Foundation

/// Handling signals that would otherwise end the program.
enum Interrupts {
    private static let pipe = Pipe()

    /// Calls `body` on a thread of the system each time that one of the signals arrives. Call `watch` only once.
    ///
    /// The signal handlers write into a pipe, because Dispatch's signal sources can miss a signal on Linux.
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

/// The end of the pipe into which the signal handlers write. Sound: it is set once, before a handler reads it.
nonisolated(unsafe) private var signalEnd: Int32 = -1
