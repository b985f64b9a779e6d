import Foundation
import MPVPlayback
import Playback
import StatePattern
import TestSupport

extension Recordings {
    /// Records a silent track of the given seconds.
    func track(_ title: String, seconds: Double) throws -> Track {
        Track(title, id: try record("\(title).wav", seconds: seconds), duration: .seconds(seconds))
    }

    /// Makes a program that stands in for mpv: a script of the shell with the socket as its standard input.
    func program(_ script: String) throws -> URL {
        let text = try write("script", Data("#!/bin/sh\n\(script)\n".utf8))
        let program = URL(filePath: text + ".sh")
        // Another process writes the program: one that this process wrote may still be open in a child that another test
        // is starting, and cannot be run at that moment.
        try Process.run(URL(filePath: "/bin/cp"), arguments: [text, program.path]).waitUntilExit()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return program
    }
}

/// Plays tracks on an engine, whose reports the player receives.
@MainActor func play(_ tracks: [Track], on engine: MPVEngine) -> Player {
    let player = Player(engine: engine)
    player.activate()
    player.load(tracks)
    player.play()
    return player
}

/// Plays tracks on an own engine, which is neither heard nor seen.
@MainActor func play(_ tracks: [Track]) throws -> (Player, MPVEngine) {
    let engine = try MPVEngine(options: MPVEngine.silent)
    return (play(tracks, on: engine), engine)
}
