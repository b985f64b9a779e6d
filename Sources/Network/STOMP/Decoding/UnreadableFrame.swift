import Sockets

/// A frame of a stream that cannot be read, although its end can be found, so that the next frame can be read.
package struct UnreadableFrame: Hashable, Sendable {
    /// The command and those headers that could be read, without a body.
    package let head: Frame
    /// The first mistake in the frame.
    package let error: FrameError
}

extension FrameDecoder.Element {
    /// The frame as far as it can be read; `nil` for a heart-beat.
    var readableFrame: Frame? {
        switch self {
        case .frame(let frame): frame
        case .unreadable(let frame): frame.head
        case .heartBeat: nil
        }
    }
}
