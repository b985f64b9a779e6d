import Dispatch
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// A stream on a separate queue, for tests that wait for it.
// Sound: the stream is used on its queue only.
final class StreamTask<Stream: ByteStream & SendableMetatype>: @unchecked Sendable {
    private let queue: DispatchQueue
    let stream: Stream
    /// The bytes of the read in progress.
    private var incoming: [UInt8] = []

    init(_ makeStream: (DispatchQueue) -> Stream) {
        queue = DispatchQueue(label: "stream")
        stream = makeStream(queue)
    }

    func connect(timeout: Duration = .seconds(600)) async -> TransportError? {
        await withCheckedContinuation { continuation in
            perform { $0.connect(timeout: timeout) { continuation.resume(returning: $0) } }
        }
    }

    /// Does something with the stream on its queue, after everything that was asked before.
    func perform(_ body: @escaping @Sendable (Stream) -> Void) {
        queue.async { [self] in body(stream) }
    }

    func settle() async {
        await withCheckedContinuation { continuation in perform { _ in continuation.resume() } }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        let error = await withCheckedContinuation { continuation in
            perform { [self] _ in flush(bytes[...], continuation) }
        }
        if let error { throw error }
    }

    /// Reads exactly this number of bytes, or fewer if the stream ends.
    func read(_ count: Int) async throws(TransportError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            perform { [self] _ in resumeReading(count, continuation) }
        }
        return try result.get()
    }

    private func flush(_ bytes: ArraySlice<UInt8>, _ continuation: CheckedContinuation<TransportError?, Never>) {
        var rest = bytes
        do throws(TransportError) {
            while !rest.isEmpty {
                let result = rest.withUnsafeBytes { bytes in
                    Result { () throws(TransportError) in try stream.write(bytes) }
                }
                guard let count = try result.get() else {
                    let left = rest
                    return stream.whenWritable { self.flush(left, continuation) }
                }
                rest = rest.dropFirst(count)
            }
            guard try stream.flush() else {
                return stream.whenWritable { self.flush([], continuation) }
            }
            continuation.resume(returning: nil)
        } catch {
            continuation.resume(returning: error)
        }
    }

    private func resumeReading(
        _ count: Int, _ continuation: CheckedContinuation<Result<[UInt8], TransportError>, Never>
    ) {
        // No waiting before everything is read: the end of a connection may have been reported already.
        while incoming.count < count {
            var buffer = [UInt8](repeating: 0, count: min(count - incoming.count, 16384))
            let result = buffer.withUnsafeMutableBytes { buffer in
                Result { () throws(TransportError) in try stream.read(into: buffer) }
            }
            switch result {
            case .success(nil): return stream.whenReadable { self.resumeReading(count, continuation) }
            case .success(let read?): incoming += buffer[..<read]
            case .failure(let error):
                incoming = []
                return continuation.resume(returning: .failure(error))
            }
            if case .success(0) = result { break }
        }
        continuation.resume(returning: .success(incoming))
        incoming = []
    }
}

extension StreamTask<TLSStream> {
    convenience init(to port: UInt16, host: String = "127.0.0.1", trusting file: String? = nil) {
        self.init { TLSStream(host: host, port: port, certificateAuthorities: file, queue: $0) }
    }
}

extension Optional {
    /// Lets go of a stream, and waits until it is gone, as at the end of a process.
    ///
    /// The thread and the queue in which it was connected may hold it for a while. If it were still there when the process
    /// ends, AddressSanitizer would take it for a leak: it does not find what Swift's weak references point at.
    mutating func tearDown<Stream>() async where Wrapped == StreamTask<Stream> {
        weak let last = self?.stream
        self = nil
        await yieldWhile("the stream is not released") { last != nil }
    }
}
