import Foundation
import MachineModels
import Messaging
import SampleApp
import StateExploration
import StateInspector

extension Playground {
    /// Makes the requests of a recording again: `replay player run.jsonl`. The exit status is 1 if the machine answers
    /// differently.
    static func replay(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "replay", ["--svg <folder>"], takesWords: true)
        let names = replays.map(\.name)
        guard options.words.count == 2 else {
            throw UsageError("replay takes a machine and a file: replay player run.jsonl; machines: \(list(names))")
        }
        let (recording, recorded, replay) = try recorded(options.words[0], in: options.words[1])
        var isSame = true
        for name in recorded {
            switch Result(catching: { try replay(recording, name) }) {
            case .success(let replay):
                Terminal.print("\(name): \(replay)")
                isSame = isSame && replay.isSame
                guard let folder = options["--svg"], let chart = try chart(of: name) else { continue }
                try save([(name, recording.svg(playing: name, in: chart, until: replay))], in: folder)
            case .failure(let error):
                Terminal.print("\(name): cannot be replayed: \(error)")
                isSame = false
            }
        }
        if !isSame { exit(1) }
    }

    /// Makes a page that shows the recording of a machine, or of all machines of the app.
    static func page(of name: String, recordedIn path: String) throws -> String {
        let (recording, recorded, _) = try recorded(name, in: path)
        let charts = try recorded.compactMap { recorded in try chart(of: recorded).map { (recorded, $0) } }
        return try recording.page(
            titled: "\(name), recorded", of: recorded, diagrams: Dictionary(uniqueKeysWithValues: charts))
    }

    /// The chart of a recorded machine; `nil` if the command does not have that machine.
    private static func chart(of recorded: String) throws -> StateDiagram? {
        try machines.named(recorded.kind) { $0.name }?.overview.chart()
    }

    /// Reads a recording. Also returns the recorded names that belong to the machine or app called `name`.
    private static func recorded(
        _ name: String, in path: String
    ) throws -> (recording: Recording, names: [String], replay: Replay) {
        let names = replays.map(\.name)
        guard let (name, replay) = replays.named(name, \.name) else {
            throw UsageError(
                "there is no recording of “\(name)”\(names.suggestion(for: name)); there is \(list(names))")
        }
        let recording = try Recording(contents(of: path))
        let recorded = recording.machines.filter { $0.kind == name || name == "app" }
        guard !recorded.isEmpty else {
            let machines = recording.machines.isEmpty ? "none" : list(recording.machines)
            throw UsageError("there is no “\(name)” in this recording; there is \(machines)")
        }
        return (recording, recorded, replay)
    }

    typealias Replay = @MainActor (_ recording: Recording, _ name: String) throws -> Recording.Replay

    /// The machines, and the app with all of its machines.
    static var replays: [(name: String, replay: Replay)] {
        machines.map { ($0.name, $0.replay) } + [("app", replayOfApp)]
    }

    private static func replayOfApp(_ recording: Recording, _ name: String) throws -> Recording.Replay {
        if name.kind == "account" { return try Account.replay(recording, of: name) }
        if let machine = machines.first(where: { $0.name == name.kind }) { return try machine.replay(recording, name) }
        throw UsageError("“\(name)” is no machine of the app")
    }

    /// The greatest size of a file to read, in bytes.
    private static let sizeLimit = 1 << 28

    /// Reads a file or, unlike `FileManager`, a pipe. So `git show` can pipe a file of an older commit.
    static func contents(of path: String, upTo limit: Int = sizeLimit) throws(UsageError) -> Data {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: limit + 1) ?? Data()
        else {
            throw UsageError("there is no file “\(path)” that could be read")
        }
        return data
    }

    static func makeRecorder(to path: String) throws(UsageError) -> Recorder {
        var (file, output) = (stat(), stat())
        let isOutput = stat(path, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0 && file.st_ino == output.st_ino
        if isOutput && file.st_dev == output.st_dev && file.st_mode & S_IFMT == S_IFREG {
            throw UsageError("“\(path)” is the file of the output, which would overwrite the recording")
        }
        do {
            return try Recorder(to: URL(filePath: path), writing: TokenGate.numberingTokens())
        } catch {
            throw UsageError("\(error)")
        }
    }

    static var replayHelp: String {
        """
        playground replay <machine> <file> [--svg <folder>]

        Makes the requests of a recording again, and shows the first one that is answered otherwise today: what was recorded,
        what is seen, and the fewest requests that lead there. The exit status is 1 when there is one, or when a machine cannot
        be replayed, and 65 when the file is no recording.

          --svg   writes a picture of each machine, which plays its recorded requests up to the deviation, if any

        To record what you type, what a pipe brings, or the bookshop:

          playground player --record run.jsonl
          playground app --record run.jsonl

        Machines: \(list(replays.map(\.name)))
        """
    }
}

extension String {
    /// The kind of a recorded machine: `player` for `ada: player 2`.
    fileprivate var kind: String {
        let name = split(separator: ": ").last.map(String.init) ?? self
        return name.replacing(/\ \d+$/, with: "")
    }
}
