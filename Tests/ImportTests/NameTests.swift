import CheckoutFlow
import CheckoutLogIn
import CheckoutModules
import CheckoutNotification
import CheckoutPayment
import Contrast
import Foundation
import InMemoryServices
import LoopbackBroker
import MPVPlayback
import Messaging
import Navigation
import Playback
import RulesQuiz
import STOMP
import SampleApp
import Sockets
import StateClasses
import StateExploration
import StateInspector
import StatePattern
import TestSupport
import Testing
import WebSockets

/// No public name of a product is the name of something that apps import with it.
@Suite(.blocking) struct Names {
    private static let products = [
        "CheckoutFlow", "CheckoutLogIn", "CheckoutModules", "CheckoutNotification", "CheckoutPayment", "Contrast",
        "InMemoryServices", "LoopbackBroker", "MPVPlayback", "Messaging", "Navigation", "Playback", "RulesQuiz",
        "STOMP", "SampleApp", "Sockets", "StateClasses", "StateExploration", "StateInspector", "StatePattern",
        "WebSockets",
    ]

    /// The names of all types that a product's sources declare as public at the top level.
    private static func names(of product: String) throws -> Set<String> {
        let folder = try Program.folder(of: product) ?? "Playground/\(product)"
        let kinds = "class|struct|enum|protocol|actor|typealias"
        let declaration = try Regex(
            #"(?m)^(?:@\w+(?:\([^)]*\))? |nonisolated )*(?:public|open) (?:final |indirect )?(?:\#(kinds)) (\w+)"#,
            as: (Substring, Substring).self)
        var names: Set<String> = []
        // The programs of the tutorial belong to no product.
        for file in Document.files(below: folder, withExtension: "swift") where !file.path.contains(".docc/") {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: declaration).map { String($0.output.1) })
        }
        return names
    }

    @Test(arguments: [[], ["-default-isolation", "MainActor"]])
    func `A file that imports all products can use each of their names unqualified`(options: [String]) throws {
        let names = try Self.products.flatMap { try Self.names(of: $0) }.sorted()
        #expect(names.contains("Context") && names.contains("SocketClient"), "The sources were not read.")

        var source = (Self.products + ["Foundation", "Observation"]).map { "import \($0)\n" }.joined()
        for (number, name) in names.enumerated() {
            source += "typealias Name\(number) = \(name)\n"
        }
        source += "@Observable final class Model { var isOn = false }\n"
        let file = FileManager.default.temporaryDirectory.appending(path: "Names-\(UUID()).swift")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try Program.swift().run(
            ["-swift-version", "6", "-typecheck", "-warnings-as-errors"] + options + Program.importOptions() + [
                file.path(percentEncoded: false)
            ])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Public names of SwiftUI, Combine, StoreKit, os and SwiftData, which are not on every system.
    private static let namesOfApple: Set<String> = [
        "State", "Binding", "Transaction", "Transition", "AnyTransition", "View", "Scene", "App", "Stepper", "Slider",
        "Toggle", "Button", "Text", "Image", "Label", "List", "Form", "Section", "Group", "Menu", "Picker", "Table",
        "Tab", "Link", "Path", "Color", "Font", "Animation", "Environment", "Bindable", "Namespace", "ScenePhase",
        "NavigationPath", "NavigationStack", "PresentationMode", "Grid", "Canvas", "Gesture", "Shape", "Layout",
        "Commands",
        "Publisher", "Subscriber", "Subscription", "Subject", "Cancellable", "AnyCancellable", "AnyPublisher",
        "CurrentValueSubject", "PassthroughSubject", "Published", "ObservableObject", "Just", "Future", "Deferred",
        "Fail", "Empty", "Record", "Publishers", "Subscribers", "Scheduler",
        "Product", "Logger", "Query",
    ]

    @Test func `No name is one of Apple's frameworks`() throws {
        for product in Self.products {
            #expect(try Self.names(of: product).intersection(Self.namesOfApple) == [], "\(product)")
        }
    }

    @Test func `No name stands in two products`() throws {
        var owners: [String: [String]] = [:]
        for product in Self.products {
            for name in try Self.names(of: product) { owners[name, default: []].append(product) }
        }
        #expect(owners.filter { $0.value.count > 1 } == [:])
    }
}
