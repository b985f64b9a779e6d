import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

#if os(Linux)
/// The threads that many connections need, where the system tells: none of their own.
///
/// In processes of their own, whose threads are those of the connections, of the server, and of Swift.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ThreadTests {
    @Test func `Five hundred busy connections need few threads`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit(to: 4096)
            let server = LoopbackServer()
            defer { server.stop() }
            let url = URL(string: "ws://localhost:\(try server.start())/")!
            await withTaskGroup(of: WebSocketTransport.self) { group in
                for _ in 0..<500 {
                    group.addTask {
                        let transport = WebSocketTransport()
                        transport.open(ConnectionRequest(to: url), timeout: .seconds(600))
                        #expect(await transport.nextEvent() == .opened(subprotocol: nil))
                        for number in 0..<20 {
                            transport.send(.text("\(number)")) { _ in }
                            #expect(await transport.nextEvent() == .text("\(number)"))
                        }
                        return transport
                    }
                }
                // Threads stay for some seconds after their last work, so that those of all connections are counted.
                var transports: [WebSocketTransport] = []
                for await transport in group { transports.append(transport) }
                #expect(try! threads() < 40)
            }
        }
    }

    @Test func `Three hundred encrypted connections that are not answered need few threads`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit(to: 4096)
            let server = try RawServer()
            let url = URL(string: "wss://127.0.0.1:\(server.port)/")!
            let transports = (0..<300).map { _ in WebSocketTransport() }
            await withTaskGroup(of: TransportEvent.self) { group in
                for transport in transports {
                    transport.open(ConnectionRequest(to: url), timeout: .seconds(600))
                    group.addTask { await transport.nextEvent() }
                }
                // All of them have begun when their greetings are there.
                var peers: [StreamTask<TCPStream>] = []
                for _ in transports {
                    peers.append(await server.accept())
                    #expect((try? await peers.last?.read(1))?.count == 1)
                }
                #expect(try! threads() < 40)
                for transport in transports { transport.abort() }
                for await event in group { #expect(event == .ended(.abnormal(.aborted))) }
            }
            // When each has answered twice, their streams are gone. AddressSanitizer would take one that is still there for a
            // leak: it does not find what Swift's weak references point at.
            for transport in transports + transports {
                await withCheckedContinuation { answer in transport.send(.text("")) { _ in answer.resume() } }
            }
        }
    }
}

private func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
#endif
