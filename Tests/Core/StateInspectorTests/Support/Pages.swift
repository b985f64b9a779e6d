import Foundation
import TestSupport
import Testing

/// Opens a page, where it has to fit and nothing may complain.
func withPage(_ page: String, width: Int = 1280, _ body: (Browser) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: file) }
    try page.write(to: file, atomically: true, encoding: .utf8)
    try await Browser.withBrowser { browser in
        try await browser.open(file, width: width)
        try await body(browser)
        try await expectNoComplaint(in: browser)
    }
}

func expectNoComplaint(in browser: Browser) async throws {
    #expect(try await browser.evaluate("`${document.documentElement.scrollWidth <= innerWidth}`") == "true")
    #expect(await browser.complaints == [])
}
