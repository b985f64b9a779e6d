@testable import STOMP
import Sockets
import Testing

/// STOMP 1.2, "Server Frames": what a client makes of them.
@Suite struct ServerFrameTests {
    @Test(arguments: [
        (
            "CONNECTED\nversion:1.2\nheart-beat:1000,2000\nserver:harbour/1\n\n\0",
            ServerFrame.connected(HeartBeat(send: .seconds(1), receive: .seconds(2)))
        ),
        ("CONNECTED\nversion:1.2\n\n\0", .connected(.none)),
        ("RECEIPT\nreceipt-id:77\n\n\0", .receipt(id: "77")),
    ]) func `The beginning of a session has heart-beats or none, and a receipt says what it is for`(
        text: String, frame: ServerFrame
    ) throws {
        #expect(try serverFrame(text) == frame)
    }

    @Test(arguments: Acknowledgement.allCases)
    func `A message says where it comes from, and by what it is acknowledged if it should be`(
        acknowledgement: Acknowledgement
    ) throws {
        let head = "MESSAGE\nsubscription:0\nmessage-id:7\ndestination:/topic/a\nx:y\n"
        guard case .message(let frame) = try serverFrame("\(head)ack:9\n\nAhoy\0"),
            case .message(let lacking) = try serverFrame("\(head)\n\0")
        else { throw FrameError(.notAServersFrame, in: nil) }
        let message = StompMessage(frame, for: "subscription-1", attempt: 1, acknowledgementID: nil)
        #expect((message.destination, message["message-id"], message["x"]) == ("/topic/a", "7", "y"))
        #expect(message.text == "Ahoy")
        let isAutomatic = acknowledgement == .automatic
        #expect(try frame.acknowledgementID(for: acknowledgement, within: FrameLimits()) == (isAutomatic ? nil : "9"))
        let lacks = (try? lacking.acknowledgementID(for: acknowledgement, within: FrameLimits())) == nil
        #expect(isAutomatic || lacks)
    }

    @Test(arguments: [
        ("CONNECTED\n\n\0", "CONNECTED: the header “version” is missing"),
        ("CONNECTED\nversion:1.1\n\n\0", "CONNECTED: the server speaks version 1.1"),
        ("MESSAGE\nmessage-id:7\ndestination:a\n\n\0", "MESSAGE: the header “subscription” is missing"),
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
        #expect("\(ServerFrame.Failure(Frame(.error, headers: [HeaderField("message", start)])))" == start)
        let texts = [
            "\(Frame(.error, headers: [HeaderField("message", long)]))",
            "\(FrameError(.unknownCommand(long), in: nil))",
        ]
        for text in texts { #expect(text.utf8.count < 4200 && text.hasSuffix(" bytes)"), "\(text.prefix(80))") }
    }

    private func serverFrame(_ text: String) throws -> ServerFrame {
        try ServerFrame(try #require(Decoding(text).frame))
    }
}
