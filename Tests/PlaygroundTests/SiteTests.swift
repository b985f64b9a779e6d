import Foundation
import TestSupport
import Testing

/// The site that `.ci/docs` leaves, in a folder that the environment names.
@Suite(
    .blocking, .timeLimit(.minutes(60)),
    .enabled(if: siteFolder != nil, "SITE does not name the folder of a site"),
    .enabled(if: Browser.isExpected, "Chromium is not installed"))
struct SiteTests {
    @Test(arguments: [
        (
            "documentation/", "StatePattern",
            "document.querySelector('main a.link')?.pathname.endsWith('/statepattern') && document.body.innerText.includes('StateExploration')"
        ),
        ("documentation/stateexploration/yourownmachine/", "Draw, check and test your own machine", aPicture),
        ("documentation/statepattern/guard/", "Guard", aPicture),
        ("documentation/statepattern/context/", "Context", "document.body.innerText.includes('activate()')"),
    ])
    func `a page is there, with its title and what it shows`(path: String, title: String, condition: String)
        async throws
    {
        try await withSite { browser, site in
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
        try await withSite { browser, site in
            try await browser.open(site.appending(path: "tutorials/tableofcontents/"))
            try await browser.wait("document.body.innerText.includes('Meet the State pattern')")
            let links = "[...document.querySelectorAll('main a')].map(a => a.pathname).join(' ')"
            for link in try await browser.evaluate(links).split(separator: " ") {
                let page = try #require(siteFolder).appending(path: link + "/index.html").path(percentEncoded: false)
                #expect(FileManager.default.fileExists(atPath: page), "\(link)")
            }
            try await browser.open(site.appending(path: "tutorials/statepattern/observersinorder/"))
            let quiz = "document.querySelector('.assessments')"
            try await browser.wait("\(quiz)?.querySelectorAll('.choice').length === 3")
            for (choice, explanation) in [(1, "queues a request"), (0, "waits until the second one has got")] {
                _ = try await browser.evaluate("\(quiz).querySelectorAll('.choice input')[\(choice)].click(); ''")
                try await browser.wait("\(quiz).querySelector('button:not([disabled])') !== null")
                _ = try await browser.evaluate("\(quiz).querySelector('button:not([disabled])').click(); ''")
                try await browser.wait("\(quiz).innerText.includes('\(explanation)')")
            }
        }
    }

    /// Serves the site on this machine while `body` looks at it.
    private func withSite(_ body: (Browser, URL) async throws -> Void) async throws {
        let python = try #require(Program.installed("python3"))
        let options = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]
        let server = try Peer(python, options + [try #require(siteFolder).path(percentEncoded: false)])
        defer { server.kill() }
        // It says where it listens, in parentheses.
        let address = try #require(try server.line().firstMatch(of: /\((.+)\)/)?.1)
        let url = try #require(URL(string: String(address)))
        try await Browser.withBrowser { try await body($0, url) }
    }
}

private let siteFolder = ProcessInfo.processInfo.environment["SITE"].map { URL(filePath: $0) }
private let aPicture = "[...document.images].some(image => image.complete && image.naturalWidth > 50)"
