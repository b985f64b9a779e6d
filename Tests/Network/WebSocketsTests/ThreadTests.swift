import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

#if os(Linux)
/// The threads that a hundred connections need, where the system tells: none besides the others.
///
/// In separate processes: their threads are those of the connections, of the server, and of Swift.
@Suite(.blocking, .timeLimit(.minutes(60))) struct ThreadTests {
    @Test func `A hundred busy connections need few threads`() async {
        await #expect(processExitsWith: .success) {
            let server = LoopbackServer()
            defer { server.stop() }
            let url = URL(string: "ws://localhost:\(try server.start())/")!
            await withTaskGroup(of: WebSocketTransport.self) { group in
                for _ in 0..<100 {
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
}

private func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }

/// The connections that programs inherit when this one starts them, where the system tells.
///
/// In separate processes, where no other test opens descriptors at the same time.
@Suite(.blocking, .timeLimit(.minutes(60))) struct InheritanceTests {
    @Test(.needsOpenSSL)
    func `No program that is started inherits a connection, encrypted or not, or who listens`() async {
        await #expect(processExitsWith: .success) {
            let certificate = try Certificate(for: ["IP:127.0.0.1"])
            let (peer, port) = try TLSPeer.start(certificate)
            defer { peer.kill() }
            let before = try sockets()
            let server = try RawServer()
            var client: StreamTask? = TCPStreamTests.stream(to: server.port)
            var encrypted: StreamTask? = StreamTask(to: port, trusting: certificate.path)
            #expect(await client?.connect() == nil)
            #expect(await encrypted?.connect() == nil)
            let accepted = try await server.accept()
            let opened = try sockets().subtracting(before)
            // Who listens, both ends, the encrypted one, and perhaps what was used to wait for a connection.
            #expect(opened.count >= 4)
            #expect(opened.allSatisfy(isKept))
            // Until here, all of them are there.
            await client.tearDown()
            await encrypted.tearDown()
            await accepted.settle()
            await server.stop()
        }
    }
}

/// The sockets that this process has open to the network; those by which the threads of libcurl wake each other are none.
private func sockets() throws -> Set<Int32> {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    return Set(
        numbers.filter { number in
            var address = sockaddr()
            var size = socklen_t(MemoryLayout.size(ofValue: address))
            return getsockname(number, &address, &size) == 0 && address.sa_family == sa_family_t(AF_INET)
        })
}

/// True if a program that is started does not get the descriptor.
private func isKept(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }
#endif
