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
/// A recorder can follow many machines, on any threads. It keeps no machine alive.
public final class Recorder: Sendable {
    private struct Content {
        var buffer: RecordingBuffer
        let file: RecordingFile?

        mutating func writeBeginning(of machine: String) {
            if let line = buffer.beginning(of: machine) { file?.append(line) }
        }
    }

    /// The greatest size of a line, in bytes. The arguments of a longer one are hidden.
    private static let longestLine = 1 << 24

    private let written: @Sendable (_ request: String, _ argument: Any) -> Any?
    private let content: Mutex<Content>

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - url: The file to write, which gets a line as soon as a request is answered. Its old contents are lost. `nil`
    ///     for a recording that is only in memory.
    ///   - limit: The number of latest requests that are kept at least, if they have at most 64 MiB. About three times
    ///     as many are kept at most.
    ///   - written: Returns the value to write for an argument; `nil` to hide the argument.
    /// - Precondition: `limit` is positive.
    /// - Throws: A ``RecordingError`` if the file cannot be written, or if another recorder writes it.
    public convenience init(
        to url: URL? = nil, limit: Int = 10_000,
        writing written: @escaping @Sendable (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws {
        try self.init(to: url, limit: limit, sizeLimit: Recording.largestSize / 2, writing: written)
    }

    init(
        to url: URL?, limit: Int, sizeLimit: Int,
        writing written: @escaping @Sendable (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws {
        guard limit > 0 else { fatalError("A recorder keeps one request at least.") }
        self.written = written
        let file = try url.map { try RecordingFile($0) }
        for line in Recording().lines { file?.append(line) }
        content = Mutex(Content(buffer: RecordingBuffer(limit: limit, sizeLimit: sizeLimit), file: file))
    }

    /// The recording so far, with the latest requests.
    public var recording: Recording { content.withLock { $0.buffer.recording } }

    /// The error that has stopped the writing to the file; `nil` if there was no error.
    public var writingError: (any Error)? { content.withLock { $0.file?.error } }

    /// Records the requests of a context from now on, until the context or the recorder is released.
    ///
    /// A recording begins with the state of the machine, and with its deferred requests. A replay of a machine that has
    /// other data, and was used before it was followed or in more than `limit` requests, needs that data as well.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - title: The machine's name in the recording. A second machine with this name is called `lamp 2`.
    ///   - saving: Returns the data of the machine; `nil` if there is none. It is called between requests.
    public func follow<Machine, S>(
        _ context: Machine, named title: String, saving: @escaping (Machine) -> (any Encodable)? = { _ in nil }
    ) where Machine: Context<S> {
        let lifetime = RecordingBuffer.Lifetime()
        let name = begin(title, in: situation(of: context, saving), lifetime)
        let id = ObjectIdentifier(context)
        let isFollowed = SequenceLog.beginning(of: id)
        _ = context.observeRequests(for: self, with: SequenceLog.tracer) { [weak context] recorder, _, record in
            withExtendedLifetime(lifetime) {}
            recorder.add(AnsweredRequest(record), record, of: name, isOwn: record.isOwn(of: id) || !isFollowed())
            guard let context, recorder.content.withLock({ $0.buffer.needsSituation(of: name) }) else { return }
            let situation = recorder.situation(of: context, saving)
            recorder.content.withLock { $0.buffer.note(situation, of: name) }
        }
    }

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

    /// Begins to record a machine that is no context. Report its answers with ``record(_:_:from:to:of:)``.
    ///
    /// - Parameters:
    ///   - title: The machine's name. A second machine with this name is called `lamp 2`.
    ///   - state: The path of the machine's state.
    /// - Returns: The name of the machine in the recording.
    public func follow(named title: String, in state: String) -> String {
        begin(title, in: .init(state: state, isActive: true))
    }

    private func begin(
        _ title: String, in situation: Recording.Situation, _ lifetime: RecordingBuffer.Lifetime? = nil
    ) -> String {
        content.withLock { content in
            let name = content.buffer.begin(title, in: situation, lifetime)
            content.writeBeginning(of: name)
            return name
        }
    }

    /// Records a request of a machine that is no context.
    ///
    /// - Parameters:
    ///   - request: The request, with its argument.
    ///   - outcome: The outcome of the request.
    ///   - source: The path of the state that got the request.
    ///   - target: The path of the state after a transition; `nil` if there was no transition.
    ///   - name: The machine's name in the recording.
    public func record(
        _ request: String, _ outcome: Outcome, from source: String, to target: String?, of name: String
    ) {
        let answer = AnsweredRequest(request, outcome, from: source, to: target, refusal: nil)
        add(Recording.Entry(name, answer, nil), isLed: false)
    }

    /// Records a request of a context that you cannot pass to ``follow(_:named:saving:)``, such as a context inside an
    /// actor.
    ///
    /// - Parameters:
    ///   - record: The request, from a request observer.
    ///   - name: The machine's name in the recording.
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord, of name: String) where S.Family == S {
        add(AnsweredRequest(record), record, of: name, isOwn: [.context, .deferral].contains(record.source))
    }

    private func add<S: ContextState>(
        _ answer: AnsweredRequest, _ record: Context<S>.RequestRecord, of machine: String, isOwn: Bool
    ) where S.Family == S {
        add(
            Recording.Entry(
                machine, answer, arguments(record.argument, of: answer.name), isOwn: isOwn,
                isOfObserver: record.source == .observer), isLed: isOwn || record.source != .caller)
    }

    private func arguments(_ argument: Any?, of request: String) -> [Recording.Argument]? {
        argument.map { Recording.arguments($0) { written(request, $0) } }
    }

    private func add(_ entry: Recording.Entry, isLed: Bool) {
        content.withLock { content in
            var entry = entry
            var line = content.file.map { _ in Recording.line(entry) }
            if line.map(\.utf8.count) ?? entry.size > Recorder.longestLine {
                entry.hideArguments()
                line = content.file.map { _ in Recording.line(entry) }
            }
            let size = line.map { $0.utf8.count + 1 } ?? entry.size
            guard content.buffer.add(entry, isLed: isLed, size: size) else { return }
            content.writeBeginning(of: entry.machine)
            if let line { content.file?.append(line) }
            if let lines = content.buffer.trim() { content.file?.replace(with: lines) }
        }
    }
}

extension Context.RequestRecord {
    /// True if the machine itself has made the request: in a hook or a handler, or because it had deferred it.
    func isOwn(of context: ObjectIdentifier) -> Bool {
        source == .deferral || source == .context && SequenceLog.isFollowUp(in: context)
    }
}
