import CheckoutFlow
import Foundation
import InMemoryServices
import Synchronization

/// The records of a bookshop that must outlast a log-out: the checkout of each reader, and the ledger of the bank.
///
/// Records in a folder also outlast the program, even if it is killed. Each file is replaced as a whole, after
/// following links, and only its owner may read it. Only one program at a time can use a folder.
nonisolated public final class ShopRecords: Sendable {
    /// The bank. It continues with the ledger that was saved.
    public let bank: InMemoryPayments
    /// The bank's current ledger, and the ledger after each change. Iterate this once.
    public let ledgers: AsyncStream<InMemoryPayments.Ledger>

    private let checkouts: Record<[String: Checkout.Flow.Saved]>
    /// `nil` for records in memory.
    private let lock: FolderLock?

    /// Creates records in memory.
    public convenience init() { self.init(Record([:]), Record(InMemoryPayments.Ledger())) }

    /// Opens the records in a folder, which is created if necessary.
    ///
    /// - Throws: A ``RecordError`` if a file cannot be read, or if another program uses the folder. An unreadable file
    ///   is left unchanged.
    public convenience init(in folder: URL) throws(RecordError) {
        let lock = try FolderLock(folder)
        let (checkouts, bank) = (folder.appending(path: "checkouts.json"), folder.appending(path: "bank.json"))
        let saved: [String: Checkout.Flow.Saved] = try read(checkouts) ?? [:]
        if let other = saved.first(where: { ($1.member ?? $0) != $0 }) {
            throw unreadable(checkouts, because: "the checkout of \(other.key) is that of another member")
        }
        self.init(
            Record(saved, in: checkouts),
            Record(try read(bank) ?? InMemoryPayments.Ledger(), in: bank), lock: lock)
    }

    private init(
        _ checkouts: Record<[String: Checkout.Flow.Saved]>, _ ledger: Record<InMemoryPayments.Ledger>,
        lock: FolderLock? = nil
    ) {
        (self.checkouts, self.lock) = (checkouts, lock)
        let continuation: AsyncStream<InMemoryPayments.Ledger>.Continuation
        (ledgers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield(ledger.value)
        bank = InMemoryPayments(resuming: ledger.value) { changed in
            try ledger.change { $0 = changed }
            continuation.yield(changed)
        }
    }

    /// The latest saved checkout of a reader; `nil` if there is none.
    func checkout(of reader: String) -> Checkout.Flow.Saved? { checkouts.value[reader] }

    func save(_ checkout: Checkout.Flow.Saved, of reader: String) throws {
        try checkouts.change { $0[reader] = checkout }
    }
}

/// Keeps other programs out of a folder until it is freed, even if the records in it cannot be read.
nonisolated private final class FolderLock: Sendable {
    private let file: FileHandle

    init(_ folder: URL) throws(RecordError) {
        let path = folder.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw RecordError("“\(path)” cannot be used: \(error.localizedDescription)")
        }
        let descriptor = open(
            folder.appending(path: "lock").path(percentEncoded: false), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw RecordError("“\(path)” cannot be used: \(String(cString: strerror(errno)))")
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw RecordError("another program uses “\(path)”") }
    }

    deinit {
        // Closing the file may not unlock it: a process that another thread starts now has a copy of the descriptor.
        _ = flock(file.fileDescriptor, LOCK_UN)
    }
}

/// An error while reading, writing or locking the records of a bookshop.
nonisolated public struct RecordError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Reads a value from a file; `nil` if the file does not exist.
nonisolated private func read<Value: Decodable>(_ file: URL) throws(RecordError) -> Value? {
    let path = file.path(percentEncoded: false)
    // Unlike `fileExists`, this does not follow links: a link to a missing file counts as a file that cannot be read.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return nil }
    do {
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    } catch DecodingError.dataCorrupted(let context) {
        throw unreadable(file, because: context.debugDescription)
    } catch {
        throw unreadable(file, because: error.localizedDescription)
    }
}

/// Replaces a file as a whole by a draft. No other user can read either at any time.
nonisolated private func replace(_ file: URL, with data: Data) throws(RecordError) {
    let path = file.path(percentEncoded: false)
    // `Data` would create a file that all users can read. If a killed program has left a draft, it is overwritten.
    let descriptor = open(path + ".draft", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    func failure() -> RecordError { RecordError("“\(path)” cannot be written: \(String(cString: strerror(errno)))") }
    guard descriptor >= 0 else { throw failure() }
    let draft = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? draft.write(contentsOf: data)) != nil, fsync(descriptor) == 0, rename(path + ".draft", path) == 0
    else { throw failure() }
}

nonisolated private func unreadable(_ file: URL, because reason: String) -> RecordError {
    RecordError("“\(file.path(percentEncoded: false))” cannot be read, and was left as it is: \(reason)")
}

/// A value in memory, and in a file if one is given. A change is written to the file first.
nonisolated private final class Record<Value: Codable & Sendable>: Sendable {
    private let file: URL?
    private let contents: Mutex<Value>

    init(_ value: Value, in file: URL? = nil) {
        self.file = file?.resolvingSymlinksInPath()
        contents = Mutex(value)
    }

    var value: Value { contents.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) throws(RecordError) {
        let failure = contents.withLock { value -> RecordError? in
            var changed = value
            body(&changed)
            do {
                if let file { try replace(file, with: JSONEncoder().encode(changed)) }
            } catch {
                return RecordError("\(error)")
            }
            value = changed
            return nil
        }
        if let failure { throw failure }
    }
}
