import STOMP
import Sockets
import Testing

/// STOMP 1.2, "Client Frames": what they look like on the wire.
@Suite struct FrameEncodingTests {
    @Test(arguments: [
        (
            Frame.connect(host: "/"),
            "CONNECT\naccept-version:1.2\nhost:/\nheart-beat:0,0\n\n␀"
        ),
        (
            .connect(
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
        (.send([], to: "/queue/a"), "SEND\ndestination:/queue/a\n\n␀"),
        (
            .send(Array("Ahoy".utf8), to: "/queue/a", contentType: "text/plain", receipt: "7"),
            "SEND\ndestination:/queue/a\ncontent-type:text/plain\nreceipt:7\ncontent-length:4\n\nAhoy␀"
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
        (.disconnect(), "DISCONNECT\n\n␀"),
        (.disconnect(receipt: "77"), "DISCONNECT\nreceipt:77\n\n␀"),
    ])
    func `A client's frame says what the specification requires`(frame: Frame, text: String) throws {
        #expect(try frame.text() == text)
        #expect(Decoding([try frame.encoded()]).frame?.command == frame.command)
    }

    @Test(arguments: Frame.Command.allCases)
    func `A frame without a header that its command requires is not written`(command: Frame.Command) throws {
        let headers = command.requiredHeaders.map { HeaderField($0, "1") }
        _ = try Frame(command, headers: headers).encoded()
        for header in headers {
            let fewer = Frame(command, headers: headers.filter { $0 != header })
            #expect("\(try #require(fewer.error))" == "\(command.rawValue): the header “\(header.name)” is missing")
        }
    }

    @Test(arguments: Frame.Command.allCases)
    func `Only SEND, MESSAGE and ERROR may have a body`(command: Frame.Command) {
        let frame = Frame(command, headers: command.requiredHeaders.map { HeaderField($0, "1") }, body: [1])
        if [.send, .message, .error].contains(command) {
            #expect(frame.error == nil)
        } else {
            #expect(frame.error?.description == "\(command.rawValue): the frame must not have a body")
        }
    }

    @Test func `Characters that would end a header are escaped in its name and its value`() throws {
        let frame = Frame.send([], to: "a:b\\c\r\nd", headers: [HeaderField("n:a\nm\re\\", "")])
        #expect(try frame.text() == "SEND\ndestination:a\\cb\\\\c\\r\\nd\nn\\ca\\nm\\re\\\\:\n\n␀")
    }

    @Test(arguments: [
        HeaderField("passcode", "a\nreceipt:1"), HeaderField("passcode", "a\rb"), HeaderField("passcode", "a\0b"),
        HeaderField("pass:code", "a"), HeaderField("pass\ncode", "a"),
    ])
    func `A character that would end a header is refused where nothing is escaped, so that no header can be added`(
        header: HeaderField
    ) {
        let error = Frame.connect(host: "/", headers: [header]).error
        #expect(error?.problem == .unwritable(header: header.name))
        #expect(
            error?.description
                == "CONNECT: the header “\(header.name)” holds what cannot be written in this frame")
    }

    @Test(arguments: [HeaderField("a\0", ""), HeaderField("a", "\0")])
    func `A NUL in a header is refused, for it has no escape`(header: HeaderField) {
        #expect(Frame.disconnect(headers: [header]).error?.problem == .unwritable(header: header.name))
    }

    @Test func `A header without a name is refused`() {
        let error = Frame.disconnect(headers: [HeaderField("", "a")]).error
        #expect(error?.description == "DISCONNECT: a header has no name")
    }

    @Test func `A content-length that a user sets must be right`() throws {
        let right = Frame.send([1, 2], to: "a", headers: [HeaderField("content-length", "2")])
        #expect(try right.encoded().count(where: { $0 == UInt8(ascii: "2") }) == 1)
        let wrong = Frame.send([1, 2], to: "a", headers: [HeaderField("content-length", "3")])
        #expect(wrong.error?.description == "SEND: the content-length is 3, and the body has 2 bytes")
    }

    @Test func `A description shows the headers and how long the body is, and no passcode`() {
        let connect = Frame.connect(host: "/", login: "ada", passcode: "hunter2")
        #expect("\(connect)" == "CONNECT accept-version:1.2 host:/ login:ada passcode:… heart-beat:0,0")
        var dumped = ""
        dump(connect, to: &dumped)
        dump(connect.headers, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(!"\([connect.headers])\(String(reflecting: connect))".contains("hunter2"))
        let other = Frame.connect(host: "/", headers: [HeaderField("Authorization", "hunter2")])
        #expect("\(other)" == "CONNECT accept-version:1.2 host:/ heart-beat:0,0 Authorization:…")
        #expect("\(Frame.send([1], to: "a"))" == "SEND destination:a, 1 byte")
        #expect("\(Frame.send([], to: "a\nb"))" == "SEND destination:a\\nb")
        #expect("\(Frame.send([1, 2], to: "a"))" == "SEND destination:a, 2 bytes")
    }
}

extension Frame {
    fileprivate var error: FrameError? {
        do throws(FrameError) {
            _ = try encoded()
            return nil
        } catch {
            return error
        }
    }
}
