import Foundation
import MPVPlayback
import Playback

/// `playground player --play`: files and streams, played by mpv.
@MainActor struct LivePlayer {
    static let help = [
        "  playground player --play [--silent] <file|folder|url>…",
        "                                    play them with mpv, which has to be installed; on a terminal, type requests",
        "",
        "  --silent       play without sound and picture, as on a machine that has neither",
        "",
        "A folder stands for the files in it, in the order of their names. Without a terminal they are played through, and the",
        "exit status is 1 if one of them cannot be played.",
    ]

    private let locations: [String]
    private let options: [String]

    /// Reads options.
    ///
    /// - Throws: An error that says what is wrong and what is possible.
    init(_ words: [String]) throws(UsageError) {
        var rest = words
        let isSilent = rest.contains("--silent")
        rest.removeAll { $0 == "--silent" }
        guard rest.first == "--play" else {
            throw UsageError("there is no option \(rest.first ?? "--silent"); player has --play, --silent")
        }
        rest.removeFirst()
        if let option = rest.first(where: { $0.hasPrefix("-") }) {
            throw UsageError("there is no option \(option); player has --play, --silent")
        }
        guard !rest.isEmpty else { throw UsageError("--play takes files, folders or URLs") }
        var locations: [String] = []
        for word in rest { locations += try Self.files(in: word) }
        self.locations = locations
        options = isSilent ? MPVEngine.silent : []
    }

    /// The files of a folder, or the location itself.
    private static func files(in location: String) throws(UsageError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: location, isDirectory: &isFolder), isFolder.boolValue else {
            return [location]
        }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: location)) ?? []).sorted()
        let files = names.filter { !$0.hasPrefix(".") }.map { location + "/" + $0 }
        guard !files.isEmpty else { throw UsageError("there is no file in the folder “\(location)”") }
        return files
    }

    /// Plays, until the user quits, or everything has been played.
    func run() async throws {
        guard let program = MPVEngine.program else { throw LiveFailure("\(MPVError.notInstalled)") }
        var tracks: [Track] = []
        for location in locations {
            let title = location.split(separator: "/").last.map(String.init) ?? location
            let duration = try await MPVEngine.duration(of: location, program: program)
            // A stream has no end to seek to.
            tracks.append(Track(title, id: location, duration: duration ?? .seconds(24 * 3600)))
        }
        let makeMachine = { [options, tracks] in
            PlayerMachine(on: MPVEngine(program: program, options: options), playing: tracks)
        }
        if Terminal.isInteractive {
            await Dialogue<PlayerMachine>(LineInput(), make: makeMachine).run()
        } else {
            try await playThrough(makeMachine)
        }
    }

    /// Plays the queue once, and prints a line for each request.
    private func playThrough(_ make: @escaping () -> PlayerMachine) async throws {
        let playthrough = Playthrough(make: make)
        let machine = playthrough.machine
        guard let play = try PlayerMachine.parse(["play"]).first else { return }
        let (isOver, over) = AsyncStream<Void>.makeStream()
        let listening = Task {
            await machine.listen { report in
                playthrough.perform(report)?.show()
                if machine.state == "Stopped" { over.finish() }
            }
        }
        playthrough.perform(play)?.show()
        for await _ in isOver {}
        listening.cancel()
        if let failure = machine.failure { throw LiveFailure(failure) }
    }
}
