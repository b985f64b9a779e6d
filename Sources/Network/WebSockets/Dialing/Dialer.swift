import AsyncPrimitives
import Dispatch
import Sockets

/// Connects to a host: looks up its addresses, and tries them in the order of an ``AddressRace``.
///
/// Everything happens on one serial queue; use the dialer there only.
// Sound: everything happens on the queue, including the result of a lookup.
final class Dialer<Attempt: ConnectAttempt & SendableMetatype>: @unchecked Sendable {
    /// A socket, its watch, and the attempt that is connecting or has connected the socket.
    ///
    /// When the watch is cancelled or released, the attempt ends, and the socket is closed.
    struct Connection {
        let attempt: Attempt
        let descriptor: SocketDescriptor
        let watch: DescriptorWatch
    }

    typealias Completion = (Result<Connection, TransportError>) -> Void

    private let host: String
    private let queue: DispatchQueue
    private let makeAttempt: (SocketDescriptor, SocketAddress) throws(TransportError) -> Attempt
    private let start = ContinuousClock.now
    private let timeout: Duration

    private var completion: Completion?
    private var race: AddressRace<SocketAddress>?
    private var connections: [Int: Connection] = [:]
    private var attemptCount = 0
    private var timer: ScopedTask?
    /// The earliest time at which an attempt must continue without an event; `nil` for no such time.
    private var attemptsWaitUntil: Duration?

    /// Begins to connect. The host is a name or a numeric address; the dialer begins each attempt that `makeAttempt` makes.
    ///
    /// The completion is called once, after this call has returned, unless the dialer is cancelled or released first.
    init(
        to host: String, port: UInt16, timeout: Duration, resolver: HostResolver, on queue: DispatchQueue,
        makeAttempt: @escaping (SocketDescriptor, SocketAddress) throws(TransportError) -> Attempt,
        completion: @escaping Completion
    ) {
        self.host = host
        self.queue = queue
        self.timeout = timeout
        self.makeAttempt = makeAttempt
        self.completion = completion
        if let addresses = SocketAddress.known(host, port: port) {
            queue.async { [weak self] in self?.found(.success(addresses)) }
        } else {
            timer = .timer(after: timeout, on: queue) { [weak self] in self?.finish(.failure(.timedOut)) }
            resolver.lookUp(host, port: port) { [weak self, queue] result in
                queue.async { [weak self] in self?.found(result) }
            }
        }
    }

    /// Drops all attempts, without calling the completion handler.
    func cancel() {
        completion = nil
        connections = [:]
        timer = nil
    }

    private func found(_ result: HostResolver.Result) {
        guard completion != nil else { return }
        switch result {
        case .success(let addresses):
            race = AddressRace(
                addresses, family: \.family, deadline: timeout, otherwise: .unreachable("\(host) has no address"))
            advance()
        case .failure(let error):
            finish(.failure(error))
        }
    }

    /// Asks the race for steps and carries them out, until the race must wait or is over.
    private func advance() {
        while completion != nil, let step = race?.next(at: elapsed) {
            switch step {
            case .attempt(let address): begin(address)
            case .fail(let error): finish(.failure(error))
            case .wait(let end):
                let time = min(end, attemptsWaitUntil ?? end) - elapsed
                timer = .timer(after: time, on: queue) { [weak self] in self?.timeHasCome() }
                return
            }
        }
    }

    private var elapsed: Duration { ContinuousClock.now - start }

    private func begin(_ address: SocketAddress) {
        do throws(TransportError) {
            let descriptor = try SocketDescriptor(family: address.family)
            let attempt: Attempt
            do throws(TransportError) {
                attempt = try makeAttempt(descriptor, address)
            } catch {
                descriptor.dispose()
                throw error
            }
            let watch = DescriptorWatch(descriptor.number, queue: queue) {
                attempt.end()
                descriptor.dispose()
            }
            attemptCount += 1
            connections[attemptCount] = Connection(attempt: attempt, descriptor: descriptor, watch: watch)
            resume(attemptCount)
        } catch {
            race?.attemptFailed(error)
        }
    }

    private func resume(_ number: Int) {
        guard completion != nil, let connection = connections[number] else { return }
        do throws(TransportError) {
            guard let wait = try connection.attempt.resume() else { return finish(.success(connection)) }
            let handler = { [weak self] in
                self?.resume(number)
                self?.advance()
            }
            if wait.reads { connection.watch.whenReadable(handler) }
            if wait.writes { connection.watch.whenWritable(handler) }
            if let time = wait.time { attemptsWaitUntil = min(attemptsWaitUntil ?? timeout, elapsed + time) }
        } catch {
            connections[number] = nil
            race?.attemptFailed(error)
        }
    }

    private func timeHasCome() {
        attemptsWaitUntil = nil
        for number in connections.keys.sorted() { resume(number) }
        advance()
    }

    private func finish(_ result: Result<Connection, TransportError>) {
        guard let completion else { return }
        cancel()
        completion(result)
    }
}
