import Foundation
import StateExploration
import StatePattern

/// The answered requests of machines, which a ``Recorder`` has written.
///
/// A recording is lines of JSON. The first line contains the version of the format, and the state in which each machine
/// begins: `{"situations":{"lamp":{"isActive":true,"state":"Off","waiting":[]}},"version":2}`. Each further line is a
/// request with its arguments and its consequences.
public struct Recording: Equatable, Sendable {
    /// The version that is written. The first one did not have what waits, data, and requests of observers.
    static let version = 2

    /// The first line, or a later line that adds a machine.
    struct Header: Codable, Equatable {
        var version = Recording.version
        /// The situation in which each machine begins.
        var situations: [String: Situation]
    }

    /// The situation of a machine in which its recording begins.
    public struct Situation: Codable, Equatable, Sendable {
        /// The path of the state.
        public internal(set) var state: String
        public internal(set) var isActive: Bool
        /// The deferred requests, in the order in which they are tried again; `nil` if they are unknown.
        var waiting: [Request]?
        /// The data of the machine as JSON; `nil` if the recorder has none.
        var data: String?

        /// Reads the data that the recorder's `saving` returned; `nil` if there is none.
        ///
        /// - Throws: An error if the data has another type.
        public func data<Value: Decodable>(as type: Value.Type) throws -> Value? {
            try data.map { try Recording.value(from: $0) }
        }

        /// Changes to what is known of the situation after a request.
        mutating func follow(_ entry: Entry) {
            (state, waiting, data) = (entry.target ?? entry.state, nil, nil)
            if entry.isActivation { isActive = entry.request == AnsweredRequest.activation }
        }
    }

    /// A request that waits.
    struct Request: Codable, Equatable {
        let request: String
        let arguments: [Argument]?
    }

    /// A request that a machine has answered.
    struct Entry: Codable, Equatable {
        let machine: String
        /// The context's method for the request: `seek(to:)`.
        let request: String
        /// The arguments; `nil` if the request has none.
        private(set) var arguments: [Argument]?
        let state: String
        let outcome: String
        let target: String?
        let refusal: String?
        /// `true` for the machine's own requests: follow-ups, and requests that it had deferred.
        let isOwn: Bool?
        /// `true` for a request that an observer of the machine made while it was notified.
        let isOfObserver: Bool?
        /// The number of the line in the file. It is not written.
        var line = 0

        var isActivation: Bool { AnsweredRequest.isActivation(request) }

        private enum CodingKeys: CodingKey {
            case machine, request, arguments, state, outcome, target, refusal, isOwn, isOfObserver
        }

        init(_ machine: String, _ answer: AnsweredRequest, _ arguments: [Argument]?) {
            (self.machine, self.arguments) = (machine, arguments)
            isOwn = answer.origin == .machine ? true : nil
            isOfObserver = answer.origin == .observer ? true : nil
            (request, outcome, refusal) = (answer.name, "\(answer.outcome)", answer.refusal?.withoutSecretsInURLs)
            (state, target) = (answer.source.path, answer.target?.path)
        }

        /// The size in bytes, approximately.
        var size: Int {
            let texts: [String?] = [machine, request, state, target, refusal]
            let all = texts + (arguments ?? []).flatMap { [$0.text, $0.json] }
            return all.reduce(100) { $0 + ($1?.utf8.count ?? 0) }
        }

        mutating func hideArguments() { arguments = arguments?.map { _ in Argument(text: nil, json: nil) } }
    }

    struct Argument: Codable, Equatable {
        /// The argument as readable text; `nil` if the argument is hidden.
        let text: String?
        /// The argument as JSON; `nil` if it is hidden or not `Encodable`.
        let json: String?
    }

    /// The version of the file.
    var version = Recording.version
    var situations: [String: Situation] = [:]
    var entries: [Entry] = []

    /// The names of the recorded machines, in alphabetical order.
    public var machines: [String] { situations.keys.sorted() }

    func situation(of machine: String) throws(RecordingError) -> Situation {
        if let situation = situations[machine] { return situation }
        let names = machines.prefix(20).map { "“\($0.cut)”" }.joined(separator: ", ")
        throw RecordingError(
            "There is no machine “\(machine)” in this recording; there is \(names.isEmpty ? "none" : names).")
    }

    // MARK: Writing

    init() {}

    /// The lines of the file: the header, then the entries.
    var lines: [String] {
        [Recording.line(Header(version: version, situations: situations))] + entries.map(Recording.line)
    }

    static func line(_ value: some Encodable) -> String {
        // This cannot fail, because a line consists of texts, numbers and truth values.
        guard let line = json(of: value) else { fatalError("A line of a recording is JSON.") }
        return line
    }

    // MARK: Reading

    /// The greatest size of a recording to read: 256 MiB.
    static let largestSize = 1 << 28

    /// Reads a recording from the contents of a file.
    ///
    /// An incomplete last line is ignored, because the program may have ended while it wrote that line.
    ///
    /// - Throws: A ``RecordingError`` with the first wrong line.
    /// - Complexity: O(*size*).
    public init(_ data: Data) throws(RecordingError) {
        guard data.count <= Recording.largestSize else {
            throw RecordingError("A recording has at most \(Recording.largestSize >> 20) MiB.")
        }
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        _ = lines.popLast()
        guard let first = lines.first else { throw RecordingError("There is no whole line.") }
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: first) else {
            throw RecordingError("Line 1 is not the beginning of a recording.")
        }
        guard (1...Recording.version).contains(header.version) else {
            throw RecordingError(
                "The recording has version \(header.version); this program reads 1 to \(Recording.version).")
        }
        (version, situations) = (header.version, header.situations)
        var begun: Set<String> = []
        for (index, line) in lines.enumerated().dropFirst() {
            do {
                var entry = try decoder.decode(Entry.self, from: line)
                entry.line = index + 1
                try verify(entry)
                entries.append(entry)
                begun.insert(entry.machine)
            } catch {
                guard let later = try? decoder.decode(Header.self, from: line) else {
                    throw RecordingError("Line \(index + 1): \(RecordingError.sentence(about: error))")
                }
                if let machine = later.situations.keys.first(where: { begun.contains($0) }) {
                    throw RecordingError("Line \(index + 1): “\(machine.cut)” begins once more.")
                }
                situations.merge(later.situations) { _, new in new }
            }
        }
    }

    private func verify(_ entry: Entry) throws {
        if situations[entry.machine] == nil {
            throw RecordingError("No line before it says where “\(entry.machine.cut)” begins.")
        }
        guard Outcome(recorded: entry.outcome) == nil else { return }
        throw RecordingError("There is no outcome “\(entry.outcome.cut)”.")
    }
}

/// The reason for which a recording cannot be read or replayed.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
    /// One sentence that says what is wrong, and where.
    public let description: String

    init(_ description: String) { self.description = description }

    static func sentence(about error: any Error) -> String { (error as? DecodingError)?.sentence ?? "\(error)" }
}

extension Outcome {
    init?(recorded name: String) {
        guard let outcome = Outcome.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = outcome
    }
}
