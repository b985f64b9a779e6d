import STOMP
import Sockets
import StateExploration
import TestSupport
import Testing

@Suite struct FrameFuzzTests {
    @Test func `Thousands of streams give the same frames however they are cut`() {
        var differences = 0
        var seeds = FuzzSeeds(300, for: "streams of STOMP")
        while let seed = seeds.next() {
            var stream = RandomStream(seed: seed)
            let (frames, isDamaged) = stream.make()
            let bytes = stream.bytes
            let limits = FrameLimits(headerCount: 8, lineLength: 300, bodyLength: 500)
            let whole = Decoding([bytes], limits: limits)
            let isSame = whole.frames.map(\.withoutLength) == frames
            if !isDamaged, !isSame { Issue.record("seed \(seed): \(whole), not \(frames)") }
            let cut = Int.random(in: 0...bytes.count, using: &stream.generator)
            let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
            if Decoding(pieces, limits: limits) != whole || Decoding(bytes.map { [$0] }, limits: limits) != whole {
                Issue.record("seed \(seed): it depends on the pieces")
            }
            if !isSame { differences += 1 }
        }
        // The test would show little if all were right, or all wrong.
        #expect((seeds.count / 10...seeds.count * 9 / 10).contains(differences))
    }
}

/// Makes a stream of frames and heart-beats, of which something is wrong now and then.
private struct RandomStream {
    var generator: SeededGenerator
    private(set) var bytes: [UInt8] = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    /// Makes a stream. Returns the frames in it; and true if something has happened to their bytes.
    mutating func make() -> (frames: [Frame], isDamaged: Bool) {
        var frames: [Frame] = []
        for _ in 0..<number(0...4) {
            for _ in 0..<number(0...2) { bytes += number(0...1) == 0 ? [10] : [13, 10] }
            let frame = makeFrame()
            guard let encoded = try? frame.encoded() else { continue }
            frames.append(frame)
            bytes += encoded
        }
        guard number(0...1) == 0, !bytes.isEmpty else { return (frames, false) }
        switch number(0...3) {
        case 0: bytes.removeLast(number(1...bytes.count))
        case 1: bytes.insert(UInt8(number(0...255)), at: number(0...bytes.count))
        default: bytes[number(0...bytes.count - 1)] = UInt8(number(0...255))
        }
        return (frames, true)
    }

    private mutating func makeFrame() -> Frame {
        let texts = ["", "a", "x:y", "a\nb\rc\\", "Grüße", String(repeating: "long ", count: 20)]
        // All that any command requires.
        let required = ["destination", "message-id", "subscription", "receipt-id"]
        var headers = required.map { HeaderField($0, "1") }
        for _ in 0..<number(0...3) { headers.append(HeaderField(texts[number(1...5)], texts[number(0...5)])) }
        let commands: [Frame.Command] = [.message, .receipt, .error, .send]
        let command = commands[number(0...3)]
        let length = command == .receipt ? 0 : [0, 1, 10, 400][number(0...3)]
        return Frame(command, headers: headers, body: (0..<length).map { _ in UInt8(number(0...255)) })
    }
}

extension Frame {
    fileprivate var withoutLength: Frame {
        Frame(command, headers: headers.filter { $0.name != "content-length" }, body: body)
    }
}
