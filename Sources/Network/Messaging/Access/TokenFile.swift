import Foundation

/// A file that holds a token: reads it, replaces it as a whole, and removes it.
struct TokenFile {
    private typealias FileError = FileTokenStore.FileError

    /// The greatest number of bytes that are read.
    private static let sizeLimit = 1 << 20
    /// The beginning of the name of a file that is written next to the old one, and then renamed.
    ///
    /// It has a lock while it is written. A program that is killed loses its locks, so a draft without one was left behind.
    private static let draftPrefix = ".token-draft-"

    let url: URL

    private struct Content: Codable {
        let user: String
        let secret: String
        var expiry: Double?

        init(_ token: AccessToken) {
            user = token.user
            secret = token.secret
            // JSON has no number for infinity, nor for none.
            expiry = token.expiry.map { date in
                let seconds = date.timeIntervalSince1970
                return seconds.isNaN ? 0 : min(max(seconds, -1e12), 1e12)
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            user = try values.decode(String.self, forKey: .user)
            secret = try values.decode(String.self, forKey: .secret)
            expiry = try? values.decode(Double.self, forKey: .expiry)  // Any other one is not known.
        }

        var token: AccessToken {
            AccessToken(user: user, secret: secret, expiry: expiry.map { Date(timeIntervalSince1970: $0) })
        }
    }

    private var path: String { url.path(percentEncoded: false) }

    private static var systemReason: String { String(cString: strerror(errno)) }

    /// Reads the token; `nil` if there is no file.
    ///
    /// What is judged is the opened file, which no program can exchange for another one in between.
    func read() throws(FileTokenStore.FileError) -> AccessToken? {
        guard url.isFileURL, !path.utf8.contains(0) else { throw FileError(description: "“\(url)” is not a file") }
        // To open a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(description: "the token in “\(path)” cannot be read: \(Self.systemReason)")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(description: "“\(path)” is not a regular file: use another path for the token")
        }
        guard status.st_uid == geteuid() else {
            throw FileError(description: "“\(path)” belongs to another user: remove it, and log in again")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw FileError(description: "other users may read the token in “\(path)”: chmod 600, or remove it")
        }
        guard status.st_size <= Self.sizeLimit else {
            throw FileError(description: "“\(path)” has more than the 1 MiB of a token: remove it, and log in again")
        }
        guard let data = try? handle.read(upToCount: Self.sizeLimit),
            let content = try? JSONDecoder().decode(Content.self, from: data)
        else { throw FileError(description: "there is no token in “\(path)”: log in again after its removal") }
        return content.token
    }

    /// Writes a draft, and renames it.
    func write(_ token: AccessToken) throws(FileTokenStore.FileError) {
        let target = target
        try? FileManager.default.createDirectory(
            atPath: target.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = target.folder + Self.draftPrefix + UUID().uuidString
        func failure() -> FileError {
            FileError(description: "the token cannot be written to “\(path)”: \(Self.systemReason)")
        }
        // `createFile` would set the mode afterwards.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        guard (try? handle.write(contentsOf: JSONEncoder().encode(Content(token)))) != nil, fsync(descriptor) == 0,
            rename(draft, target.path) == 0
        else {
            let (error, isGone) = (failure(), access(draft, F_OK) != 0)
            unlink(draft)
            // Another store took it for one that was left, before it had its lock.
            if isGone, access(target.folder, F_OK) == 0 { return try write(token) }
            throw error
        }
    }

    /// Removes the token, and before that what was left of others: a program that is killed in between is still logged in.
    func remove() throws(FileTokenStore.FileError) {
        guard removeLeftDrafts(), unlink(target.path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw FileError(description: "the token in “\(path)” cannot be removed: \(Self.systemReason)")
        }
    }

    /// Removes the drafts of programs that were killed while they wrote a token. Returns false if one cannot be
    /// removed.
    @discardableResult func removeLeftDrafts() -> Bool {
        let folder = target.folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(Self.draftPrefix) }.allSatisfy { name in
            let descriptor = open(folder + name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { return true }
            defer { close(descriptor) }
            let isInUse = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            return isInUse || unlink(folder + name) == 0 || errno == ENOENT
        }
    }

    /// The file that is replaced and removed, and its folder: symbolic links are followed, so that no token stays at their end.
    private var target: (folder: String, path: String) {
        var path = path
        func folder() -> String { String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)) }
        for _ in 0..<40 {
            guard let end = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = end.hasPrefix("/") ? end : folder() + end
        }
        return (folder(), path)
    }
}
