import STOMP
import Sockets
import Testing

@Suite struct FrameErrorTests {
    @Test(arguments: [
        ("HELLO\n\n\0", "at byte 0: there is no command “HELLO”"),
        ("\n\nmessage\n\n\0", "at byte 2: there is no command “message”"),
        (" MESSAGE\n\n\0", "at byte 0: there is no command “ MESSAGE”"),
        ("\0\n", "at byte 0: the frame ends before its head does"),
        ("RECEIPT\n\n\0\n\0\n", "at byte 11: the frame ends before its head does"),
        ("MESSAGE\0\n", "at byte 0: the frame ends before its head does"),
        ("MESSAGE\na\0\n", "MESSAGE at byte 8: the frame ends before its head does"),
        ("\rMESSAGE\n\n\0", "at byte 0: a carriage return is not followed by a line feed"),
        ("MESSAGE\r\r\n\n\0", "at byte 0: a carriage return is not followed by a line feed"),
        ("MESSAGE\nfoo\n\n\0", "MESSAGE at byte 8: the header “foo” has no colon"),
        ("MESSAGE\ncontent-length:\n\n\0", "MESSAGE at byte 24: “” is not a content-length"),
        ("MESSAGE\ncontent-length:-1\n\n\0", "MESSAGE at byte 26: “-1” is not a content-length"),
        ("MESSAGE\ncontent-length:+1\n\na\0", "MESSAGE at byte 26: “+1” is not a content-length"),
        ("MESSAGE\ncontent-length: 1\n\na\0", "MESSAGE at byte 26: “ 1” is not a content-length"),
        (
            "MESSAGE\ncontent-length:99999999999999999999\n\n\0",
            "MESSAGE at byte 44: “99999999999999999999” is not a content-length"
        ),
        ("MESSAGE\ncontent-length:2\n\nabc\0", "MESSAGE at byte 26: no NUL follows the 2 bytes of the body"),
        ("RECEIPT\n\na\0", "RECEIPT at byte 9: the frame must not have a body"),
        ("RECEIPT\ncontent-length:1\n\na\0", "RECEIPT at byte 25: the frame must not have a body"),
    ])
    func `An error says what is wrong, in which frame, and where`(text: String, message: String) {
        #expect(Decoding(text).error?.description == message)
    }

    @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]] as [[UInt8]])
    func `A command that is not UTF-8 is refused, a header is repaired, and a body need not be UTF-8`(bytes: [UInt8]) {
        func message(_ head: [UInt8], _ body: [UInt8]) -> [UInt8] { Array("ERROR\n".utf8) + head + [10] + body + [0] }
        let repaired = String(decoding: bytes, as: UTF8.self)
        #expect(repaired.contains("\u{FFFD}"))
        let name = Decoding([message(bytes + Array(":b\n".utf8), [])])
        #expect(name.frame?.headers == [HeaderField(repaired, "b")])
        let value = Decoding([message(Array("a:".utf8) + bytes + [10], [])])
        #expect(value.frame?.headers == [HeaderField("a", repaired)])
        #expect(Decoding([bytes + [10]]).error?.description == "at byte 0: the line is not UTF-8")
        let body = [0xff, 0xc3] as [UInt8]
        #expect(Decoding([message([], body)]).frame?.body == body)
    }

    @Test func `The frames before an error are found, and after it the same error is said again`() {
        let decoding = Decoding("RECEIPT\n\n\0HELLO\n\n\0RECEIPT\n\n\0")
        #expect(decoding.frames == [Frame(.receipt)])
        #expect(decoding.error?.offset == 10)

        var decoder = FrameDecoder()
        decoder.append(Array("HELLO\n".utf8))
        let first = #expect(throws: FrameError.self) { try decoder.next() }
        decoder.append(Array("RECEIPT\n\n\0".utf8))
        let second = #expect(throws: FrameError.self) { try decoder.next() }
        #expect(first == second)
    }

    @Test func `The place of an error counts all bytes of the stream, dropped ones included`() {
        let receipt = Array("RECEIPT\n\n\0".utf8)
        let pieces = Array(repeating: receipt, count: 1000) + [Array("HELLO\n".utf8)]
        #expect(Decoding(pieces).error?.offset == 10_000)
    }
}

/// STOMP 1.2, "Size Limits".
@Suite struct FrameLimitTests {
    private let limits = FrameLimits(headerCount: 2, lineLength: 12, bodyLength: 4)

    @Test(arguments: [
        "MESSAGE\na:1\nb:2\n\n\0", "MESSAGE\nabc:12345678\n\n\0", "MESSAGE\r\nabc:12345678\r\n\r\n\0",
        "MESSAGE\n\nabcd\0",
    ])
    func `A frame that reaches a limit is accepted`(text: String) {
        #expect(Decoding(text, limits: limits).frame?.command == .message)
    }

    @Test func `A command beyond the limit is refused as soon as that shows`() {
        let error = Decoding("MESSAGEMESSAGE", limits: limits).error
        #expect(error?.description == "at byte 0: the line has more than 12 bytes")
    }

    @Test(arguments: [
        ("MESSAGE\na:1\nb:2\na:3\n\n\0", ["a:1", "b:2"]),
        ("MESSAGE\na:1\nb:2\nc:3\nack:7\nc:4\nack:8\n\n\0", ["a:1", "b:2", "ack:7"]),
        ("MESSAGE\nabc:123456789\na:1\n\n\0", ["a:1"]),
        ("MESSAGE\r\nabc:12345678901234567890\r\na:1\r\n\r\n\0", ["a:1"]),
    ])
    func `A header beyond a limit is left out, unless STOMP defines it`(text: String, headers: [String]) {
        let frame = Decoding(text, limits: limits).frame
        #expect(frame?.headers.map { "\($0.name):\($0.value)" } == headers)
    }

    @Test(arguments: [
        ("MESSAGE\n\nabcde\0", "MESSAGE at byte 9: the body has more than 4 bytes"),
        ("MESSAGE\na:1\n\nabcdefgh\0", "MESSAGE at byte 13: the body has more than 4 bytes"),
    ])
    func `A body beyond the limit is skipped, and the frame after it found`(text: String, message: String) {
        let decoding = Decoding(text + "RECEIPT\n\n\0", limits: limits)
        #expect(decoding.unreadable.map(\.error.description) == [message])
        #expect(decoding.frames == [Frame(.receipt)])
        #expect(decoding.error == nil)
    }

    @Test(arguments: [1, 7, 64 * 1024, .max])
    func `A body that is said to be too long is skipped by its length, and not kept`(size: Int) throws {
        let body = [UInt8](repeating: 0, count: 20_000)
        let stream = Array("MESSAGE\nack:7\ncontent-length:20000\n\n".utf8) + body + Array("\0RECEIPT\n\n\0".utf8)
        var decoder = FrameDecoder(limits: FrameLimits(bodyLength: 19_999))
        var elements: [FrameDecoder.Element] = []
        var most = 0
        for start in stride(from: 0, to: stream.count, by: min(size, stream.count)) {
            decoder.append(stream[start..<min(start + min(size, stream.count), stream.count)])
            while let element = try decoder.next() { elements.append(element) }
            most = max(most, (Mirror(reflecting: decoder).descendant("stream", "buffer") as? [UInt8])?.count ?? .max)
        }
        #expect(most <= max(2 * min(size, stream.count), 100))
        guard elements.count == 2, case .unreadable(let frame) = elements[0] else {
            Issue.record("\(elements)")
            return
        }
        #expect(frame.head.headers == [HeaderField("ack", "7"), HeaderField("content-length", "20000")])
        #expect(frame.head.body == [])
        #expect(frame.error.description == "MESSAGE at byte 35: the body has more than 19999 bytes")
        #expect(elements[1] == .frame(Frame(.receipt)))
    }

    @Test func `A body at the limit is kept`() {
        let limits = FrameLimits(bodyLength: 4)
        #expect(Decoding("MESSAGE\ncontent-length:4\n\n\0\0\0\0\0", limits: limits).frame?.body == [0, 0, 0, 0])
        let wrong = Decoding("MESSAGE\ncontent-length:5\n\nabcdeX", limits: limits)
        #expect(wrong.error?.problem == .noEnd(contentLength: 5))
    }

    @Test(arguments: [
        ("MESSAGE\na:1", nil), ("MESSAGE\n\nAhoy", nil), ("MESSAGE\na:1\n\nAhoy\0", Frame.Command.message),
        ("MESSAGE\ncontent-length:9223372036854775807\n\nAhoy\0", nil),
        ("MESSAGE\ncontent-length:9223372036854775806\n\nAhoy\0", nil),
        ("RECEIPT\n\n\0MESSAGE\ncontent-length:9223372036854775807\n\nAhoy\0", .receipt),
    ])
    func `The largest limits there are stop no program`(text: String, first: Frame.Command?) {
        let limits = FrameLimits(headerCount: .max, lineLength: .max, bodyLength: .max)
        #expect(Decoding(text, limits: limits).frame?.command == first)
        #expect(Decoding(text, limits: limits).error == nil)
    }

    @Test func `Limits that leave no room are a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = FrameLimits(headerCount: -1) }
        await #expect(processExitsWith: .failure) { _ = FrameLimits(lineLength: 10) }
        await #expect(processExitsWith: .failure) { _ = FrameLimits(bodyLength: -1) }
    }
}
