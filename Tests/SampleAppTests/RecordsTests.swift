import CheckoutFlow
import CheckoutModules
import Foundation
@testable import SampleApp
import InMemoryServices
import StatePattern
import TestSupport
import Testing

/// The files of a bookshop that outlasts its program.
@Suite struct `Records in a folder` {
    private let files = ["bank.json", "checkouts.json"]

    /// Changes the contents of both files.
    private func change(_ records: ShopRecords) throws {
        let purchase = Purchase(item: Item("Tea", price: .eur(cents: 420)), key: .random())
        _ = try records.bank.record(purchase)
        let flow = Checkout.Flow()
        flow.activate()
        try records.save(#require(flow.saved), of: "ada")
    }

    private func mode(of file: URL) throws -> Int {
        let path = file.path(percentEncoded: false)
        return try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `are read by their owner only, even if others could read them before`() throws {
        try Program.withTemporaryFolder { folder in
            let shop = folder.appending(path: "shop")
            try change(ShopRecords(in: shop))
            for name in files + ["lock"] { #expect(try mode(of: shop.appending(path: name)) == 0o600) }
            for name in files { #expect(chmod(shop.appending(path: name).path(percentEncoded: false), 0o644) == 0) }
            let records = try ShopRecords(in: shop)
            #expect(records.bank.ledger.charges.count == 1 && records.checkout(of: "ada") != nil)
            try change(records)
            for name in files { #expect(try mode(of: shop.appending(path: name)) == 0o600) }
        }
    }

    @Test func `replace what a program that was killed has left of them`() throws {
        try Program.withTemporaryFolder { folder in
            for name in files { try Data("{".utf8).write(to: folder.appending(path: name + ".draft")) }
            try change(ShopRecords(in: folder))
            #expect(try ShopRecords(in: folder).bank.ledger.charges.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            #expect(Set(names) == Set(files + ["lock"]))
        }
    }

    @Test func `are at the ends of links, and there is an error if these lead nowhere`() throws {
        try Program.withTemporaryFolder { folder in
            let (shop, volume) = (folder.appending(path: "shop"), folder.appending(path: "volume"))
            for folder in [shop, volume] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try change(ShopRecords(in: volume))
            for name in files {
                try FileManager.default.createSymbolicLink(
                    at: shop.appending(path: name), withDestinationURL: volume.appending(path: name))
            }
            try change(ShopRecords(in: shop))
            #expect(try ShopRecords(in: volume).bank.ledger.charges.count == 2)
            for name in files {
                let (file, away) = (volume.appending(path: name), volume.appending(path: "away"))
                try FileManager.default.moveItem(at: file, to: away)
                let path = shop.appending(path: name).path(percentEncoded: false)
                let error = #expect(throws: RecordError.self) { try ShopRecords(in: shop) }
                #expect(error?.description.hasPrefix("“\(path)” cannot be read, and was left as it is: ") == true)
                try FileManager.default.moveItem(at: away, to: file)
            }
            #expect(try ShopRecords(in: shop).bank.ledger.charges.count == 2)
        }
    }

    /// A version without challenges has written these: the phases have kept their names, and what is missing is optional.
    @Test(arguments: [
        ("AfterLogIn", "AfterLogIn", false, false), ("BeforePayment/Paying", "BeforePayment/Paying", true, false),
        ("BeforePayment/PaymentFailed", "BeforePayment/PaymentFailed", true, false),
        ("BeforePayment/PaymentUnknown", "BeforePayment/PaymentUnknown", true, false),
        ("BeforeVoid/Voiding", "BeforeVoid/Voiding", true, false),
        ("BeforeVoid/VoidFailed", "BeforeVoid/VoidFailed", true, false),
        ("BeforePush/Pushing", "BeforePush/Pushing", true, true),
        ("BeforePush/PushFailed", "BeforePush/PushFailed", true, true),
        ("PaymentSuccess", "BeforePush/Pushing", true, true), ("PushSuccess", "Stable", true, true),
        ("Stable", "Stable", true, true),
    ])
    func `continue with the checkouts of an earlier version`(
        phase: String, resumed: String, hasPurchase: Bool, isPaid: Bool
    ) throws {
        let purchase = #"{"item":{"name":"Tea","price":{"minorUnits":420,"currency":"EUR"}},"key":{"description":"1"}}"#
        let parts =
            (hasPurchase ? #","purchase":\#(purchase)"# : "")
            + (isPaid ? #","receipt":{"number":1,"purchase":\#(purchase)}"# : "")
        try Program.withTemporaryFolder { folder in
            let text = #"{"ada":{"phase":"\#(phase)","member":"ada"\#(parts)}}"#
            try Data(text.utf8).write(to: folder.appending(path: "checkouts.json"))
            let saved = try ShopRecords(in: folder).checkout(of: "ada")
            #expect((saved?.phase == .stable) == (resumed == "Stable"), "the shelf shows what is not over")
            let flow = Checkout.Flow(resuming: saved)
            #expect(flow.state.statePath == resumed && flow.member == "ada")
            #expect(flow.latestPurchase?.key == (hasPurchase ? IdempotencyKey("1") : nil))
        }
    }

    @Test func `can be opened again while a process is being started, which has copies of all descriptors`() throws {
        try Program.withTemporaryFolder { folder in
            var records: ShopRecords? = try ShopRecords(in: folder)
            var lock = stat()
            #expect(stat(folder.appending(path: "lock").path(percentEncoded: false), &lock) == 0)
            let descriptor = try #require(
                (0..<Int32(getdtablesize())).first { number in
                    var file = stat()
                    return fstat(number, &file) == 0 && (file.st_dev, file.st_ino) == (lock.st_dev, lock.st_ino)
                })
            let copy = dup(descriptor)
            defer { close(copy) }
            #expect(records != nil)
            #expect(throws: RecordError.self) { try ShopRecords(in: folder) }
            records = nil
            #expect(throws: Never.self) { try ShopRecords(in: folder) }
        }
    }
}
