#if os(macOS) || os(Linux)
import Foundation
import Synchronization

extension MPVProcess {
    /// The socket to a process. Bytes are written to it in the background.
    ///
    /// While mpv writes, it reads nothing. So neither the thread that reads from mpv nor the engine's caller may wait
    /// for a write.
    final class Connection: Sendable {
        private struct State {
            /// The descriptor; -1 once it is closed, because the system reuses the number.
            var socket: Int32
            /// The bytes that the writer has not taken yet.
            var unsent: [UInt8] = []
            /// True from the first unsent byte until the writer has written all bytes.
            var isWriting = false
            var hasExited = false
        }

        /// The time in seconds within which mpv must read something, or end by itself.
        private static let timeLimit = 2
        /// The greatest number of bytes that wait for mpv to read. A command has about 60 bytes.
        private static let capacity = 4 << 20

        private let process: Int32
        private let state: Mutex<State>
        /// The queue that writes to the socket and closes it, so that it is not closed during a write.
        private let writer = DispatchQueue(label: "mpv")

        /// - Parameters:
        ///   - socket: The socket, which is closed by ``close()``.
        ///   - process: The process identifier of mpv.
        init(socket: Int32, to process: Int32) {
            #if !os(Linux)
            // Writing to a program that has ended must fail. Otherwise a signal would end this program.
            var isOn: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
            self.process = process
            state = Mutex(State(socket: socket))
        }

        /// Sends bytes after all earlier bytes.
        ///
        /// The process is killed if it reads nothing for two seconds, or if 4 MiB wait for it.
        func send(_ bytes: [UInt8]) {
            let begins = state.withLock { state in
                state.unsent += bytes
                if state.unsent.count > Self.capacity { kill(&state) }
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if begins { writer.async { [self] in write() } }
        }

        private func write() {
            while let (bytes, socket) = nextBytes() {
                var rest = bytes[...]
                while !rest.isEmpty, socket >= 0 {
                    var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                    if poll(&room, 1, Int32(1_000 * Self.timeLimit)) == 0 {
                        state.withLock { kill(&$0) }
                        break
                    }
                    let count = rest.withUnsafeBytes { Self.write(socket, $0) }
                    if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
            }
        }

        private func nextBytes() -> (bytes: [UInt8], socket: Int32)? {
            state.withLock { state in
                defer { state.unsent = [] }
                state.isWriting = !state.unsent.isEmpty
                return state.isWriting ? (state.unsent, state.socket) : nil
            }
        }

        private static func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            #if os(Linux)
            Foundation.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            #else
            Foundation.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
            #endif
        }

        /// Shuts the socket down in both directions, so that mpv and the thread that reads from mpv see the end.
        func shutDown() {
            state.withLock { if $0.socket >= 0 { shutdown($0.socket, Int32(SHUT_RDWR)) } }
        }

        func close() {
            writer.async { [self] in
                state.withLock { state in
                    Foundation.close(state.socket)
                    state.socket = -1
                }
            }
        }

        /// Kills the process unless it ends within two seconds.
        func killAfterTimeLimit() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.timeLimit)) { [self] in
                state.withLock { kill(&$0) }
            }
        }

        private func kill(_ state: inout State) {
            if !state.hasExited { Foundation.kill(process, SIGKILL) }
            state.unsent = []
        }

        func processHasExited() { state.withLock { $0.hasExited = true } }
    }
}
#endif
