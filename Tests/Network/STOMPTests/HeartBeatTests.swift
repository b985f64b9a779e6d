import STOMP
import Testing

/// STOMP 1.2, "Heart-beating".
@Suite struct HeartBeatTests {
    @Test(arguments: [
        // client sends, wants | server sends, wants | client sends, hears
        ((0, 0), (0, 0), (0, 0)),
        ((4000, 10000), (0, 0), (0, 0)),
        ((0, 0), (4000, 10000), (0, 0)),
        ((4000, 10000), (20000, 1000), (4000, 20000)),
        ((1000, 1000), (1000, 1000), (1000, 1000)),
        ((1, 0), (0, 5), (5, 0)),
        ((0, 5), (1, 0), (0, 5)),
        ((5, 5), (0, 3), (5, 0)),
    ])
    func `The longer time counts in each direction, and none where either side says zero`(
        client: (Int, Int), server: (Int, Int), agreed: (Int, Int)
    ) {
        func heartBeat(_ times: (Int, Int)) -> HeartBeat {
            HeartBeat(send: .milliseconds(times.0), receive: .milliseconds(times.1))
        }
        #expect(heartBeat(client).negotiated(with: heartBeat(server)) == heartBeat(agreed))
        #expect(heartBeat(server).negotiated(with: heartBeat(client)) == heartBeat((agreed.1, agreed.0)))
    }

    @Test func `A header holds two numbers of milliseconds`() {
        let heartBeat = HeartBeat(send: .seconds(1), receive: .milliseconds(2500))
        #expect(heartBeat.headerValue == "1000,2500")
        #expect(HeartBeat(headerValue: "1000,2500") == heartBeat)
        #expect(HeartBeat(headerValue: "0,0") == HeartBeat.none)
    }

    @Test func `A fraction of a millisecond does not become zero, which would mean none`() {
        #expect(HeartBeat(send: .microseconds(1), receive: .microseconds(1001)).headerValue == "1,2")
    }

    @Test(arguments: [
        "", ",", "1", "1,", ",1", "1,2,3", "-1,0", "+1,0", "1, 2", "a,b", "1.5,2", "99999999999999999999,0",
    ])
    func `Anything else is no heart-beat`(value: String) {
        #expect(HeartBeat(headerValue: value) == nil)
    }

    @Test func `The longest time that can be written can be read`() {
        #expect(HeartBeat(headerValue: "\(Int.max),1")?.headerValue == "\(Int.max),1")
    }

    @Test func `A time that is too long to be written is written as the longest`() {
        let heartBeat = HeartBeat(send: .seconds(Int64.max), receive: .seconds(Int64.max / 1000 + 1))
        #expect(heartBeat.headerValue == "\(Int.max),\(Int.max)")
    }

    @Test func `A negative time is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = HeartBeat(send: .seconds(-1)) }
    }
}
