import Foundation
import Sockets
import Synchronization

/// Looks up the addresses of hosts, in a few threads that end when there is nothing to look up.
final class HostResolver: Sendable {
    typealias Result = Swift.Result<[SocketAddress], TransportError>

    /// The resolver of all TCP and TLS streams, which asks the system.
    static let shared = HostResolver(
        threadLimit: 16, waitLimit: 256, startThread: HostResolver.startThread,
        find: { name in Result { () throws(TransportError) in try SocketAddress.lookUp(name.host, port: name.port) } })

    private let lookups: Mutex<LookupQueue>
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Int32
    private let find: @Sendable (LookupQueue.Name) -> Result

    /// Creates a resolver with limits for the number of threads, and for the number of names that wait for a thread.
    ///
    /// `startThread` runs a function in a new thread, and returns 0 or an error number. `find` looks up a name, which
    /// may take long.
    init(
        threadLimit: Int, waitLimit: Int, startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Int32,
        find: @escaping @Sendable (LookupQueue.Name) -> Result
    ) {
        lookups = Mutex(LookupQueue(threadLimit: threadLimit, waitLimit: waitLimit))
        self.startThread = startThread
        self.find = find
    }

    /// Looks up the addresses of a host; the completion is called once, in any thread.
    func lookUp(_ host: String, port: UInt16, completion: @escaping LookupQueue.Completion) {
        switch lookups.withLock({ $0.add(LookupQueue.Name(host: host, port: port), completion) }) {
        case .wait: break
        case .refuse(let error): completion(.failure(error))
        case .startThread:
            let status = startThread { self.work() }
            guard status != 0 else { return }
            for (name, completions) in lookups.withLock({ $0.threadFailed() }) {
                let problem = "\(name.host): no thread to look the name up: \(SystemError.text(status))"
                for completion in completions { completion(.failure(.unreachable(problem))) }
            }
        }
    }

    private func work() {
        while let name = lookups.withLock({ $0.next() }) {
            let result = find(name)
            for completion in lookups.withLock({ $0.finish(name) }) { completion(result) }
        }
    }

    // Called directly, because Foundation does not report that a thread could not be started.
    private static func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread: pthread_t = 0
        #endif
        let body = Unmanaged.passRetained(ThreadBody(body))
        let status = pthread_create(&thread, nil, { ThreadBody.run($0) }, body.toOpaque())
        guard status == 0 else {
            body.release()
            return status
        }
        #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return 0
    }
}

/// A box for a function that a thread runs.
private final class ThreadBody {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// The entry point of a thread: runs the `ThreadBody` at a pointer, and releases it.
    static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        // Sound: the pointer comes from `startThread`, and is used once.
        Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
    }
}
