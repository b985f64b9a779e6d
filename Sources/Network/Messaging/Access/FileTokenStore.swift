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
/// 4. A log-out removes it, and also what a program that was killed has left next to it while it wrote a token. A new store
///    removes that, too.
/// 5. A file must be a regular file of this user with a token and at most 1 MiB, which no other user may read. Any
///    other file is an error that names it, and stays as it is.
/// 6. A symbolic link is followed: the file at its end is read, replaced and removed.
///
/// On a system with a keychain, a store of your own that uses it protects the token better.
public final class FileTokenStore: TokenStore {
    /// The file cannot be a store's, or could not be written.
    public struct FileError: Error, Hashable, CustomStringConvertible {
        public let description: String

        package init(description: String) { self.description = description }
    }

    private let file: TokenFile
    private let memory: InMemoryTokenStore
    /// Held while the file is written, so that it has the token that was set last.
    private let writing = Mutex(())

    /// Opens a store, with the token that the file has; without a file, no user is logged in.
    ///
    /// - Parameters:
    ///   - url: The file; its folder is created with the first token.
    ///   - renew: Returns a token of the same user in place of an old one, or throws as ``TokenStore/refresh(_:)`` does. By
    ///     default it returns the old one.
    /// - Throws: A ``FileError`` if there is a file that is not a store's.
    public init(
        _ url: URL, renew: @escaping @Sendable (AccessToken) async throws -> AccessToken = { $0 }
    ) throws(FileError) {
        file = TokenFile(url: url)
        memory = InMemoryTokenStore(try file.read(), renew: renew)
        file.removeLeftDrafts()
    }

    public var token: AccessToken? { memory.token }

    /// Logs a user in or, with `nil`, out.
    ///
    /// - Throws: A ``FileError`` if the file cannot be written or removed; the token stays as it was.
    public func replace(with token: AccessToken?) throws(FileError) {
        try whileWriting { () throws(FileError) in
            if let token { try file.write(token) } else { try file.remove() }
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
        try whileWriting { () throws(FileError) in if let newest = memory.token { try file.write(newest) } }
    }

    private func whileWriting(_ body: () throws(FileError) -> Void) throws(FileError) {
        try writing.withLock { _ in Result(catching: body) }.get()
    }
}
