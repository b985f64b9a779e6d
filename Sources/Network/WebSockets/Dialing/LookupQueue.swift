import AsyncPrimitives
import Sockets

/// The names that are being looked up, and the names that wait for a thread.
///
/// Simultaneous requests for a name share one lookup. The numbers of threads and waiting names are limited: the
/// system's function waits for name servers, which may not answer.
struct LookupQueue {
    typealias Completion = @Sendable (Result<[SocketAddress], TransportError>) -> Void

    struct Name: Hashable, Sendable {
        let host: String
        let port: UInt16
    }

    enum Step: Hashable {
        case wait
        case startThread
        case refuse(TransportError)
    }

    private let threadLimit: Int
    private let waitLimit: Int
    /// The completions of names that wait or are being looked up.
    private var completions: [Name: [Completion]] = [:]
    private var waiting = Queue<Name>()
    private(set) var threads = 0

    init(threadLimit: Int, waitLimit: Int) {
        self.threadLimit = threadLimit
        self.waitLimit = waitLimit
    }

    /// Adds a request. Its completion will be called once, unless this returns a refusal.
    mutating func add(_ name: Name, _ completion: @escaping Completion) -> Step {
        guard completions[name] == nil else {
            completions[name]?.append(completion)
            return .wait
        }
        guard waiting.count < waitLimit else {
            let problem = "\(name.host): \(waitLimit) other names wait for an answer of the name servers"
            return .refuse(.unreachable(problem))
        }
        completions[name] = [completion]
        waiting.append(name)
        guard threads < threadLimit else { return .wait }
        threads += 1
        return .startThread
    }

    /// Returns the next name that a thread must look up; `nil` if the thread must end.
    mutating func next() -> Name? {
        if let name = waiting.popFirst() { return name }
        threads -= 1
        return nil
    }

    /// Removes a name that was looked up, and returns the completions to call with the result.
    mutating func finish(_ name: Name) -> [Completion] { completions.removeValue(forKey: name) ?? [] }

    /// Call this when a thread could not be started.
    ///
    /// If no other thread runs, returns all waiting names. Call their completions with an error.
    mutating func threadFailed() -> [(name: Name, completions: [Completion])] {
        threads -= 1
        guard threads == 0 else { return [] }
        var abandoned: [(name: Name, completions: [Completion])] = []
        while let name = waiting.popFirst() { abandoned.append((name, finish(name))) }
        return abandoned
    }
}
