import Sockets

enum IncomingFrame {
    case frame(ServerFrame)
    /// A `MESSAGE` that breaks a rule or a limit.
    case unreadableMessage(UnreadableFrame)
}

/// The received bytes that are not decoded yet, for each connection that a session still reads from.
struct IncomingFrames {
    private var decoders: [Int: FrameDecoder] = [:]
    /// True while messages wait for consumers without room. The session then reads nothing from the server.
    var isStalled = false

    /// Begins a connection. `decoder` has read the connection's first frame, and may contain further bytes.
    mutating func begin(_ connection: Int, with decoder: FrameDecoder) { decoders[connection] = decoder }

    /// Drops the undecoded bytes of earlier connections.
    mutating func forgetConnections(before connection: Int) {
        for number in decoders.keys where number < connection { decoders[number] = nil }
    }

    mutating func append(_ bytes: [UInt8], on connection: Int) { decoders[connection]?.append(bytes) }

    /// Returns the next frame of a connection; `nil` if no whole frame has come in.
    ///
    /// For a `RECEIPT` or an `ERROR`, the readable part of the head is enough.
    ///
    /// - Throws: The reason why nothing more can be read on this connection.
    mutating func next(on connection: Int) throws(ReadFailure) -> IncomingFrame? {
        do {
            while let element = try decoders[connection]?.next() {
                switch element {
                case .frame(let frame): return try incoming(frame)
                case .unreadable(let frame) where frame.head.command == .message: return .unreadableMessage(frame)
                case .unreadable(let frame): return .frame(try ServerFrame(frame.head))
                case .heartBeat: break
                }
            }
            return nil
        } catch {
            let subscription = decoders[connection]?.unfinishedFrame?["subscription"]
            throw ReadFailure(reason: "\(error)", subscription: subscription)
        }
    }

    private func incoming(_ frame: Frame) throws(FrameError) -> IncomingFrame {
        do {
            return .frame(try ServerFrame(frame))
        } catch {
            guard frame.command == .message else { throw error }
            let head = Frame(.message, headers: frame.headers)
            return .unreadableMessage(UnreadableFrame(head: head, error: error))
        }
    }
}

/// The reason why nothing more can be read on a connection.
struct ReadFailure: Error, Hashable {
    let reason: String
    /// The name on the wire of the unreadable message's subscription; `nil` if it could not be read.
    let subscription: String?
}
