import AsyncPrimitives
import Foundation
import Synchronization
import Sockets

/// A token in a file that only its owner may read, so that a user need not log in at each start.
///
/// ```swift
/// import Foundation
/// import Messaging
///
/// func openStore(in folder: URL) throws -> FileTokenStore {
///     try FileTokenStore(folder.appending(path: "token.json")) { old in
///         AccessToken(user: old.user, secret: "…")  // Ask the server for a new one.
///     }
/// }
/// ```
///
/// 1. The file is JSON with `user`, `secret` and, if it is known, `expiry` in seconds since 1970. Other keys are ignored.
/// 2. It has the mode 0600 from its first byte on, and its folder, if the store creates it, 0700.
/// 3. It is replaced as a whole: a reader, or a crash, finds the old token or the new one. Of two stores with the same file,
///    the one that writes last wins. A store reads the file once, when it is created.
/// 4. A log-out removes it.
/// 5. A file that others may read, or that holds no token, is an error that names the file, and stays as it is.
///
/// On a system with a keychain, a store of your own that uses it protects the token better.
public final class FileTokenStore: TokenStore {
    /// The file cannot be a store's, or could not be written.
    public struct FileError: Error, Hashable, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// The file.
    public let url: URL
    private let memory: InMemoryTokenStore
    /// Held while the file is written, so that it has the token that was set last.
    private let writing = Mutex(())

    /// Opens a store, with the token that the file has; without a file, no user is logged in.
    ///
    /// - Parameters:
    ///   - url: The file; its folder is created with the first token.
    ///   - renew: Returns a token in place of an old one, or throws as ``TokenStore/refresh(_:)`` does. By default it
    ///     returns the old one.
    /// - Throws: A ``FileError`` if the file may be read by others, or holds no token.
    public init(
        _ url: URL, renew: @escaping @Sendable (AccessToken) async throws -> AccessToken = { $0 }
    ) throws(FileError) {
        self.url = url
        memory = InMemoryTokenStore(try Self.read(url), renew: renew)
    }

    public var token: AccessToken? { memory.token }

    /// Logs a user in or, with `nil`, out.
    ///
    /// - Throws: A ``FileError`` if the file cannot be written or removed; the token stays as it was.
    public func replace(with token: AccessToken?) throws(FileError) {
        try whileWriting { () throws(FileError) in
            if let token { try write(token) } else { try remove() }
            memory.replace(with: token)
        }
    }

    /// A new sequence of the current token and every later one; it ends with the store.
    public func tokens() -> AsyncStream<AccessToken?> { memory.tokens() }

    /// Asks for a new token in place of an old one; see ``TokenStore/refresh(_:)``.
    ///
    /// - Throws: As that; also a ``FileError`` if the file cannot be written: the new token is used, and lost at the end.
    public func refresh(_ token: AccessToken) async throws {
        try await memory.refresh(token)
        try whileWriting { () throws(FileError) in if let newest = memory.token { try write(newest) } }
    }

    private func whileWriting(_ body: () throws(FileError) -> Void) throws(FileError) {
        try writing.withLock { _ in Result(catching: body) }.get()
    }

    // MARK: The file

    /// The content of the file.
    private struct Content: Codable {
        let user: String
        let secret: String
        var expiry: Double?
    }

    private static func read(_ url: URL) throws(FileError) -> AccessToken? {
        let path = url.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber
        guard let mode, mode.intValue & 0o077 == 0 else {
            throw FileError(description: "other users may read the token in “\(path)”: chmod 600, or remove it")
        }
        guard let data = try? Data(contentsOf: url), let content = try? JSONDecoder().decode(Content.self, from: data)
        else { throw FileError(description: "there is no token in “\(path)”: log in again after its removal") }
        return AccessToken(
            user: content.user, secret: content.secret, expiry: content.expiry.map { Date(timeIntervalSince1970: $0) })
    }

    /// Writes a file beside the old one, and renames it.
    private func write(_ token: AccessToken) throws(FileError) {
        let content = Content(user: token.user, secret: token.secret, expiry: token.expiry?.timeIntervalSince1970)
        let manager = FileManager.default
        let folder = url.deletingLastPathComponent()
        let draft = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
        do {
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // `createFile` would set the mode afterwards.
            let descriptor = open(draft.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: JSONEncoder().encode(content))
            try handle.synchronize()
            try handle.close()
            guard rename(draft.path(percentEncoded: false), url.path(percentEncoded: false)) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        } catch {
            try? manager.removeItem(at: draft)
            throw FileError(description: "the token cannot be written to “\(url.path(percentEncoded: false))”")
        }
    }

    private func remove() throws(FileError) {
        let path = url.path(percentEncoded: false)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(description: "the token in “\(path)” cannot be removed")
        }
    }
}
