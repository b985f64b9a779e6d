#if os(macOS) || os(Linux)
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
        "  --funnel       draw how often each state was entered, and for how long, next to the chart, into an SVG file",
        "",
        "A folder stands for the sound and the films in it, in the order of their names; folders in it are left out. The first",
        "file that cannot be played ends it all: without a terminal, the exit status is then 1. After an undo, the funnel is",
        "drawn into another file, such as evening-2.svg.",
    ]

    private let playlist: Playlist
    private let isSilent: Bool
    private let funnelFile: URL?

    /// Reads options; the error says what is wrong and what is possible.
    init(_ words: [String]) throws(UsageError) {
        let forms = ["--play", "--silent", "--funnel <file>"]
        let options = try Options(words, of: "player", forms, takesWords: true)
        var playlist = Playlist()
        for word in options.words { try playlist.add(word) }
        guard options["--play"] != nil, !playlist.tracks.isEmpty else {
            throw UsageError("--play takes files, folders or URLs")
        }
        self.playlist = playlist
        isSilent = options["--silent"] != nil
        funnelFile = options["--funnel"].map { URL(filePath: $0) }
    }

    /// Plays until the user quits or the queue has been played.
    func run() async throws {
        do throws(MPVError) { _ = try makeMPVEngine() } catch { throw LiveFailure("\(error)") }
        for line in playlist.linesAboutRest { Terminal.show(line) }
        let tracks = playlist.tracks
        var count = 0
        let makeMachine = { [isSilent, funnelFile] in
            guard let engine = try? makeMPVEngine(isSilent: isSilent) else { fatalError("mpv is gone.") }
            let machine = PlayerMachine(engine, tracks)
            count += 1
            machine.funnelFile = funnelFile.map { Self.file($0, number: count) }
            return machine
        }
        if Terminal.isInteractive {
            let shell = Shell<PlayerMachine>(LineInput(), make: makeMachine)
            try await drawingFunnel(of: shell.playthrough) {
                try shell.answer("play")
                await shell.run()
            }
        } else {
            let playthrough = Playthrough(make: makeMachine)
            try await drawingFunnel(of: playthrough) { try await playThrough(playthrough) }
            if let failure = playthrough.machine.failure { throw LiveFailure(failure) }
        }
    }

    /// The file for the funnel of a machine. Each undo makes a new machine, with a numbered file: `evening-2.svg`.
    private static func file(_ file: URL, number: Int) -> URL {
        if number == 1 { return file }
        let (name, ending) = (file.deletingPathExtension().lastPathComponent, file.pathExtension)
        let folder = file.deletingLastPathComponent()
        return folder.appending(path: "\(name)-\(number)\(ending.isEmpty ? "" : ".")\(ending)")
    }

    /// Draws the funnel before and after `play`. So a write error is reported before anything is played.
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
#else
/// `playground player --play` for platforms that cannot start other programs, such as mpv.
struct LivePlayer {
    static let help: [String] = []

    init(_ words: [String]) throws(UsageError) { throw UsageError("files are played on macOS and Linux only") }

    func run() async throws {}
}
#endif
