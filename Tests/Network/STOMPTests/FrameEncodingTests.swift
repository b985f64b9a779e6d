import STOMP
import Sockets
import Testing

/// STOMP 1.2, "Client Frames": what they look like on the wire.
@Suite struct FrameEncodingTests {
    @Test(arguments: [
        (
            Frame.connect(
                host: "harbour", login: "ada", passcode: "s:e\\cret",
                heartBeat: HeartBeat(send: .seconds(1), receive: .seconds(2)), headers: [HeaderField("x", "y")]),
            """
            CONNECT
            accept-version:1.2
            host:harbour
            login:ada
            passcode:s:e\\cret
            heart-beat:1000,2000
            x:y

            ␀
            """
        ),
        (
            .send(Array("Ahoy".utf8), to: "/queue/a", contentType: "text/plain", receipt: "7"),
            "SEND\ndestination:/queue/a\ncontent-type:text/plain\nreceipt:7\ncontent-length:4\n\nAhoy␀"
        ),
        (
            .send([], to: "a:b\\c\r\nd", headers: [HeaderField("n:a\nm\re\\", "")]),
            "SEND\ndestination:a\\cb\\\\c\\r\\nd\nn\\ca\\nm\\re\\\\:\n\n␀"
        ),
        (.subscribe(id: "0", to: "/topic/b"), "SUBSCRIBE\nid:0\ndestination:/topic/b\nack:auto\n\n␀"),
        (
            .subscribe(id: "0", to: "/topic/b", acknowledgement: .individual, receipt: "8"),
            "SUBSCRIBE\nid:0\ndestination:/topic/b\nack:client-individual\nreceipt:8\n\n␀"
        ),
        (
            .subscribe(id: "1", to: "/topic/b", acknowledgement: .cumulative),
            "SUBSCRIBE\nid:1\ndestination:/topic/b\nack:client\n\n␀"
        ),
        (.unsubscribe(id: "0"), "UNSUBSCRIBE\nid:0\n\n␀"),
        (.ack(id: "12"), "ACK\nid:12\n\n␀"),
        (.nack(id: "12", headers: [HeaderField("receipt", "9")]), "NACK\nid:12\nreceipt:9\n\n␀"),
        (.disconnect(receipt: "77"), "DISCONNECT\nreceipt:77\n\n␀"),
    ])
    func `A client's frame says what the specification requires`(frame: Frame, text: String) throws {
        #expect(try frame.text() == text)
    }

    @Test(arguments: Frame.Command.allCases)
    func `A frame has the headers that its command requires, and a body only in SEND, MESSAGE and ERROR`(
        command: Frame.Command
    ) throws {
        let headers = command.requiredHeaders.map { HeaderField($0, "1") }
        #expect(Frame(command, headers: headers).problem == nil)
        for header in headers {
            let fewer = Frame(command, headers: headers.filter { $0 != header })
            #expect(fewer.problem == "\(command.rawValue): the header “\(header.name)” is missing")
        }
        let mayHaveBody = [.send, .message, .error].contains(command)
        #expect(
            Frame(command, headers: headers, body: [1]).problem
                == (mayHaveBody ? nil : "\(command.rawValue): the frame must not have a body"))
    }

    /// `CONNECT` has no escapes, and NUL has none in any frame. So no header can be added.
    @Test(arguments: [
        (Frame.Command.connect, "passcode", "a\nreceipt:1"), (.connect, "passcode", "a\rb"),
        (.connect, "pass:code", "a"),
        (.connect, "pass\ncode", "a"), (.disconnect, "a\0", ""), (.disconnect, "a", "\0"),
    ]) func `A character that would end a header is refused where it has no escape`(
        command: Frame.Command, name: String, value: String
    ) {
        let required = command.requiredHeaders.map { HeaderField($0, "1") }
        let frame = Frame(command, headers: required + [HeaderField(name, value)])
        #expect(
            frame.problem == "\(command.rawValue): the header “\(name)” holds what cannot be written in this frame")
    }

    @Test func `A header has a name, and a content-length that a user sets is right`() throws {
        #expect(Frame.disconnect(headers: [HeaderField("", "a")]).problem == "DISCONNECT: a header has no name")
        let right = Frame.send([1, 2], to: "a", headers: [HeaderField("content-length", "2")])
        #expect(try right.encoded().count(where: { $0 == UInt8(ascii: "2") }) == 1)
        let wrong = Frame.send([1, 2], to: "a", headers: [HeaderField("content-length", "3")])
        #expect(wrong.problem == "SEND: the content-length is 3, and the body has 2 bytes")
    }

    @Test func `A description shows the headers and how long the body is, and no passcode`() {
        let connect = Frame.connect(host: "/", login: "ada", passcode: "hunter2")
        #expect("\(connect)" == "CONNECT accept-version:1.2 host:/ login:ada passcode:… heart-beat:0,0")
        var dumped = ""
        dump(connect, to: &dumped)
        dump(connect.headers, to: &dumped)
        #expect(!"\(dumped)\([connect.headers])\(String(reflecting: connect))".contains("hunter2"))
        let other = Frame.connect(host: "/", headers: [HeaderField("Authorization", "hunter2")])
        #expect("\(other)" == "CONNECT accept-version:1.2 host:/ heart-beat:0,0 Authorization:…")
        #expect("\(Frame.send([1], to: "a"))" == "SEND destination:a, 1 byte")
        #expect("\(Frame.send([1, 2], to: "a\nb"))" == "SEND destination:a\\nb, 2 bytes")
    }
}

extension Frame {
    fileprivate var problem: String? {
        do throws(FrameError) {
            _ = try encoded()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
