import Foundation
import Messaging
import Testing

/// A token that outlives the program, in a folder of the test.
@Suite final class FileTokenStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")
    private var file: URL { folder.appending(path: "deeper/token.json") }
    private let ada = AccessToken(user: "ada", secret: "s3cret", expiry: Date(timeIntervalSince1970: 1_800_000_000.5))

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func mode(of url: URL) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let path = file.path(percentEncoded: false)
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

    @Test func `Only the owner may read the file and the folder, and nothing is left beside it`() throws {
        let store = try FileTokenStore(file)
        for number in 1...3 {
            try store.replace(with: AccessToken(user: "ada", secret: "\(number)"))
            #expect(try mode(of: file) == 0o600)
        }
        #expect(try mode(of: file.deletingLastPathComponent()) == 0o700)
        let path = file.deletingLastPathComponent().path(percentEncoded: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["token.json"])
    }

    @Test func `A log-out removes the file, also when it is gone already`() throws {
        let store = try FileTokenStore(file)
        try store.replace(with: ada)
        try store.replace(with: nil)
        #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
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

    @Test func `A log-out during a renewal stays a log-out`() async throws {
        let (isAsked, asked) = AsyncStream<Void>.makeStream()
        let (isAnswered, answered) = AsyncStream<Void>.makeStream()
        let store = try FileTokenStore(file) { old in
            asked.finish()
            for await _ in isAnswered {}
            return AccessToken(user: old.user, secret: "new")
        }
        try store.replace(with: ada)
        let refresh = Task { [ada] in try await store.refresh(ada) }
        for await _ in isAsked {}
        try store.replace(with: nil)
        answered.finish()
        try await refresh.value
        #expect(try FileTokenStore(file).token == nil)
    }

    @Test func `Those who follow the token hear of every change`() async throws {
        let store = try FileTokenStore(file)
        var tokens = store.tokens().makeAsyncIterator()
        #expect(await tokens.next() == .some(nil))
        try store.replace(with: ada)
        #expect(await tokens.next() == .some(ada))
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
        #expect(error?.description.contains(file.path(percentEncoded: false)) == true)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `A file with more than a token is read`() throws {
        try write(#"{"user":"ada","secret":"s3cret","server":"example.org"}"#)
        #expect(try FileTokenStore(file).token == AccessToken(user: "ada", secret: "s3cret"))
    }

    @Test(arguments: [0o644, 0o640, 0o604]) func `A file that others may read is an error, without its secret`(
        mode: Int
    ) throws {
        try write(#"{"user":"ada","secret":"s3cret"}"#, mode: mode)
        let error = #expect(throws: FileTokenStore.FileError.self) { try FileTokenStore(self.file) }
        #expect(error?.description.hasPrefix("other users may read the token in “") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func `A file that cannot be written is an error, and the token stays as it was`() throws {
        let store = try FileTokenStore(URL(filePath: "/dev/null/token.json"))
        #expect(throws: FileTokenStore.FileError(description: "the token cannot be written to “/dev/null/token.json”"))
        {
            try store.replace(with: self.ada)
        }
        #expect(store.token == nil)
    }
}
