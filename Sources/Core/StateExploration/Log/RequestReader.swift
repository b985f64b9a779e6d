import StatePattern

/// A tool that reads the requests of a log's machines.
package protocol RequestReader: AnyObject, Sendable {
    /// Begins to read a context, where that is isolated. Returns a closure to call after each request that was read.
    func begin<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)?
    ) -> () -> Void where Machine: Context<S>

    /// Begins to read a machine that others report. A machine can begin with its first request as well.
    func begin(_ name: String, in state: String)

    /// Reads a request, as soon as it is answered.
    func read(_ request: AnsweredRequest, _ argument: Any?, of name: String)

    /// Ends to read a machine that is gone.
    func end(_ name: String)
}

extension RequestReader {
    package func begin<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)?
    ) -> () -> Void where Machine: Context<S> { {} }

    package func begin(_ name: String, in state: String) {}
    package func end(_ name: String) {}
}

/// A context that a log follows, and the tools that read it.
// Not generic, because the code of a generic class asks for its metadata at each request.
final class FollowedContext {
    private struct Reading {
        weak var reader: (any RequestReader)?
        let finish: () -> Void
    }

    let id: ObjectIdentifier
    let name: String
    private(set) var changeCount = 0
    private weak var log: RequestLog?
    /// Makes a tool begin to read the context; returns `nil` if the context is gone.
    private let begin: (any RequestReader) -> (() -> Void)?
    private let labels = LabelCache()
    /// The number of requests before this one was followed: what they led to was not read.
    private let earlier = TracedRequest.countSoFar
    private var readings: [Reading] = []

    init<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)?, in log: RequestLog
    ) where Machine: Context<S> {
        (id, self.name, self.log) = (ObjectIdentifier(context), name, log)
        begin = { [weak context] reader in context.map { reader.begin($0, named: name, saving: saving) } }
        update(in: log)
    }

    // The context's list of observers holds this object, so the context is gone, or the log.
    deinit { log?.end(name) }

    /// Returns a request that the context has answered just now.
    func answer<S>(_ record: Context<S>.RequestRecord) -> AnsweredRequest {
        let isWhole = TracedRequest.current.map { $0.context == id && $0.number > earlier } ?? false
        return AnsweredRequest(record, labels: labels, madeBy: isWhole ? .init(record, of: id) : .machine)
    }

    /// Passes a request on to all tools.
    func read(_ request: AnsweredRequest, _ argument: Any?) {
        for reading in readings {
            guard let reader = reading.reader else { continue }
            reader.read(request, argument, of: name)
            reading.finish()
        }
    }

    /// Begins with tools that are new, and ends with those that are gone.
    func update(in log: RequestLog) {
        let readers: [any RequestReader]
        (readers, changeCount) = log.readersNow()
        readings.removeAll { reading in !readers.contains { $0 === reading.reader } }
        for reader in readers where !readings.contains(where: { $0.reader === reader }) {
            if let finish = begin(reader) { readings.append(Reading(reader: reader, finish: finish)) }
        }
    }
}
