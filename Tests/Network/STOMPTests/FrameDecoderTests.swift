import STOMP
import Sockets
import StateExploration
import TestSupport
import Testing

/// STOMP 1.2, "STOMP Frames" and "Augmented BNF": how frames are found in a stream.
@Suite struct FrameDecoderTests {
    @Test(arguments: [
        ("RECEIPT\nreceipt-id:7\n\n\0", Frame(.receipt, headers: [HeaderField("receipt-id", "7")])),
        ("RECEIPT\r\nreceipt-id:7\r\n\r\n\0", Frame(.receipt, headers: [HeaderField("receipt-id", "7")])),
        ("RECEIPT\r\nreceipt-id:7\n\r\n\0", Frame(.receipt, headers: [HeaderField("receipt-id", "7")])),
        ("DISCONNECT\n\n\0", Frame(.disconnect)),
        ("MESSAGE\n\nAhoy\0", Frame(.message, body: Array("Ahoy".utf8))),
        ("MESSAGE\n\n\r\n\n\0", Frame(.message, body: Array("\r\n\n".utf8))),
        ("ERROR\nmessage:\n\n\0", Frame(.error, headers: [HeaderField("message", "")])),
        ("ERROR\nmessage: a  b \n\n\0", Frame(.error, headers: [HeaderField("message", " a  b ")])),
        ("ERROR\n message :a\n\n\0", Frame(.error, headers: [HeaderField(" message ", "a")])),
        ("ERROR\nmessage:größer\n\n\0", Frame(.error, headers: [HeaderField("message", "größer")])),
        ("ERROR\nmessage:a:b:c\n\n\0", Frame(.error, headers: [HeaderField("message", "a:b:c")])),
    ])
    func `Frames are read as the grammar has them, and nothing is trimmed`(text: String, frame: Frame) {
        #expect(Decoding(text).frame == frame)
    }

    @Test(arguments: Frame.Command.allCases)
    func `Every command is known`(command: Frame.Command) {
        #expect(Decoding("\(command.rawValue)\n\n\0").frame == Frame(command))
    }

    /// "Value Encoding".
    @Test func `Escapes are undone in names and values`() {
        let frame = Decoding("MESSAGE\nn\\ca\\nm\\re\\\\:a\\cb\\\\c\\r\\nd\n\n\0").frame
        #expect(frame?.headers == [HeaderField("n:a\nm\re\\", "a:b\\c\r\nd")])
    }

    /// "Value Encoding".
    @Test(arguments: [Frame.Command.connect, .connected, .stomp])
    func `Nothing is escaped before there is a version`(command: Frame.Command) {
        let frame = Decoding("\(command.rawValue)\nsession:a\\cb\\t\\:c\n\n\0").frame
        #expect(frame?.headers == [HeaderField("session", "a\\cb\\t\\:c")])
    }

    /// "Repeated Header Entries".
    @Test func `Of repeated headers the first one counts, and all are kept`() {
        let frame = Decoding("MESSAGE\nfoo:World\nbar:1\nfoo:Hello\n\n\0").frame
        #expect(frame?["foo"] == "World")
        #expect(frame?.headers.map(\.value) == ["World", "1", "Hello"])
        #expect(Decoding("MESSAGE\ncontent-length:1\ncontent-length:9\n\na\0").frame?.body == Array("a".utf8))
    }

    /// "Header content-length".
    @Test func `A body may hold NUL when its length is said`() {
        let frame = Decoding("MESSAGE\ncontent-length:5\n\na\0b\0\0\0").frame
        #expect(frame?.body == [97, 0, 98, 0, 0])
        #expect(Decoding("MESSAGE\ncontent-length:0\n\n\0").frame?.body == [])
    }

    @Test func `A body without a length ends before the first NUL`() {
        let decoding = Decoding("MESSAGE\n\na\0\nERROR\n\n\0")
        #expect(
            decoding.elements == [
                .frame(Frame(.message, body: [97])), .heartBeat, .frame(Frame(.error)),
            ])
    }

    /// "Heart-beating".
    @Test func `Each EOL between frames is a heart-beat, with and without a carriage return`() {
        let decoding = Decoding("\n\r\nRECEIPT\n\n\0\n\r\n\n")
        #expect(
            decoding.elements == [.heartBeat, .heartBeat, .frame(Frame(.receipt)), .heartBeat, .heartBeat, .heartBeat])
    }

    @Test func `A frame that has not ended is not there yet`() {
        let bytes = Array("MESSAGE\na:b\ncontent-length:3\n\n\0\0\0\0".utf8)
        for end in bytes.indices { #expect(Decoding([Array(bytes[..<end])]).elements == []) }
    }
}

@Suite struct FrameFuzzTests {
    @Test func `Thousands of streams give the same frames however they are cut`() {
        var differences = 0
        var seeds = FuzzSeeds(1000, for: "streams of STOMP")
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
