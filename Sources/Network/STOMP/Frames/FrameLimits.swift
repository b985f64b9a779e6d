/// The limits of frames, so that a peer cannot exhaust the memory.
///
/// A ``StompSession`` skips incoming frames beyond the limits. It does not send such frames either, since receivers
/// with the same limits could not read them.
///
/// Source: STOMP 1.2, "Size Limits".
public struct FrameLimits: Hashable, Sendable {
    /// The greatest number of headers, repeated headers included.
    package let headerCount: Int
    /// The greatest number of bytes in a line of the head, with escapes and without its EOL.
    package let lineLength: Int
    /// The greatest number of bytes in a body.
    package let bodyLength: Int

    /// Creates limits; by default, 128 headers of 16 KiB each, and a body of 13 MiB. `Int.max` stands for no limit.
    ///
    /// A frame within the default limits fits into a message of 16 MiB, the default limit of WebSocket transports.
    ///
    /// - Precondition: No limit is negative, and `lineLength` is at least the length of the longest command.
    public init(headerCount: Int = 128, lineLength: Int = 16 * 1024, bodyLength: Int = 13 * 1024 * 1024) {
        guard headerCount >= 0, bodyLength >= 0 else { fatalError("The limits of a frame cannot be negative.") }
        guard lineLength >= Frame.Command.longest else {
            fatalError("A line must be allowed \(Frame.Command.longest) bytes, or there is no room for a command.")
        }
        self.headerCount = headerCount
        self.lineLength = lineLength
        self.bodyLength = bodyLength
    }
}

extension Frame.Command {
    /// The number of bytes in the longest command.
    static let longest = allCases.map(\.rawValue.utf8.count).max()!
}
