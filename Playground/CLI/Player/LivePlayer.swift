import Foundation
import MPVPlayback
import Playback

/// `playground player --play`: files and streams, played by mpv.
@MainActor struct LivePlayer {
    static let help = [
        "  playground player --play [--silent] [--funnel <file>] <file|folder|url>…",
        "                                    play them with mpv, which has to be installed; on a terminal, type requests",
        "",
        "  --silent       play without sound and picture, as on a machine that has neither",
        "  --funnel       draw how often each state was entered, and for how long, beside the chart, into an SVG file",
        "",
        "A folder stands for the files in it, in the order of their names. Without a terminal they are played through, and the",
        "exit status is 1 if one of them cannot be played.",
    ]

    private let locations: [String]
    private let options: [String]
    private let funnelFile: URL?

    /// Reads options.
    ///
    /// - Throws: An error that says what is wrong and what is possible.
    init(_ words: [String]) throws(UsageError) {
        var locations: [String] = []
        var isPlaying = false
        var isSilent = false
        var funnel: String?
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--play": isPlaying = true
            case "--silent": isSilent = true
            case "--funnel":
                funnel = rest.popFirst() ?? ""
            case _ where word.hasPrefix("--funnel="): funnel = String(word.dropFirst("--funnel=".count))
            case _ where word.hasPrefix("-"):
                throw UsageError("there is no option \(word); player has --play, --silent, --funnel")
            default: locations += try Self.files(in: word)
            }
        }
        if funnel?.isEmpty == true { throw UsageError("--funnel takes a file to draw into") }
        guard isPlaying, !locations.isEmpty else { throw UsageError("--play takes files, folders or URLs") }
        self.locations = locations
        options = isSilent ? MPVEngine.silent : []
        funnelFile = funnel.map { URL(filePath: $0) }
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
        let makeMachine = { [options, tracks, funnelFile] in
            let machine = PlayerMachine(on: MPVEngine(program: program, options: options), playing: tracks)
            machine.funnelFile = funnelFile
            return machine
        }
        if Terminal.isInteractive {
            let dialogue = Dialogue<PlayerMachine>(LineInput(), make: makeMachine)
            try await drawingFunnel(of: dialogue.playthrough) { await dialogue.run() }
        } else {
            let playthrough = Playthrough(make: makeMachine)
            try await drawingFunnel(of: playthrough) { try await playThrough(playthrough) }
            if let failure = playthrough.machine.failure { throw LiveFailure(failure) }
        }
    }

    /// Draws the funnel before and after, so that a file that cannot be written is reported before anything is played.
    private func drawingFunnel(of playthrough: Playthrough<PlayerMachine>, _ play: () async throws -> Void) async throws
    {
        try playthrough.machine.drawFunnel()
        try await play()
        try playthrough.machine.drawFunnel()
    }

    /// Plays the queue once, and prints a line for each request.
    private func playThrough(_ playthrough: Playthrough<PlayerMachine>) async throws {
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
    }
}
