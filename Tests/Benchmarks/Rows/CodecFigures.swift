import Sockets
import WebSockets

/// The speed of the WebSocket codec, in megabytes (of a million bytes) per second.
struct CodecFigures {
    /// The sizes of the messages, in KiB.
    static let sizes = [1, 64, 1024]

    let name: String
    /// The medians, one for each size.
    let megabytesPerSecond: [Double]

    private static let all: [(name: String, make: @Sendable (_ size: Int) -> () -> Int)] = [
        ("frames of messages, masked", encoding), ("messages of masked frames", decodingMasked),
        ("texts of frames, checked", decodingText),
    ]

    /// Measures what has `filter` in its name, all sizes in turn.
    static func measureAll(filter: String?, samples: Int) -> [CodecFigures] {
        all.filter { codec in filter.map { codec.name.contains($0) } ?? true }.map { codec in
            let rates = sizes.map { size in
                let subject = codec.make(size << 10)
                let times = max(1, (4 << 20) / (size << 10))
                let seconds = (0..<samples).map { _ in
                    ContinuousClock().measure { for _ in 0..<times { keep(subject()) } } / .seconds(1)
                }
                return Double(times * size << 10) / 1e6 / seconds.sorted()[samples / 2]
            }
            return CodecFigures(name: codec.name, megabytesPerSecond: rates)
        }
    }

    private static func encoding(_ size: Int) -> () -> Int {
        let encoder = FrameEncoder(role: .client)
        let message = Socket.Message.binary([UInt8](repeating: 7, count: size))
        return { encoder.fragments(of: message).reduce(0) { $0 + $1.count } }
    }

    private static func decodingMasked(_ size: Int) -> () -> Int {
        decoding(FrameEncoder(role: .client).message(.binary([UInt8](repeating: 7, count: size))), as: .server)
    }

    private static func decodingText(_ size: Int) -> () -> Int {
        decoding(FrameEncoder(role: .server).message(.text(String(repeating: "Grüße, ", count: size / 9))), as: .client)
    }

    private static func decoding(_ frame: [UInt8], as role: Role) -> () -> Int {
        var decoder = MessageDecoder(role: role, messageSizeLimit: 1 << 24)
        return {
            frame.withUnsafeBytes { bytes in
                var rest = bytes
                switch try? decoder.next(from: &rest) {
                case .binary(let bytes): return bytes.count
                case .text(let text): return text.utf8.count
                case let other: fatalError("A message was to be decoded, not \(other as Any).")
                }
            }
        }
    }
}
