import Sockets

/// The bytes that a session has received and not decoded yet, for each connection that it still reads from.
struct IncomingFrames {
    private var decoders: [Int: FrameDecoder] = [:]
    /// True while a consumer has no room for a message, so that nothing is read from the server, on any connection.
    var isStalled = false

    /// Begins a connection with the decoder that has read its first frame.
    mutating func begin(_ connection: Int, with decoder: FrameDecoder) { decoders[connection] = decoder }

    /// Forgets the connections before this one.
    mutating func forgetConnections(before connection: Int) {
        for number in decoders.keys where number < connection { decoders[number] = nil }
    }

    mutating func append(_ bytes: [UInt8], on connection: Int) { decoders[connection]?.append(bytes) }

    /// Returns the next frame of a connection; `nil` if none has come in completely.
    mutating func next(on connection: Int) throws(FrameError) -> Frame? {
        while let element = try decoders[connection]?.next() { if case .frame(let frame) = element { return frame } }
        return nil
    }
}
