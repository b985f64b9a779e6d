@testable import STOMP
import Sockets
import Testing

/// STOMP 1.2, "Server Frames": what a client makes of them.
@Suite struct ServerFrameTests {
    @Test func `The beginning of a session says how often the server sends and wants to hear`() throws {
        let frame = try serverFrame("CONNECTED\nversion:1.2\nheart-beat:1000,2000\nsession:s\nserver:harbour/1\n\n\0")
        #expect(frame == .connected(HeartBeat(send: .seconds(1), receive: .seconds(2))))
    }

    @Test func `A server that says nothing of heart-beats has none`() throws {
        #expect(try serverFrame("CONNECTED\nversion:1.2\n\n\0") == .connected(.none))
    }

    @Test func `A message says where it comes from, what it is called, and to whom it goes`() throws {
        let frame = try serverFrame(
            "MESSAGE\nsubscription:0\nmessage-id:7\ndestination:/topic/a\ncontent-type:text/plain\nx:y\n\nAhoy\0")
        guard case .message(let content) = frame else { return #expect(Bool(false), "\(frame)") }
        let message = StompMessage(content, for: "subscription-1", attempt: 1, acknowledgementID: nil)
        #expect(message.subscription == "subscription-1")
        #expect(message["message-id"] == "7")
        #expect(message.destination == "/topic/a")
        #expect(message["content-type"] == "text/plain")
        #expect(message.headers.last == HeaderField("x", "y"))
        #expect(message.body == Array("Ahoy".utf8))
        #expect(try content.acknowledgementID(for: .automatic, within: FrameLimits()) == nil)
    }

    @Test(arguments: [Acknowledgement.cumulative, .individual])
    func `A message that should be acknowledged says by what`(acknowledgement: Acknowledgement) throws {
        let head = "MESSAGE\nsubscription:0\nmessage-id:7\ndestination:/topic/a\n"
        guard case .message(let message) = try serverFrame("\(head)ack:9\n\n\0"),
            case .message(let lacking) = try serverFrame("\(head)\n\0")
        else {
            Issue.record("no message")
            return
        }
        #expect(try message.acknowledgementID(for: acknowledgement, within: FrameLimits()) == "9")
        #expect(throws: FrameError.self) { try lacking.acknowledgementID(for: acknowledgement, within: FrameLimits()) }
    }

    @Test func `A receipt says what it is for`() throws {
        #expect(try serverFrame("RECEIPT\nreceipt-id:77\n\n\0") == .receipt(id: "77"))
    }

    @Test func `An error says what is wrong, and with which frame, if the server knows`() throws {
        guard case .error(let failure) = try serverFrame("ERROR\nmessage:no\nreceipt-id:7\n\nMore\0"),
            case .error(let bare) = try serverFrame("ERROR\n\n\0")
        else {
            Issue.record("no error")
            return
        }
        #expect(failure.message == "no")
        #expect(failure.receiptID == "7")
        #expect(failure.body == Array("More".utf8))
        #expect(bare.message == "")
        #expect(bare.receiptID == nil)
    }

    @Test(arguments: [
        ("CONNECTED\n\n\0", "CONNECTED: the header “version” is missing"),
        ("CONNECTED\nversion:1.1\n\n\0", "CONNECTED: the server speaks version 1.1"),
        ("MESSAGE\nmessage-id:7\ndestination:a\n\n\0", "MESSAGE: the header “subscription” is missing"),
        ("MESSAGE\nsubscription:7\ndestination:a\n\n\0", "MESSAGE: the header “message-id” is missing"),
        ("MESSAGE\nsubscription:7\nmessage-id:a\n\n\0", "MESSAGE: the header “destination” is missing"),
        ("RECEIPT\n\n\0", "RECEIPT: the header “receipt-id” is missing"),
        ("SEND\ndestination:a\n\n\0", "SEND: no server sends this frame"),
    ])
    func `A frame that lacks something, or makes no sense, is refused`(text: String, message: String) throws {
        #expect {
            _ = try serverFrame(text)
        } throws: {
            "\($0)" == message
        }
    }

    @Test func `The text of a server is cut where people are to read it`() throws {
        let long = String(repeating: "x", count: 10_000)
        let start = String(repeating: "x", count: 4096)
        let failure = ServerFrame.Failure(
            Frame(.error, headers: [HeaderField("message", long)], body: [UInt8](repeating: 120, count: 15 << 20)))
        #expect("\(failure)" == "\(start)… (10000 bytes): \(start)… (15728640 bytes)")
        let texts = [
            "\(Frame(.error, headers: [HeaderField("message", long)]))",
            "\(FrameError(.unknownCommand(long), in: nil))", "\(FrameError(.noColon(header: long), in: nil))",
            "\(FrameError(.unsupportedVersion(long), in: nil))",
            "\(FrameError(.invalidValue(long, header: "content-length"), in: nil))",
        ]
        for text in texts { #expect(text.utf8.count < 4200 && text.hasSuffix(" bytes)"), "\(text.prefix(80))") }
        #expect("\(ServerFrame.Failure(Frame(.error, headers: [HeaderField("message", start)])))" == start)
    }

    private func serverFrame(_ text: String) throws -> ServerFrame {
        try ServerFrame(try #require(Decoding(text).frame))
    }
}
