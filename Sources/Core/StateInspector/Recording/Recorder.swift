import Foundation
import StateExploration
import StatePattern
import Synchronization

/// A recorder of the requests that machines answer, to report what a user did: see <doc:Recordings>.
///
/// An argument is written as text and, if it is `Codable`, also as JSON. A URL is written without user, password, query
/// and fragment. Hide other arguments that must not be written, such as a password, a token, or a text that a user
/// typed.
///
/// All machines of its ``log`` are recorded. A recording begins with the state of each, and with its deferred requests.
/// A replay of a machine that has other data, and was used before it was followed or in more than `limit` requests,
/// needs that data as well: `saving` of the log.
public final class Recorder: Sendable {
    private struct Content {
        var buffer: RecordingBuffer
        let file: RecordingFile?

        /// Changes the buffer, and writes where a machine begins if that has changed.
        mutating func change<Value>(_ machine: String, _ body: (inout RecordingBuffer) -> Value) -> Value {
            defer { if let file, let line = buffer.beginning(of: machine) { file.append(line) } }
            return body(&buffer)
        }
    }

    /// The greatest size of a line, in bytes. The arguments of a longer one are hidden.
    private static let longestLine = 1 << 24

    /// The log that this recorder reads.
    public let log: RequestLog
    private let written: @Sendable (_ request: String, _ argument: Any) -> Any?
    private let content: Mutex<Content>

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - log: The log to read.
    ///   - url: The file to write, which gets a line as soon as a request is answered. Its old contents are lost. `nil`
    ///     for a recording that is only in memory.
    ///   - limit: The number of latest requests that are kept at least, if they have at most 64 MiB. About three times
    ///     as many are kept at most.
    ///   - written: Returns the value to write for an argument; `nil` to hide the argument.
    /// - Precondition: `limit` is positive.
    /// - Throws: A ``RecordingError`` if the file cannot be written, or if another recorder writes it.
    public convenience init(
        of log: RequestLog = RequestLog(), to url: URL? = nil, limit: Int = 10_000,
        writing written: @escaping @Sendable (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws {
        try self.init(of: log, to: url, limit: limit, sizeLimit: Recording.largestSize / 2, writing: written)
    }

    init(
        of log: RequestLog = RequestLog(), to url: URL?, limit: Int, sizeLimit: Int,
        writing written: @escaping @Sendable (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws {
        guard limit > 0 else { fatalError("A recorder keeps one request at least.") }
        (self.log, self.written) = (log, written)
        let file = try url.map { try RecordingFile($0) }
        for line in Recording().lines { file?.append(line) }
        content = Mutex(Content(buffer: RecordingBuffer(limit: limit, sizeLimit: sizeLimit), file: file))
        log.add(self)
    }

    /// The recording so far, with the latest requests.
    public var recording: Recording { content.withLock { $0.buffer.recording } }

    /// The error that has stopped the writing to the file; `nil` if there was no error.
    public var writingError: (any Error)? { content.withLock { $0.file?.error } }

    private func situation<Machine, S>(
        of machine: Machine, _ saving: (Machine) -> (any Encodable)?
    ) -> Recording.Situation where Machine: Context<S> {
        let waiting = zip(machine.deferredRequests, machine.deferredArguments).map { request, argument in
            Recording.Request(request: request, arguments: arguments(argument, of: request))
        }
        return Recording.Situation(
            state: machine.state.statePath, isActive: machine.isActive, waiting: waiting,
            data: saving(machine).flatMap { Recording.json(of: $0)?.withoutSecretsInURLs })
    }

    private func arguments(_ argument: Any?, of request: String) -> [Recording.Argument]? {
        argument.map { Recording.arguments($0) { written(request, $0) } }
    }
}

extension Recorder: RequestReader {
    package func begin<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)?
    ) -> () -> Void where Machine: Context<S> {
        begin(name, in: situation(of: context, saving), isContext: true)
        return { [weak self, weak context] in
            guard let self, let context, content.withLock({ $0.buffer.needsSituation(of: name) }) else { return }
            let situation = situation(of: context, saving)
            content.withLock { $0.change(name) { $0.note(situation, of: name) } }
        }
    }

    package func begin(_ name: String, in state: String) {
        begin(name, in: Recording.Situation(state: state, isActive: true), isContext: false)
    }

    private func begin(_ name: String, in situation: Recording.Situation, isContext: Bool) {
        content.withLock { $0.change(name) { $0.begin(name, in: situation, isContext: isContext) } }
    }

    package func read(_ request: AnsweredRequest, _ argument: Any?, of name: String) {
        var entry = Recording.Entry(name, request, arguments(argument, of: request.name))
        content.withLock { content in
            var line = content.file.map { _ in Recording.line(entry) }
            if line.map(\.utf8.count) ?? entry.size > Recorder.longestLine {
                entry.hideArguments()
                line = content.file.map { _ in Recording.line(entry) }
            }
            let size = line.map { $0.utf8.count + 1 } ?? entry.size
            let isKept = content.change(name) { $0.add(entry, isLed: request.origin != .client, size: size) }
            if isKept, let line { content.file?.append(line) }
            if let lines = content.buffer.trim() { content.file?.replace(with: lines) }
        }
    }

    package func end(_ name: String) { content.withLock { $0.buffer.end(name) } }
}
