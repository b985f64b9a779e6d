import STOMP
import Sockets
import StateExploration
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

    @Test(arguments: [
        "\n\r\nMESSAGE\r\na\\cb:c\r\nfoo:ä\n\nA body\0\r\nERROR\ncontent-length:6\nmessage:no\n\n\0a\r\nb\0\0\n\n",
        "CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0RECEIPT\nreceipt-id:1\n\n\0\nMESSAGE\nx\\ty:1\n\n\0",
        "MESSAGE\ncontent-length:2\n\nabc\0", "RECEIPT\n\nx\0", "HELLO\n\n\0", "MESSAGE\na\n\n\0",
        "\n\rMESSAGE\n\n\0", "MESSAGE\na:b\rc\n\n\0",
    ])
    func `The same frames are found wherever a stream is cut`(text: String) {
        let bytes = Array(text.utf8)
        let whole = Decoding([bytes])
        for cut in bytes.indices {
            #expect(Decoding([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
            for second in bytes.indices[cut...] {
                let pieces = [bytes[..<cut], bytes[cut..<second], bytes[second...]].map { Array($0) }
                #expect(Decoding(pieces) == whole)
            }
        }
        #expect(Decoding(bytes.map { [$0] }) == whole)
    }

    @Test func `A body of many bytes comes back whole from many pieces`() throws {
        let frame = Frame.message(body: (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let bytes = try frame.encoded()
        let pieces = stride(from: 0, to: bytes.count, by: 4096).map { Array(bytes[$0..<min($0 + 4096, bytes.count)]) }
        #expect(Decoding(pieces).frame == frame)
    }
}

extension Frame {
    /// A message with a content-length.
    fileprivate static func message(body: [UInt8], headers: [HeaderField] = []) -> Frame {
        let named = ["destination", "message-id", "subscription"].map { HeaderField($0, "1") }
        return Frame(.message, headers: named + headers + [HeaderField("content-length", "\(body.count)")], body: body)
    }
}
