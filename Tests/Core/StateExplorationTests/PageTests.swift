import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Pages of graphs, as far as it takes no browser to test them.
@Suite(.timeLimit(.minutes(60))) struct PageTests {
    private static var turnstile: MachineModel<String> {
        MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
    }

    /// The content of a page, as its script reads it.
    private func content(of page: String) throws -> [String: Any] {
        let text = try #require(page.firstMatch(of: /id="content">(.*)<\/script>/)?.1)
        #expect(!text.contains("<"))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a page has every cell, and is the same each time`() throws {
        let pages = try (0..<3).map { _ in try Self.turnstile.explore().page(titled: "A turnstile") }
        #expect(Set(pages).count == 1)
        let content = try content(of: pages[0])
        #expect(content["requests"] as? [String] == ["insertCoin", "push"])
        let machine = try #require((content["machines"] as? [[String: Any]])?.first)
        let states = machine["states"] as? [[String: Any]]
        #expect(states?.map { $0["text"] as? String } == ["Locked", "Unlocked"])
        let targets = (machine["cells"] as? [[[String: Any]]])?.map { $0.map { $0["target"] as? Int } }
        #expect(targets == [[1, 0], [1, 0]])
        #expect(pages[0].contains("<title>A turnstile</title>"))
    }

    @Test func `no name ends the script, or begins another one`() throws {
        let names = ["</script><script>alert(1)</script>", "<!--<script>"]
        let model = chart(names, [names[1]], named: names[0]) { state, _ in 1 - state }
        let page = try model.explore().page(titled: names[0], named: names[1])
        let machine = try #require((try content(of: page)["machines"] as? [[String: Any]])?.first)
        #expect((machine["states"] as? [[String: Any]])?.map { $0["text"] as? String } == names)
        #expect(!page.contains("alert(1)</script>"))
    }

    @Test func `graphs side by side have the same requests`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let other = MachineModel(Turnstile.init, requests: ["push": { $0.push() }])
            _ = try PageTests.turnstile.explore().page(titled: "", beside: ("other", other.explore()))
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("The graphs on a page have the same requests, in the same order."))
    }
}
