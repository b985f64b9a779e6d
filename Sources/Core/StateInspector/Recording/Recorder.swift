import Foundation
import StateExploration
import StatePattern
import Synchronization

/// A recorder of the requests that machines answer, to report what a user did: see <doc:Recordings>.
///
/// An argument is written as text and, if it is `Codable`, also as JSON. Hide arguments that must not be written, such
/// as a password, a token, or a text that a user typed.
///
/// A recorder can follow many machines, on any threads. It keeps no machine alive.
public final class Recorder: Sendable {
    private struct Content {
        var recording = Recording()
        var file: RecordingFile?

        mutating func begin(_ machine: String, in situation: Recording.Situation) {
            recording.situations[machine] = situation
            file?.append(Recording.line(Recording.Header(situations: [machine: situation])))
        }
    }

    private let limit: Int
    private let written: @Sendable (_ request: String, _ argument: Any) -> Any?
    private let content: Mutex<Content>

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - url: The file to write, which gets a line as soon as a request is answered. Its old contents are lost. `nil`
    ///     for a recording that is only in memory.
    ///   - limit: The number of latest requests that are kept at least. At most twice as many are kept.
    ///   - written: Returns the value to write for an argument; `nil` to hide the argument.
    /// - Precondition: `limit` is positive.
    /// - Throws: The system's error if the file cannot be written.
    public init(
        to url: URL? = nil, limit: Int = 10_000,
        writing written: @escaping @Sendable (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws {
        guard limit > 0 else { fatalError("A recorder keeps one request at least.") }
        (self.limit, self.written) = (limit, written)
        content = Mutex(Content(file: try url.map { try RecordingFile($0, Recording().lines) }))
    }

    /// The recording so far, with the latest requests.
    public var recording: Recording { content.withLock { $0.recording } }

    /// The error that has stopped the writing to the file; `nil` if there was no error.
    public var writingError: (any Error)? { content.withLock { $0.file?.error } }

    /// Records the requests of a context from now on, until the context or the recorder is released.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - title: The machine's name in the recording. A second machine with this name is called `lamp 2`.
    public func follow<S: ContextState>(_ context: Context<S>, named title: String) where S.Family == S {
        let name = begin(title, in: context.state.statePath, isActive: context.isActive)
        let id = ObjectIdentifier(context)
        _ = context.observeRequests(for: self, with: SequenceLog.tracer) { recorder, _, record in
            recorder.add(
                AnsweredRequest(record), record.argument, of: name,
                isOwn: record.source == .deferral || record.source == .context && SequenceLog.isFollowUp(in: id))
        }
    }

    /// Begins to record a machine that is no context. Report its answers with ``record(_:_:from:to:of:)``.
    ///
    /// - Parameters:
    ///   - title: The machine's name. A second machine with this name is called `lamp 2`.
    ///   - state: The path of the machine's state.
    /// - Returns: The name of the machine in the recording.
    public func follow(named title: String, in state: String) -> String { begin(title, in: state, isActive: true) }

    private func begin(_ title: String, in state: String, isActive: Bool) -> String {
        content.withLock { content in
            var (name, number) = (title, 1)
            while content.recording.situations[name] != nil {
                number += 1
                name = "\(title) \(number)"
            }
            content.begin(name, in: .init(state: state, isActive: isActive))
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
        add(AnsweredRequest(request, outcome, from: source, to: target, refusal: nil), nil, of: name, isOwn: false)
    }

    /// Records a request of a context that you cannot pass to ``follow(_:named:)``, such as a context inside an actor.
    ///
    /// - Parameters:
    ///   - record: The request, from a request observer.
    ///   - name: The machine's name in the recording.
    public func record<S: ContextState>(_ record: Context<S>.RequestRecord, of name: String) where S.Family == S {
        add(AnsweredRequest(record), record.argument, of: name, isOwn: [.context, .deferral].contains(record.source))
    }

    private func add(_ answer: AnsweredRequest, _ argument: Any?, of machine: String, isOwn: Bool) {
        let arguments = argument.map { Recording.arguments($0) { written(answer.name, $0) } }
        content.withLock { content in
            if content.recording.situations[machine] == nil {
                let isActive = answer.name != AnsweredRequest.activation
                content.begin(machine, in: .init(state: answer.source.path, isActive: isActive))
            }
            let entry = Recording.Entry(machine, answer, arguments, isOwn: isOwn)
            content.recording.entries.append(entry)
            content.file?.append(Recording.line(entry))
            if content.recording.entries.count / 2 >= limit {
                content.recording.keep(limit)
                content.file?.replace(with: content.recording.lines)
            }
        }
    }
}

extension Recording {
    /// The arguments of a request: one value, or the elements of a tuple.
    static func arguments(_ argument: Any, written: (Any) -> Any? = { $0 }) -> [Argument] {
        let mirror = Mirror(reflecting: argument)
        let values = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [argument]
        return values.map { value in
            guard let value = written(value) else { return Argument(text: nil, json: nil) }
            return Argument(text: text(value), json: (value as? any Encodable).flatMap { json(of: $0) })
        }
    }

    private static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first.map { "\($0.value)" } ?? "nil" : "\(value)"
    }
}

/// The file of a recorder. After `append`, the operating system has the line, so a crash of the program does not lose
/// it.
private struct RecordingFile {
    private let url: URL
    private var handle: FileHandle?
    private(set) var error: (any Error)?

    init(_ url: URL, _ lines: [String]) throws {
        self.url = url.resolvingSymlinksInPath()
        try Data(RecordingFile.text(of: lines).utf8).write(to: self.url)
        try open()
    }

    mutating func append(_ line: String) {
        do { try handle?.write(contentsOf: Data(RecordingFile.text(of: [line]).utf8)) } catch { stop(error) }
    }

    /// Replaces all lines of a regular file at once. Nothing happens for a pipe or a device.
    mutating func replace(with lines: [String]) {
        guard handle != nil else { return }
        do {
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return }
            try Data(RecordingFile.text(of: lines).utf8).write(to: url, options: .atomic)
            try open()
        } catch { stop(error) }
    }

    private mutating func open() throws {
        handle = try FileHandle(forWritingTo: url)
        _ = try? handle?.seekToEnd()
    }

    private mutating func stop(_ error: any Error) { (handle, self.error) = (nil, error) }

    private static func text(of lines: [String]) -> String { lines.map { "\($0)\n" }.joined() }
}
