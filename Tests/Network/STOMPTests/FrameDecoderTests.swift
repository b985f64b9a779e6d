import STOMP
import Sockets
import Testing

/// STOMP 1.2, "STOMP Frames" and "Augmented BNF": how frames are found in a stream.
@Suite struct FrameDecoderTests {
    private typealias Rules = KeyValuePairs<String, [(stream: String, words: [String])]>

    private static let rules: Rules = [
        "Frames are read as the grammar has them, and nothing is trimmed": [
            ("RECEIPT\nreceipt-id:7\n\n\0", ["RECEIPT receipt-id:7"]),
            ("RECEIPT\r\nreceipt-id:7\n\r\n\0", ["RECEIPT receipt-id:7"]),
            ("MESSAGE\n\n\r\n\n\0", ["MESSAGE | \r\n\n"]),
            ("ERROR\nmessage:\n\n\0", ["ERROR message:"]),
            ("ERROR\n message : a  b \n\n\0", ["ERROR  message : a  b "]),
            ("ERROR\nmessage:größer:a\n\n\0", ["ERROR message:größer:a"]),
        ],
        "Escapes are undone in names and values, but not before there is a version": [
            ("MESSAGE\nn\\ca\\nm\\re\\\\:a\\cb\\\\c\\r\\nd\n\n\0", ["MESSAGE n:a\nm\re\\:a:b\\c\r\nd"]),
            ("CONNECT\nsession:a\\cb\\t\\:c\n\n\0", ["CONNECT session:a\\cb\\t\\:c"]),
            ("CONNECTED\nsession:a\\cb\\t\\:c\n\n\0", ["CONNECTED session:a\\cb\\t\\:c"]),
        ],
        "A body ends where its length says, or before the first NUL": [
            ("MESSAGE\ncontent-length:5\n\na\0b\0\0\0", ["MESSAGE content-length:5 | a\0b\0\0"]),
            ("MESSAGE\ncontent-length:0\n\n\0", ["MESSAGE content-length:0"]),
            ("MESSAGE\ncontent-length:1\ncontent-length:9\n\na\0", ["MESSAGE content-length:1 content-length:9 | a"]),
            ("MESSAGE\n\na\0\nERROR\n\n\0", ["MESSAGE | a", "heart-beat", "ERROR"]),
            ("MESSAGE\na:b\ncontent-length:3\n\n\0\0\0", []),
            ("MESSAGE\n\nAhoy", []),
        ],
        "Each EOL between frames is a heart-beat, with and without a carriage return": [
            ("\n\r\nRECEIPT\n\n\0\n\r\n", ["heart-beat", "heart-beat", "RECEIPT", "heart-beat", "heart-beat"])
        ],
        "A NUL in a header is a part of it, and a header without a name is none": [
            ("MESSAGE\na:b\0c\na\0:b\na:\0\nx:1\n\n\0", ["MESSAGE a:b\0c a\0:b a:\0 x:1"]),
            ("MESSAGE\n:b\n:\nx:1\n\n\0", ["MESSAGE x:1"]),
        ],
        "A frame with a known end is skipped with its first mistake, and the next one is found": [
            (
                "MESSAGE\nack:7\na:b\\tc\nb:\\x\nc:d\n\nbody\0\nRECEIPT\n\n\0",
                ["MESSAGE ack:7 c:d, skipped: MESSAGE at byte 14: “\\t” is no escape", "heart-beat", "RECEIPT"]
            ),
            ("MESSAGE\na\\xb:c\n\n\0", ["MESSAGE, skipped: MESSAGE at byte 8: “\\x” is no escape"]),
            ("MESSAGE\na:b\\\n\n\0", ["MESSAGE, skipped: MESSAGE at byte 8: “\\” is no escape"]),
            ("MESSAGE\na:\\ä\n\n\0", ["MESSAGE, skipped: MESSAGE at byte 8: “\\ä” is no escape"]),
            (
                "CONNECTED\nsession:b\rc\n\n\0RECEIPT\n\n\0",
                [
                    "CONNECTED, skipped: CONNECTED at byte 10: a carriage return is not followed by a line feed",
                    "RECEIPT",
                ]
            ),
            (
                "MESSAGE\na:\\t\ncontent-length:3\n\n\0\0\0\0RECEIPT\n\n\0",
                ["MESSAGE content-length:3, skipped: MESSAGE at byte 8: “\\t” is no escape", "RECEIPT"]
            ),
        ],
        "After any other mistake nothing is found, and the error says what is wrong, in which frame, and where": [
            ("RECEIPT\n\n\0HELLO\n\n\0RECEIPT\n\n\0", ["RECEIPT", "error: at byte 10: there is no command “HELLO”"]),
            ("\n MESSAGE\n\n\0", ["heart-beat", "error: at byte 1: there is no command “ MESSAGE”"]),
            ("\0\n", ["error: at byte 0: the frame ends before its head does"]),
            ("MESSAGE\na\0\n", ["error: MESSAGE at byte 8: the frame ends before its head does"]),
            ("\rMESSAGE\n\n\0", ["error: at byte 0: a carriage return is not followed by a line feed"]),
            ("MESSAGE\r\r\n\n\0", ["error: at byte 0: a carriage return is not followed by a line feed"]),
            ("MESSAGE\nfoo\n\n\0", ["error: MESSAGE at byte 8: the header “foo” has no colon"]),
            ("MESSAGE\ncontent-length:\n\n\0", ["error: MESSAGE at byte 24: “” is not a content-length"]),
            ("MESSAGE\ncontent-length:-1\n\n\0", ["error: MESSAGE at byte 26: “-1” is not a content-length"]),
            ("MESSAGE\ncontent-length: 1\n\na\0", ["error: MESSAGE at byte 26: “ 1” is not a content-length"]),
            (
                "MESSAGE\ncontent-length:99999999999999999999\n\n\0",
                ["error: MESSAGE at byte 44: “99999999999999999999” is not a content-length"]
            ),
            (
                "MESSAGE\ncontent-length:2\n\nabc\0",
                ["error: MESSAGE at byte 26: no NUL follows the 2 bytes of the body"]
            ),
            ("RECEIPT\n\na\0", ["error: RECEIPT at byte 9: the frame must not have a body"]),
            ("RECEIPT\ncontent-length:1\n\na\0", ["error: RECEIPT at byte 25: the frame must not have a body"]),
        ],
    ]

    @Test(arguments: rules.map(\.key)) func `A stream is read by the rules`(rule: String) throws {
        for (stream, words) in try #require(Self.rules.first { $0.key == rule }?.value) {
            #expect(Decoding(stream).words == words)
        }
    }

    /// STOMP 1.2, "Size Limits".
    private static let limits: Rules = [
        "A frame that reaches a limit is accepted": [
            ("MESSAGE\na:1\nb:2\n\n\0", ["MESSAGE a:1 b:2"]),
            ("MESSAGE\r\nabc:12345678\r\n\r\nabcd\0", ["MESSAGE abc:12345678 | abcd"]),
        ],
        "A command beyond the limit is refused as soon as that shows": [
            ("MESSAGEMESSAGE", ["error: at byte 0: the line has more than 12 bytes"])
        ],
        "A header beyond a limit is left out, unless STOMP defines it": [
            ("MESSAGE\na:1\nb:2\nc:3\nack:7\nc:4\nack:8\n\n\0", ["MESSAGE a:1 b:2 ack:7"]),
            ("MESSAGE\nabc:123456789\na:1\n\n\0", ["MESSAGE a:1"]),
            ("MESSAGE\r\nabc:12345678901234567890\r\na:1\r\n\r\n\0", ["MESSAGE a:1"]),
        ],
        "A body beyond the limit is skipped, and the frame after it found": [
            (
                "MESSAGE\na:1\n\nabcdefgh\0RECEIPT\n\n\0",
                ["MESSAGE a:1, skipped: MESSAGE at byte 13: the body has more than 4 bytes", "RECEIPT"]
            )
        ],
    ]

    @Test(arguments: limits.map(\.key)) func `The limits are`(rule: String) throws {
        let limits = FrameLimits(headerCount: 2, lineLength: 12, bodyLength: 4)
        for (stream, words) in try #require(Self.limits.first { $0.key == rule }?.value) {
            #expect(Decoding(stream, limits: limits).words == words)
        }
    }

    @Test(arguments: [
        ("MESSAGE\na:1\n\nAhoy\0", ["MESSAGE a:1 | Ahoy"]), ("MESSAGE\ncontent-length:\(Int.max)\n\nAhoy\0", []),
        ("RECEIPT\n\n\0MESSAGE\ncontent-length:\(Int.max - 1)\n\nAhoy\0", ["RECEIPT"]),
    ]) func `The largest limits there are stop no program`(stream: String, words: [String]) {
        let limits = FrameLimits(headerCount: .max, lineLength: .max, bodyLength: .max)
        #expect(Decoding(stream, limits: limits).words == words)
    }

    @Test func `Limits that leave no room are a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = FrameLimits(headerCount: -1) }
        await #expect(processExitsWith: .failure) { _ = FrameLimits(lineLength: 10) }
    }

    @Test(arguments: [1, 64 * 1024]) func `A body that is said to be too long is skipped by its length, and not kept`(
        size: Int
    ) throws {
        let head = "MESSAGE\nack:7\ncontent-length:20000\n\n"
        let stream = Array("\(head)\(String(repeating: "\0", count: 20_001))RECEIPT\n\n\0".utf8)
        var decoder = FrameDecoder(limits: FrameLimits(bodyLength: 19_999))
        var (count, most) = (0, 0)
        for start in stride(from: 0, to: stream.count, by: size) {
            decoder.append(stream[start..<min(start + size, stream.count)])
            while try decoder.next() != nil { count += 1 }
            most = max(most, (Mirror(reflecting: decoder).descendant("stream", "buffer") as? [UInt8])?.count ?? .max)
        }
        #expect(count == 2 && most <= max(2 * size, 100))
    }

    @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]] as [[UInt8]])
    func `A command that is not UTF-8 is refused, a header is repaired, and a body need not be UTF-8`(bytes: [UInt8]) {
        let repaired = String(decoding: bytes, as: UTF8.self)
        let message = Array("ERROR\n".utf8) + bytes + [58] + bytes + [10, 10] + bytes + [0]
        let frame = Frame(.error, headers: [HeaderField(repaired, repaired)], body: bytes)
        #expect(repaired.contains("\u{FFFD}") && Decoding([message]).frame == frame)
        #expect(Decoding([bytes + [10]]).error?.description == "at byte 0: the line is not UTF-8")
    }

    @Test func `The place of an error counts all bytes of the stream, dropped ones included`() {
        let receipts = Array(repeating: Array("RECEIPT\n\n\0".utf8), count: 1000)
        #expect(Decoding(receipts + [Array("HELLO\n".utf8)]).error?.offset == 10_000)
    }
}
