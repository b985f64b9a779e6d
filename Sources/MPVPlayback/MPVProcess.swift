#if os(macOS) || os(Linux)
import Foundation
import Synchronization

/// A running mpv, with a socket to it that no other program can find.
///
/// The socket's other end is the program's standard input. When this side is closed, also by the end of this program, mpv
/// ends by itself.
final class MPVProcess: Sendable {
    /// The time that mpv has to end by itself, or to read commands when a thousand are waiting, in seconds.
    private static let patience = 2

    /// mpv waits for commands on its standard input, and takes none from a file, a script, or the keys of its window.
    private static let arguments = [
        "--idle=yes", "--input-ipc-client=fd://0", "--no-config", "--no-terminal", "--load-scripts=no", "--ytdl=no",
        "--pause=yes", "--input-default-bindings=no", "--input-vo-keyboard=no", "--input-media-keys=no", "--osc=no",
    ]

    /// The number that the system has given to the process.
    let identifier: Int32
    private let link: Link

    /// Starts mpv.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - arguments: Further arguments.
    ///   - receive: Called with each event, on a thread of its own.
    ///   - ended: Called once when mpv has ended, on that thread, with the reason.
    /// - Throws: ``MPVError/notStarted(_:)``
    init(
        _ program: URL, arguments: [String], receive: @escaping @Sendable (MPVEvent) -> Void,
        ended: @escaping @Sendable (_ reason: String) -> Void
    ) throws(MPVError) {
        var sockets: [Int32] = [-1, -1]
        #if os(Linux)
        // At once, so that no other process that is started at this moment gets them.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw .notStarted(String(cString: strerror(errno)))
        }
        let (own, others) = (sockets[0], sockets[1])
        for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(own, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        #if !os(Linux)
        // To write to a program that has ended is an error, not a signal that ends this one.
        var isOn: Int32 = 1
        setsockopt(own, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let mpv = Process()
        mpv.executableURL = program
        mpv.arguments = Self.arguments + arguments
        mpv.standardInput = FileHandle(fileDescriptor: others, closeOnDealloc: false)
        mpv.standardOutput = FileHandle.nullDevice
        mpv.standardError = FileHandle.nullDevice
        do { try mpv.run() } catch {
            close(own)
            close(others)
            throw .notStarted(error.localizedDescription)
        }
        close(others)
        identifier = mpv.processIdentifier
        link = Link(own)
        Thread.detachNewThread { [link] in
            Self.read(from: own, receive)
            link.close()
            mpv.waitUntilExit()
            link.processHasExited()
            let how = mpv.terminationReason == .uncaughtSignal ? "by signal" : "with status"
            ended("mpv has ended \(how) \(mpv.terminationStatus)")
        }
    }

    deinit { end() }

    /// Sends commands, in order; they are lost if mpv has ended.
    ///
    /// The socket has room for about a thousand. An mpv that then reads none for two seconds is killed.
    func send(_ commands: [(MPVCommand, request: Int)]) {
        link.state.withLock { state in
            for (command, request) in commands {
                var rest = [UInt8](command.line(request: request))[...]
                while !rest.isEmpty, state.socket >= 0 {
                    let count = rest.withUnsafeBytes { Self.write(state.socket, $0) }
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else {
                        if errno == EAGAIN, !state.hasExited { kill(identifier, SIGKILL) }
                        return
                    }
                    rest = rest.dropFirst(count)
                }
            }
        }
    }

    /// Lets mpv end, and kills it if it does not.
    func end() {
        // The reading thread then closes it.
        link.state.withLock { if $0.socket >= 0 { shutdown($0.socket, Int32(SHUT_RDWR)) } }
        let limit = DispatchTime.now() + .seconds(Self.patience)
        DispatchQueue.global().asyncAfter(deadline: limit) { [identifier, link] in
            link.state.withLock { if !$0.hasExited { kill(identifier, SIGKILL) } }
        }
    }

    /// Reads lines until mpv closes the socket, or this side does.
    private static func read(from socket: Int32, _ receive: (MPVEvent) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var line: [UInt8] = []
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") {
                    line.append(byte)
                } else {
                    if let event = MPVEvent(line: line) { receive(event) }
                    line.removeAll(keepingCapacity: true)
                }
            }
        }
    }

    private static func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if os(Linux)
        Foundation.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
        Foundation.send(socket, bytes.baseAddress, bytes.count, 0)
        #endif
    }
}

/// The socket to a process, and whether the process has ended: what outlives the object of the process.
private final class Link: Sendable {
    struct State {
        /// -1 once it is closed: the system gives the number to something else.
        var socket: Int32
        var hasExited = false
    }

    let state: Mutex<State>

    init(_ socket: Int32) { state = Mutex(State(socket: socket)) }

    func close() {
        state.withLock { state in
            Foundation.close(state.socket)
            state.socket = -1
        }
    }

    func processHasExited() { state.withLock { $0.hasExited = true } }
}
#endif
