import Foundation
import StateExploration
import StatePattern

/// The answered requests of machines, which a ``Recorder`` has written.
///
/// A recording is lines of JSON. The first line contains the version of the format, and the state in which each machine
/// begins: `{"situations":{"lamp":{"isActive":true,"state":"Off"}},"version":1}`. Each further line is a request with
/// its arguments and its consequences.
public struct Recording: Equatable, Sendable {
    static let version = 1

    /// The first line, or a later line that adds a machine.
    struct Header: Codable, Equatable {
        var version = Recording.version
        /// The situation in which each machine begins.
        var situations: [String: Situation]
    }

    struct Situation: Codable, Equatable {
        /// The path of the state.
        var state: String
        var isActive: Bool
    }

    /// A request that a machine has answered.
    struct Entry: Codable, Equatable {
        let machine: String
        /// The context's method for the request: `seek(to:)`.
        let request: String
        /// The arguments; `nil` if the request has none.
        let arguments: [Argument]?
        let state: String
        let outcome: String
        let target: String?
        let refusal: String?
        /// `true` for the machine's own requests: follow-ups, and requests that it had deferred.
        let isOwn: Bool?
        /// The number of the line in the file. It is not written.
        var line = 0

        var isActivation: Bool { AnsweredRequest.isActivation(request) }

        private enum CodingKeys: CodingKey {
            case machine, request, arguments, state, outcome, target, refusal, isOwn
        }

        init(_ machine: String, _ answer: AnsweredRequest, _ arguments: [Argument]?, isOwn: Bool) {
            (self.machine, self.arguments, self.isOwn) = (machine, arguments, isOwn ? true : nil)
            (request, outcome, refusal) = (answer.name, "\(answer.outcome)", answer.refusal)
            (state, target) = (answer.source.path, answer.target?.path)
        }
    }

    struct Argument: Codable, Equatable {
        /// The argument as readable text; `nil` if the argument is hidden.
        let text: String?
        /// The argument as JSON; `nil` if it is hidden or not `Encodable`.
        let json: String?
    }

    var situations: [String: Situation] = [:]
    var entries: [Entry] = []

    /// The names of the recorded machines, in alphabetical order.
    public var machines: [String] { situations.keys.sorted() }

    func situation(of machine: String) throws(RecordingError) -> Situation {
        if let situation = situations[machine] { return situation }
        let names = machines.map { "“\($0)”" }.joined(separator: ", ")
        throw RecordingError("There is no machine “\(machine)” in this recording; there is \(names).")
    }

    // MARK: Writing

    init() {}

    /// Keeps only the latest requests. Each machine then begins in the state before its first kept request.
    mutating func keep(_ count: Int) {
        for entry in entries.dropLast(count) {
            situations[entry.machine]?.state = entry.target ?? entry.state
            if entry.isActivation { situations[entry.machine]?.isActive = entry.request == AnsweredRequest.activation }
        }
        entries.removeFirst(max(0, entries.count - count))
    }

    /// The lines of the file: the header, then the entries.
    var lines: [String] {
        [Recording.line(Header(situations: situations))] + entries.map(Recording.line)
    }

    static func line(_ value: some Encodable) -> String {
        // This cannot fail, because a line consists of texts, numbers and truth values.
        guard let line = json(of: value) else { fatalError("A line of a recording is JSON.") }
        return line
    }

    static func json(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
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
        guard header.version == Recording.version else {
            throw RecordingError(
                "The recording has version \(header.version); this program reads \(Recording.version).")
        }
        situations = header.situations
        for (index, line) in lines.enumerated().dropFirst() {
            do {
                var entry = try decoder.decode(Entry.self, from: line)
                entry.line = index + 1
                try verify(entry)
                entries.append(entry)
            } catch {
                guard let later = try? decoder.decode(Header.self, from: line) else {
                    throw RecordingError("Line \(index + 1): \(RecordingError.sentence(about: error))")
                }
                situations.merge(later.situations) { _, new in new }
            }
        }
    }

    private func verify(_ entry: Entry) throws {
        if situations[entry.machine] == nil {
            throw RecordingError("No line before it says where “\(entry.machine)” begins.")
        }
        if Outcome(recorded: entry.outcome) == nil { throw RecordingError("There is no outcome “\(entry.outcome)”.") }
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
