import Foundation

/// The file of a recorder. After `append`, the operating system has the line, so a crash of the program does not lose
/// it.
///
/// A regular file is locked, so that no other recorder overwrites it.
final class RecordingFile {
    private let path: String
    private var handle: FileHandle?
    /// The error that has ended the writing; `nil` if there was none.
    private(set) var error: RecordingError?

    /// Opens a file, and empties it.
    init(_ url: URL) throws(RecordingError) {
        handle = try RecordingFile.opened(url.path(percentEncoded: false))
        // Resolved when the file exists, because a link may lead to none before.
        path = url.resolvingSymlinksInPath().path(percentEncoded: false)
        if isRegular { ftruncate(descriptor, 0) }
    }

    deinit { close() }

    func append(_ line: String) {
        do { try handle?.write(contentsOf: Data("\(line)\n".utf8)) } catch { stop("\(error.localizedDescription)") }
    }

    /// Replaces all lines of a regular file at once. Nothing happens for a pipe or a device.
    func replace(with lines: [String]) {
        guard handle != nil, isRegular else { return }
        // If a killed program has left a draft, it is overwritten.
        let draft = path + ".draft"
        do throws(RecordingError) {
            let new = try RecordingFile.opened(draft, O_NOFOLLOW)
            let isWritten =
                fchmod(new.fileDescriptor, status.st_mode & 0o777) == 0 && ftruncate(new.fileDescriptor, 0) == 0
                && (try? new.write(contentsOf: Data(lines.map { "\($0)\n" }.joined().utf8))) != nil
            guard isWritten, rename(draft, path) == 0 else {
                let reason = String(cString: strerror(errno))
                unlink(draft)
                throw RecordingError(reason)
            }
            close()
            handle = new
        } catch { stop(error.description) }
    }

    private static func opened(_ path: String, _ flags: Int32 = 0) throws(RecordingError) -> FileHandle {
        while true {
            let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0o666)
            func failure() -> RecordingError {
                RecordingError("“\(path)” cannot be written: \(String(cString: strerror(errno))).")
            }
            guard number >= 0 else { throw failure() }
            let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
            var (status, current) = (stat(), stat())
            guard fstat(number, &status) == 0, status.isRegular else { return handle }
            if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                throw RecordingError("“\(path)” cannot be written: another recorder writes it.")
            }
            // Else another recorder has replaced the file before it was locked here.
            if stat(path, &current) == 0, current.st_ino == status.st_ino { return handle }
        }
    }

    private var descriptor: Int32 { handle?.fileDescriptor ?? -1 }

    private var status: stat {
        var status = stat()
        fstat(descriptor, &status)
        return status
    }

    private var isRegular: Bool { status.isRegular }

    private func stop(_ reason: String) {
        close()
        (handle, error) = (nil, RecordingError(reason))
    }

    private func close() {
        // Closing the file may not unlock it: a process that another thread starts now has a copy of the descriptor.
        if handle != nil { _ = flock(descriptor, LOCK_UN) }
    }
}

extension stat {
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}
