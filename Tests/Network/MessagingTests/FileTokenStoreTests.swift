import Foundation
import Messaging
import Synchronization
import Testing

/// A token that outlives the program, in a folder of the test.
@Suite final class FileTokenStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")
    private var file: URL { folder.appending(path: "deeper/token.json") }
    private var path: String { file.path(percentEncoded: false) }
    private var parent: URL { file.deletingLastPathComponent() }
    /// A token as the store writes it.
    private static let json = #"{"user":"ada","secret":"s3cret"}"#
    private let ada = AccessToken(user: "ada", secret: "s3cret", expiry: Date(timeIntervalSince1970: 1_800_000_000.5))

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func mode(of url: URL) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    }

    @Test func `A token is there at the next start, with its expiry`() throws {
        let store = try FileTokenStore(file)
        #expect(store.token == nil)
        try store.replace(with: ada)
        let next = try FileTokenStore(file)
        #expect(next.token == ada)
        #expect(next.token?.expiry == ada.expiry)
    }

    @Test func `Only the owner may read the file and the folder, and nothing is left next to it`() throws {
        let store = try FileTokenStore(file)
        for number in 1...3 {
            try store.replace(with: AccessToken(user: "ada", secret: "\(number)"))
            #expect(try mode(of: file) == 0o600)
        }
        #expect(try mode(of: parent) == 0o700)
        #expect(try names(in: parent) == ["token.json"])
    }

    @Test func `A log-out removes the file, also when it is gone already`() throws {
        let store = try FileTokenStore(file)
        try store.replace(with: ada)
        try store.replace(with: nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        try store.replace(with: nil)
        #expect(try FileTokenStore(file).token == nil)
    }

    @Test func `A renewed token is in the file as well, and a failed renewal changes nothing`() async throws {
        let store = try FileTokenStore(file) { old in
            if old.secret == "new" { throw CancellationError() }
            return AccessToken(user: old.user, secret: "new")
        }
        try store.replace(with: ada)
        try await store.refresh(ada)
        #expect(try FileTokenStore(file).token == AccessToken(user: "ada", secret: "new"))
        await #expect(throws: CancellationError.self) {
            try await store.refresh(AccessToken(user: "ada", secret: "new"))
        }
        #expect(try FileTokenStore(file).token == AccessToken(user: "ada", secret: "new"))
    }

    @Test func `A renewal may use the store that asks for it`() async throws {
        let found = Mutex<FileTokenStore?>(nil)
        let store = try FileTokenStore(file) { old in
            let store = found.withLock { $0 }
            try store?.replace(with: nil)
            try store?.replace(with: AccessToken(user: "bob", secret: "b"))
            return AccessToken(user: old.user, secret: "new")
        }
        found.withLock { $0 = store }
        try store.replace(with: ada)
        try await store.refresh(ada)
        #expect(store.token?.user == "bob")
        #expect(try FileTokenStore(file).token?.user == "bob")
        found.withLock { $0 = nil }
    }

    @Test func `Many stores that write at once leave one whole token`() async throws {
        let file = file
        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    try FileTokenStore(file).replace(
                        with: AccessToken(
                            user: "user\(number)", secret: String(repeating: "\(number % 10)", count: 9999)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try FileTokenStore(file).token?.secret.count == 9999)
    }

    @Test(arguments: ["", "{", #"{"user":"ada"}"#, #"["ada"]"#])
    func `A file without a token is an error that names it, and stays as it is`(text: String) throws {
        try write(text)
        let error = #expect(throws: FileTokenStore.FileError.self) { try FileTokenStore(self.file) }
        #expect(error?.description.contains(path) == true)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `A file with more than a token is read`() throws {
        try write(#"{"user":"ada","secret":"s3cret","server":"example.org"}"#)
        #expect(try FileTokenStore(file).token == AccessToken(user: "ada", secret: "s3cret"))
    }

    @Test(arguments: [0o644, 0o640, 0o604]) func `A file that others may read is an error, without its secret`(
        mode: Int
    ) throws {
        try write(Self.json, mode: mode)
        let error = #expect(throws: FileTokenStore.FileError.self) { try FileTokenStore(self.file) }
        #expect(error?.description.hasPrefix("other users may read the token in “") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func `A file that cannot be written is an error, and the token stays as it was`() throws {
        let store = try FileTokenStore(URL(filePath: "/dev/null/token.json"))
        let problem = "the token cannot be written to “/dev/null/token.json”: Not a directory"
        #expect(throws: FileTokenStore.FileError(description: problem)) { try store.replace(with: self.ada) }
        #expect(store.token == nil)
    }

    // MARK: Files of every kind

    /// A file that is no store's, and the reason for which it is refused.
    enum Kind: String, CaseIterable, Sendable {
        case folder = "is not a regular file: use another path"
        case pipe = "is not a regular file: use another path "
        case device = "is not a regular file: use another path  "
        case loop = "cannot be read: Too many levels of symbolic links"
        case large = "has more than the 1 MiB of a token: remove it"
        case endless = "has more than the 1 MiB of a token: remove it "
        case linkToReadable = "other users may read the token in"
        case longName = "cannot be read: File name too long"
        case foreign = "belongs to another user: remove it"
        case address = "is not a file"
        case nul = "is not a file "
    }

    /// Makes the file, and returns where; `nil` if this user cannot.
    private func make(_ kind: Kind) throws -> URL? {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        switch kind {
        case .folder: #expect(mkdir(path, 0o700) == 0)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .device: return URL(filePath: "/dev/null")
        case .loop: #expect(symlink(path, path) == 0)
        case .large: try write(String(repeating: " ", count: 1 << 20) + Self.json)
        case .endless:
            try write(Self.json)
            #expect(truncate(path, 3 << 30) == 0)
        case .linkToReadable:
            try write(Self.json, mode: 0o644)
            let link = folder.appending(path: "link")
            #expect(symlink(path, link.path(percentEncoded: false)) == 0)
            return link
        case .longName: return folder.appending(path: String(repeating: "x", count: 256))
        case .foreign:
            try write(Self.json)
            guard geteuid() == 0, chown(path, 65534, 65534) == 0 else { return nil }
        case .address: return URL(string: "https://example.org/token.json")
        case .nul: return URL(string: "file:///tmp/token%00.json")
        }
        return file
    }

    @Test(arguments: Kind.allCases) func `A file that is no store's is refused with the reason`(kind: Kind) throws {
        guard let url = try make(kind) else { return }
        let error = #expect(throws: FileTokenStore.FileError.self) { try FileTokenStore(url) }
        let reason = kind.rawValue.trimmingCharacters(in: .whitespaces)
        #expect(error?.description.contains(reason) == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func `A symbolic link stays, and the token is read, replaced and removed at its end`() throws {
        try write(Self.json)
        let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
        #expect(symlink("deeper/token.json", second.path(percentEncoded: false)) == 0)
        #expect(symlink(second.path(percentEncoded: false), first.path(percentEncoded: false)) == 0)
        let store = try FileTokenStore(first)
        #expect(store.token?.secret == "s3cret")
        try store.replace(with: ada)
        #expect(try FileTokenStore(file).token == ada)
        #expect(try names(in: parent) == ["token.json"])
        try store.replace(with: nil)
        #expect(try names(in: parent) == [])
        #expect(try names(in: folder) == ["deeper", "first", "second"])
        // Nothing is at the end now, as before a first log-in.
        #expect(try FileTokenStore(first).token == nil)
        try store.replace(with: ada)
        #expect(try FileTokenStore(file).token == ada)
    }

    @Test(
        arguments: [
            (.infinity, 1e12), (-.infinity, -1e12), (.nan, 0), (1e300, 1e12), (60.5, 60.5),
        ] as [(Double, Double)])
    func `An expiry that JSON has no number for is the nearest that it has, or past`(expiry: Double, read: Double)
        throws
    {
        let date = Date(timeIntervalSince1970: expiry)
        try FileTokenStore(file).replace(with: AccessToken(user: "ada", secret: "1", expiry: date))
        #expect(try FileTokenStore(file).token?.expiry == Date(timeIntervalSince1970: read))
    }

    @Test(arguments: ["1e999", "\"soon\"", "null", "[]"]) func `An expiry that is no number is not known`(
        expiry: String
    ) throws {
        try write(#"{"user":"ada","secret":"1","expiry":\#(expiry)}"#)
        #expect(try FileTokenStore(file).token == AccessToken(user: "ada", secret: "1"))
        #expect(try FileTokenStore(file).token?.expiry == nil)
    }

    @Test func `A name may have any length that the system allows`() throws {
        let url = folder.appending(path: String(repeating: "x", count: 255))
        try FileTokenStore(url).replace(with: ada)
        #expect(try FileTokenStore(url).token == ada)
    }

    // MARK: Programs that are killed

    private func names(in url: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }

    @Test(arguments: ["", #"{"user":"ada","sec"#, #"{"user":"ada","secret":"s3cret"}"#], [true, false])
    func `What a program that was killed has left is removed by the next start, and by a log-out`(
        draft: String, isLoggedIn: Bool
    ) throws {
        if isLoggedIn { try FileTokenStore(file).replace(with: ada) } else { try write("") }
        let left = parent.appending(path: ".token-draft-1")
        func leave() throws { try Data(draft.utf8).write(to: left) }
        if !isLoggedIn { try FileManager.default.removeItem(at: file) }
        try leave()
        let store = try FileTokenStore(file)
        #expect(store.token == (isLoggedIn ? ada : nil))
        #expect(try names(in: left.deletingLastPathComponent()) == (isLoggedIn ? ["token.json"] : []))
        try leave()
        try store.replace(with: nil)
        #expect(try names(in: left.deletingLastPathComponent()) == [])
    }

    @Test func `A draft that another store writes stays`() throws {
        try write("")
        let draft = parent.appending(path: ".token-draft-1")
        #expect(FileManager.default.createFile(atPath: draft.path(percentEncoded: false), contents: Data()))
        let handle = try FileHandle(forReadingFrom: draft)
        #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
        try FileManager.default.removeItem(at: file)
        let store = try FileTokenStore(file)
        try store.replace(with: nil)
        #expect(try names(in: draft.deletingLastPathComponent()) == [".token-draft-1"])
        try handle.close()
        try store.replace(with: nil)
        #expect(try names(in: draft.deletingLastPathComponent()) == [])
    }

    @Test func `A program that is killed while it writes leaves nothing that a log-out does not remove`() async throws {
        try FileTokenStore(file).replace(with: ada)
        // Killed by the system in the middle of the draft.
        await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String] in
            var limit = rlimit(rlim_cur: 10, rlim_max: 10)
            #expect(setrlimit(fileSizeLimit, &limit) == 0)
            // The program that has started this one may ignore the signal, and the threads of tasks block it.
            signal(SIGXFSZ, SIG_DFL)
            var signals = sigset_t()
            sigaddset(&signals, SIGXFSZ)
            #expect(pthread_sigmask(SIG_UNBLOCK, &signals, nil) == 0)
            try FileTokenStore(URL(filePath: path)).replace(with: AccessToken(user: "ada", secret: "s3cret 2"))
        }
        #expect(try names(in: parent).count == 2)
        #expect(try FileTokenStore(file).token == ada)
        // Killed as soon as there is a draft, wherever the writer is by then.
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let url = URL(filePath: path)
            let watcher = Thread {
                while true {
                    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
                    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                    if names.contains(where: { $0.hasPrefix(".token-draft-") }) { kill(getpid(), SIGKILL) }
                }
            }
            watcher.start()
            let store = try FileTokenStore(url)
            while true { try store.replace(with: AccessToken(user: "ada", secret: "s3cret 3")) }
        }
        let store = try FileTokenStore(file)
        #expect(store.token?.secret.hasPrefix("s3cret") == true)
        try store.replace(with: nil)
        #expect(try names(in: parent) == [])
    }
}

#if os(Linux)
private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
private let fileSizeLimit = RLIMIT_FSIZE
#endif
