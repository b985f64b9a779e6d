import NetworkTestSupport
import Foundation
import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

#if os(Linux)
/// The connections that programs inherit when this one starts them, where the system tells.
///
/// In processes of their own, where no other test opens descriptors at the same time.
@Suite(.blocking, .timeLimit(.minutes(10))) struct InheritanceTests {
    @Test func `No program that is started inherits a connection, or who listens`() async {
        await #expect(processExitsWith: .success) {
            let before = try sockets()
            let server = try RawServer()
            var client: StreamTask? = TCPStreamTests.stream(to: server.port)
            #expect(await client?.connect() == nil)
            let peer = await server.accept()
            let opened = try sockets().subtracting(before)
            // Who listens, both ends, and perhaps what was used to wait for the connection.
            #expect(opened.count >= 3)
            #expect(opened.allSatisfy(isKept))
            // Until here, all of them are there.
            await client.tearDown()
            await peer.settle()
            await server.stop()
        }
    }

    @Test(.needsOpenSSL)
    func `No program that is started inherits an encrypted connection`() async {
        await #expect(processExitsWith: .success) {
            let certificate = try Certificate(for: ["IP:127.0.0.1"])
            let (server, port) = try TLSPeer.start(certificate)
            defer { server.kill() }
            let before = try sockets()
            var client: StreamTask? = StreamTask {
                TLSStream(
                    host: "127.0.0.1", port: port, certificateAuthorities: certificate.file.path(percentEncoded: false),
                    queue: $0)
            }
            #expect(await client?.connect() == nil)
            let opened = try sockets().subtracting(before)
            #expect(opened.count == 1)
            #expect(opened.allSatisfy(isKept))
            await client.tearDown()
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
