import Foundation
import Playback

/// True if tests should use mpv: `MPV` is set.
let mpvIsExpected = ProcessInfo.processInfo.environment["MPV"] != nil

/// Sound files for a test, in a folder of their own that goes with this object.
final class Recordings {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Records a silent track of so many seconds.
    func track(_ title: String, seconds: Double) throws -> Track {
        try track(title, content: Self.wave(seconds: seconds), duration: .seconds(seconds))
    }

    /// Makes a file of any content.
    func track(_ title: String, content: Data, duration: Duration = .seconds(10)) throws -> Track {
        let file = folder.appending(path: "\(title).wav")
        try content.write(to: file)
        return Track(title, id: file.path(percentEncoded: false), duration: duration)
    }

    /// The bytes of a WAV file of silence: one channel, with so many samples of a byte in a second.
    static func wave(seconds: Double, rate: Int = 8000) -> Data {
        let count = UInt32(seconds * Double(rate))
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
            withUnsafeBytes(of: number.littleEndian) { Data($0) }
        }
        var data = Data("RIFF".utf8) + bytes(36 + count) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        data += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(rate))
        data += bytes(UInt16(1)) + bytes(UInt16(8)) + Data("data".utf8) + bytes(count)
        return data + Data(repeating: 128, count: Int(count))
    }
}
