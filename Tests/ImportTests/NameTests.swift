import Foundation
import TestSupport
import Testing

/// No public name of a product is the name of something that apps import beside it.
@Suite(.blocking) struct Names {
    private static let products = [
        "CheckoutFlow", "CheckoutLogIn", "CheckoutModules", "CheckoutNotification", "CheckoutPayment", "EnumTwins",
        "LoopbackBroker", "MPVPlayback", "Messaging", "Navigation", "Playback", "STOMP", "SampleApp",
        "Sockets", "StateExploration", "StateInspector", "StatePattern", "WebSockets",
    ]

    /// The names of all types that a product's sources declare as public at the top level.
    private static func names(of product: String) throws -> Set<String> {
        try names(in: Program.folder(of: product) ?? "Playground/\(product)")
    }

    /// The same, of all sources in a folder.
    private static func names(in folder: String) throws -> Set<String> {
        let kinds = "class|struct|enum|protocol|actor|typealias"
        let declaration = try Regex(
            #"(?m)^(?:@\w+(?:\([^)]*\))? |nonisolated )*(?:public|open) (?:final |indirect )?(?:\#(kinds)) (\w+)"#,
            as: (Substring, Substring).self)
        var names: Set<String> = []
        for file in Document.files(below: folder, withExtension: "swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: declaration).map { String($0.output.1) })
        }
        return names
    }

    @Test(arguments: [[], ["-default-isolation", "MainActor"]])
    func `A file that imports all products can use each of their names, and each of the others', unqualified`(
        options: [String]
    ) throws {
        let ours = try Self.products.flatMap { try Self.names(of: $0) }.sorted()
        let others = try Self.names(in: "Tests/ImportStandIns").sorted()
        #expect(ours.contains("Context") && ours.contains("SocketClient"), "The sources were not read.")
        #expect(others.contains("State") && others.contains("Subscription"), "The stand-ins were not read.")

        var source = (Self.products + ["Foundation", "ImportStandIns", "Observation"]).map { "import \($0)\n" }.joined()
        for (number, name) in (ours + others).enumerated() {
            let line = "typealias Name\(number) = \(name)\n"
            source += name == "URLSessionTransport" ? "#if canImport(Darwin)\n\(line)#endif\n" : line
        }
        source += "@Observable final class Model { var isOn = false }\n"
        let file = FileManager.default.temporaryDirectory.appending(path: "Names-\(UUID()).swift")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try Program.swift().run(
            ["-swift-version", "6", "-typecheck", "-warnings-as-errors"] + options + Program.importOptions() + [
                file.path()
            ])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `No name stands in two products`() throws {
        var owners: [String: [String]] = [:]
        for product in Self.products {
            for name in try Self.names(of: product) { owners[name, default: []].append(product) }
        }
        #expect(owners.filter { $0.value.count > 1 } == [:])
    }
}
