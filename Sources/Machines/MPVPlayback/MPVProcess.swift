#if os(macOS) || os(Linux)
import AsyncPrimitives
import Foundation
import Synchronization

/// A running mpv, with a socket to it that no other program can find.
///
/// The other end of the socket is mpv's standard input. When this program closes its end, or ends, mpv ends, too.
final class MPVProcess: Sendable {
    /// The options that make mpv take commands from its standard input only: from no file, script or key of its window.
    ///
    /// mpv opens the requested file, but no file that it names or that has a similar name: no other chapters, no
    /// subtitles or covers next to the file, and no port. Only libavformat reads files. It may read sound, film and the
    /// pieces of a stream, but no playlists: mpv itself would follow a playlist before the engine could stop it.
    private static let arguments = [
        "--idle=yes", "--input-ipc-client=fd://0", "--no-config", "--no-terminal", "--load-scripts=no", "--ytdl=no",
        "--pause=yes", "--input-default-bindings=no", "--input-vo-keyboard=no", "--input-media-keys=no", "--osc=no",
        "--access-references=no", "--ordered-chapters=no", "--autoload-files=no", "--load-unsafe-playlists=no",
        "--resume-playback=no", "--demuxer=lavf",
        "--demuxer-lavf-o=protocol_whitelist=[http,https,tls,tcp,crypto,data]",
    ]
    /// The greatest number of bytes in a line. A longer line is skipped.
    private static let longestLine = 1 << 20

    /// The process identifier of mpv.
    let identifier: Int32
    private let connection: Connection

    /// Starts mpv.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - arguments: Further arguments.
    ///   - receive: Called with each event, on a thread of this process.
    ///   - ended: Called once on the same thread, when mpv has ended, with the reason.
    /// - Throws: An ``MPVError`` if mpv cannot be started.
    init(
        _ program: URL, arguments: [String], receive: @escaping @Sendable (MPVEvent) -> Void,
        ended: @escaping @Sendable (_ reason: String) -> Void
    ) throws(MPVError) {
        var sockets: [Int32] = [-1, -1]
        // The flag is set when the sockets are created, so that no process that another thread starts can inherit them.
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #elseif os(Linux)
        let kind = SOCK_STREAM | SOCK_CLOEXEC
        #else
        let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw .notStarted(String(cString: strerror(errno)))
        }
        let (own, others) = (sockets[0], sockets[1])
        for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        let mpv = Process()
        mpv.executableURL = program
        mpv.arguments = Self.arguments + arguments
        mpv.standardInput = FileHandle(fileDescriptor: others, closeOnDealloc: false)
        mpv.standardOutput = FileHandle.nullDevice
        mpv.standardError = FileHandle.nullDevice
        do { try processStart.withLock { _ in try mpv.run() } } catch {
            close(own)
            close(others)
            throw .notStarted(error.localizedDescription)
        }
        close(others)
        identifier = mpv.processIdentifier
        connection = Connection(socket: own, to: identifier)
        Thread.detachNewThread { [connection] in
            Self.read(from: own) { event in
                // mpv keeps its end of the socket open until it has ended.
                if event == .shutdown { connection.killAfterTimeLimit() } else { receive(event) }
            }
            connection.killAfterTimeLimit()
            connection.close()
            mpv.waitUntilExit()
            connection.processHasExited()
            ended(Self.reason(mpv.terminationReason, mpv.terminationStatus))
        }
    }

    deinit { end() }

    /// Sends commands in order, and returns at once. If mpv has ended, the commands are lost.
    func send(_ commands: [(MPVCommand, request: Int)]) {
        connection.send(commands.flatMap { command, request in command.line(request: request) })
    }

    /// Closes the socket so that mpv ends, and kills mpv if it has not ended within two seconds.
    func end() {
        connection.shutDown()
        connection.killAfterTimeLimit()
    }

    private static func reason(_ reason: Process.TerminationReason, _ status: Int32) -> String {
        if reason == .uncaughtSignal { return "mpv was killed (signal \(status))" }
        // Source: mpv's manual, "Exit codes".
        let meaning = status == 1 ? ": it does not know one of its options, or could not be initialized" : ""
        return "mpv ended with status \(status)\(meaning)"
    }

    /// Reads lines until one side closes the socket.
    private static func read(from socket: Int32, _ receive: (MPVEvent) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var line: [UInt8] = []
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") {
                    if line.count <= longestLine { line.append(byte) }
                } else {
                    if line.count <= longestLine, let event = MPVEvent(line: line) { receive(event) }
                    line.removeAll(keepingCapacity: true)
                }
            }
        }
    }
}
#endif
