import STOMP
import Testing

/// The errors of the decoder about bytes that are no frame.
@Suite struct FrameErrorTests {
    @Test(arguments: [
        ("HELLO\n\n\0", "at byte 0: there is no command “HELLO”"),
        ("\n\nmessage\n\n\0", "at byte 2: there is no command “message”"),
        (" MESSAGE\n\n\0", "at byte 0: there is no command “ MESSAGE”"),
        ("\0\n", "at byte 0: the frame ends before its head does"),
        ("RECEIPT\n\n\0\n\0\n", "at byte 11: the frame ends before its head does"),
        ("MESSAGE\0\n", "at byte 0: the frame ends before its head does"),
        ("MESSAGE\na:b\0\n", "MESSAGE at byte 8: the frame ends before its head does"),
        ("\rMESSAGE\n\n\0", "at byte 0: a carriage return is not followed by a line feed"),
        ("MESSAGE\r\r\n\n\0", "at byte 0: a carriage return is not followed by a line feed"),
        ("MESSAGE\na:b\rc\n\n\0", "MESSAGE at byte 8: a carriage return is not followed by a line feed"),
        ("CONNECTED\nsession:b\rc\n\n\0", "CONNECTED at byte 10: a carriage return is not followed by a line feed"),
        ("MESSAGE\nfoo\n\n\0", "MESSAGE at byte 8: the header “foo” has no colon"),
        ("MESSAGE\na:b\n:foo\n\n\0", "MESSAGE at byte 12: a header has no name"),
        ("MESSAGE\na:b\\tc\n\n\0", "MESSAGE at byte 8: “\\t” is no escape"),
        ("MESSAGE\na\\xb:c\n\n\0", "MESSAGE at byte 8: “\\x” is no escape"),
        ("MESSAGE\na:b\\\n\n\0", "MESSAGE at byte 8: “\\” is no escape"),
        ("MESSAGE\na:\\ä\n\n\0", "MESSAGE at byte 8: “\\ä” is no escape"),
        ("MESSAGE\na:\\C\n\n\0", "MESSAGE at byte 8: “\\C” is no escape"),
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
        #expect(Decoding(text.utf8.map { [$0] }).error?.description == message)
    }

    @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]] as [[UInt8]])
    func `A head that is not UTF-8 is refused, and a body need not be`(bytes: [UInt8]) {
        func message(_ head: [UInt8], _ body: [UInt8]) -> [UInt8] { Array("ERROR\n".utf8) + head + [10] + body + [0] }
        let name = Decoding([message(bytes + Array(":b\n".utf8), [])])
        #expect(name.error?.description == "ERROR at byte 6: the line is not UTF-8")
        let value = Decoding([message(Array("a:".utf8) + bytes + [10], [])])
        #expect(value.error?.description == "ERROR at byte 6: the line is not UTF-8")
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
        #expect(Decoding(text.utf8.map { [$0] }, limits: limits).frame?.command == .message)
    }

    @Test(arguments: [
        ("MESSAGE\na:1\nb:2\na:3\n\n\0", "MESSAGE at byte 16: the frame has more than 2 headers"),
        ("MESSAGE\nabc:123456789\n\n\0", "MESSAGE at byte 8: the line has more than 12 bytes"),
        ("MESSAGE\nabc:12345678901234567890", "MESSAGE at byte 8: the line has more than 12 bytes"),
        ("MESSAGEMESSAGE", "at byte 0: the line has more than 12 bytes"),
        ("MESSAGE\n\nabcde\0", "MESSAGE at byte 9: the body has more than 4 bytes"),
        ("MESSAGE\n\nabcdefgh", "MESSAGE at byte 9: the body has more than 4 bytes"),
    ])
    func `A frame that exceeds a limit is refused as soon as that shows`(text: String, message: String) {
        #expect(Decoding(text, limits: limits).error?.description == message)
        #expect(Decoding(text.utf8.map { [$0] }, limits: limits).error?.description == message)
    }

    @Test func `A body that is said to be too long is refused before any of it has come`() {
        let limits = FrameLimits(bodyLength: 4)
        let error = Decoding("MESSAGE\ncontent-length:5\n\n", limits: limits).error
        #expect(error?.description == "MESSAGE at byte 25: the body has more than 4 bytes")
        #expect(Decoding("MESSAGE\ncontent-length:4\n\n\0\0\0\0\0", limits: limits).frame?.body == [0, 0, 0, 0])
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
        #expect(Decoding(text.utf8.map { [$0] }, limits: limits).frame?.command == first)
        #expect(Decoding(text, limits: limits).error == nil)
    }

    @Test func `Limits that leave no room are a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = FrameLimits(headerCount: -1) }
        await #expect(processExitsWith: .failure) { _ = FrameLimits(lineLength: 10) }
        await #expect(processExitsWith: .failure) { _ = FrameLimits(bodyLength: -1) }
    }
}
