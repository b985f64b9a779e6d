import Foundation

import Sockets

/// The bytes of a stream that are not decoded yet, and their place in the stream.
struct UndecodedBytes {
    private(set) var buffer: [UInt8] = []
    /// The index of the first byte that is not decoded yet.
    private(set) var start = 0
    /// The index after the bytes that were searched, so that no byte is searched twice.
    private var searched = 0
    /// The number of bytes of the stream that precede the buffer.
    private var dropped = 0

    /// The number of bytes of the stream that precede the undecoded bytes.
    var offset: Int { dropped + start }

    var count: Int { buffer.count - start }

    var first: UInt8? { start < buffer.count ? buffer[start] : nil }

    /// Appends bytes of the stream.
    ///
    /// - Complexity: O(*n*) in the number of bytes, averaged over many calls.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        // Moving the undecoded bytes to the front pays off only if they are fewer than the decoded bytes.
        if start > buffer.count / 2 {
            buffer.removeSubrange(..<start)
            dropped += start
            searched -= min(start, searched)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Returns the index of the first occurrence of a byte.
    ///
    /// The search continues where the last search ended, so all calls must search for the same byte until it is found.
    mutating func firstIndex(of byte: UInt8) -> Int? {
        let found = buffer.firstIndex(of: byte, in: max(start, searched)..<buffer.count)
        searched = found ?? buffer.count
        return found
    }

    mutating func remove(upTo index: Int) { start = index }

    /// Removes up to `limit` bytes from the front. Returns the number of removed bytes.
    mutating func removeFirst(atMost limit: Int) -> Int {
        let removed = min(count, limit)
        start += removed
        return removed
    }

    mutating func removeAll() { start = buffer.count }
}

extension [UInt8] {
    /// Returns the index of the first occurrence of a byte within bounds; `nil` if there is none.
    ///
    /// It calls `memchr`, which tests many bytes at a time: the compiler does not vectorize a loop that may end at any
    /// byte.
    ///
    /// - Precondition: The bounds lie within the array.
    func firstIndex(of byte: UInt8, in bounds: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + bounds.lowerBound, Int32(byte), bounds.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}

/// A frame that cannot be read. Its end was found, so that the next frame can be read.
package struct UnreadableFrame: Hashable, Sendable {
    /// The command and the headers that could be read, without a body.
    package let head: Frame
    /// The first mistake in the frame.
    package let error: FrameError
}

extension FrameDecoder.Element {
    /// The frame, or the head of an unreadable frame; `nil` for a heart-beat.
    var readableFrame: Frame? {
        switch self {
        case .frame(let frame): frame
        case .unreadable(let frame): frame.head
        case .heartBeat: nil
        }
    }
}
