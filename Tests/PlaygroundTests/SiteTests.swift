import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

/// The site that `.ci/docs` leaves, in a folder that the environment names.
@Suite(
    .blocking, .timeLimit(.minutes(10)),
    .enabled(if: siteFolder != nil, "SITE does not name the folder of a site"),
    .enabled(if: Browser.isExpected, "Chromium is not installed"))
struct SiteTests {
    @Test(arguments: [
        ("documentation/", "StatePattern", "document.body.innerText.includes('StateExploration')"),
        ("documentation/stateexploration/yourownmachine/", "Draw, check and test your own machine", aPicture),
        ("documentation/statepattern/guard/", "Guard", aPicture),
        ("documentation/statepattern/context/", "Context", "document.body.innerText.includes('activate()')"),
    ])
    func `a page is there, with its title and what it shows`(path: String, title: String, condition: String)
        async throws
    {
        try await withSite { site in
            let browser = try await Browser()
            try await browser.open(site.appending(path: path))
            try await browser.wait("[...document.querySelectorAll('h1')].some(h => h.textContent.includes('\(title)'))")
            try await browser.wait(condition)
        }
    }

    @Test func `the root of the site leads to the front page`() throws {
        let root = try String(contentsOf: try #require(siteFolder).appending(path: "index.html"), encoding: .utf8)
        #expect(root.contains("url=documentation/"))
    }

    @Test func `the tutorial is there, and its quiz tells a wrong answer from the right one`() async throws {
        try await withSite { site in
            let browser = try await Browser()
            try await browser.open(site.appending(path: "tutorials/tableofcontents/"))
            try await browser.wait("document.body.innerText.includes('Meet the State pattern')")
            try await browser.open(site.appending(path: "tutorials/statepattern/observersinorder/"))
            let quiz = "document.querySelector('.assessments')"
            try await browser.wait("\(quiz)?.querySelectorAll('.choice').length === 3")
            for (choice, explanation) in [(1, "queues a request"), (0, "waits until the second one has been told")] {
                _ = try await browser.evaluate("\(quiz).querySelectorAll('.choice input')[\(choice)].click(); ''")
                try await browser.wait("\(quiz).querySelector('button:not([disabled])') !== null")
                _ = try await browser.evaluate("\(quiz).querySelector('button:not([disabled])').click(); ''")
                try await browser.wait("\(quiz).innerText.includes('\(explanation)')")
            }
        }
    }

    /// Serves the site on this machine while `body` looks at it.
    private func withSite(_ body: (URL) async throws -> Void) async throws {
        let folder = try #require(siteFolder)
        let server = LoopbackServer(answer: { request in
            let path = request.resource.split(separator: "?").first.map(String.init) ?? "/"
            let file = folder.appending(path: path.hasSuffix("/") ? path + "index.html" : path)
            guard let data = try? Data(contentsOf: file) else { return .refuse(status: 404) }
            return .document(Array(data), headers: [HeaderField("Content-Type", mediaType(of: file))])
        })
        defer { server.stop() }
        try await body(try #require(URL(string: "http://127.0.0.1:\(try server.start())/")))
    }
}

private let siteFolder = ProcessInfo.processInfo.environment["SITE"].map { URL(filePath: $0) }
private let aPicture = "[...document.images].some(image => image.complete && image.naturalWidth > 50)"

private func mediaType(of file: URL) -> String {
    switch file.pathExtension {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css"
    case "js": "text/javascript"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
}
