import Foundation

/// Silent sound files for tests with mpv, in a separate folder that goes with this object.
public final class Recordings {
    /// True if tests should play files with mpv: `MPV` is set.
    public static let areExpected = ProcessInfo.processInfo.environment["MPV"] != nil

    public let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID())")

    public init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Records the given seconds of silence, and returns the path of the file.
    @discardableResult public func record(_ name: String, seconds: Double) throws -> String {
        try write(name, Self.wave(seconds: seconds))
    }

    /// Makes a file of any content, and returns its path.
    public func write(_ name: String, _ content: Data) throws -> String {
        let file = folder.appending(path: name)
        try content.write(to: file)
        return file.path(percentEncoded: false)
    }

    /// The bytes of a WAV file of silence: one channel, with the given number of samples of a byte in a second.
    public static func wave(seconds: Double, rate: Int = 8000) -> Data {
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
