import Foundation
import Synchronization

/// Chromium without a window, driven over its DevTools protocol, through pipes.
public actor Browser {
    /// The browser has refused a command, or a script on the page has thrown.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private let program: Peer
    private let profile: URL
    private var messages: AsyncStream<Data>.AsyncIterator
    private var callCount = 0
    /// The page that is open.
    private var session: String?
    /// Everything that the page has complained of, on its console or by an exception.
    public private(set) var complaints: [String] = []
    private var loadCount = 0

    /// True when tests with a browser should run.
    public static var isExpected: Bool { Program.isExpected("chromium") }

    /// Starts the browser.
    public init() async throws {
        guard let chromium = Program.installed("chromium") else {
            throw Failure(description: "Chromium is not installed")
        }
        let profile = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID())")
        let options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--force-prefers-reduced-motion", "--remote-debugging-pipe",
            "--user-data-dir=\(profile.path(percentEncoded: false))", "about:blank",
        ]
        // It reads commands from the descriptor 3, and writes to 4.
        let command = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null"
        program = try Peer(
            Program(at: URL(filePath: "/bin/sh")),
            ["-c", command, chromium.executable.path(percentEncoded: false)] + options, hasInput: true)
        self.profile = profile
        let (messages, continuation) = AsyncStream.makeStream(of: Data.self)
        self.messages = messages.makeAsyncIterator()
        // A zero ends each message.
        Thread.detachNewThread { [output = program.output] in
            var message = Data()
            while case let bytes = output.availableData, !bytes.isEmpty {
                var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
                while let part = parts.popFirst() {
                    message += part
                    if parts.isEmpty { break }
                    continuation.yield(message)
                    message = Data()
                }
            }
            continuation.finish()
        }
    }

    /// The browsers that no test uses now. They end with the tests.
    private static let idle: Mutex<[Browser]> = {
        atexit { Browser.idle.withLock { $0 = [] } }
        return Mutex([])
    }()

    /// Lends a browser to a test: one that another test has used, or a new one. After an error it ends.
    public static func withBrowser(
        isolation: isolated (any Actor)? = #isolation, _ body: (Browser) async throws -> Void
    ) async throws {
        let known = idle.withLock { $0.popLast() }
        let browser = if let known { known } else { try await Browser() }
        try await body(browser)
        idle.withLock { $0.append(browser) }
    }

    deinit {
        program.kill()
        try? FileManager.default.removeItem(at: profile)
    }

    // MARK: Pages

    /// Opens a page, and waits until it is there.
    public func open(_ url: URL, width: Int = 1280, height: Int = 800) async throws {
        if session == nil {
            let target = try await call("Target.createTarget", ["url": "about:blank"])
            let attached = try await call(
                "Target.attachToTarget", ["targetId": target["targetId"] as? String ?? "", "flatten": true])
            session = attached["sessionId"] as? String
            for domain in ["Page", "Runtime", "Log"] { _ = try await call("\(domain).enable") }
        }
        _ = try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
        // An empty page ends the page of an earlier test, and its complaints.
        for address in ["about:blank", url.absoluteString] {
            let loads = loadCount
            complaints = []
            _ = try await call("Page.navigate", ["url": address])
            while loadCount == loads { try await note(receive("the load of a page")) }
        }
    }

    /// Evaluates a script with a text as its value.
    public func evaluate(_ script: String) async throws -> String {
        let result = try await call(
            "Runtime.evaluate", ["expression": script, "awaitPromise": true, "returnByValue": true])
        if let exception = result["exceptionDetails"] as? [String: Any] {
            throw Failure(description: "\(exception["exception"] ?? exception)")
        }
        return (result["result"] as? [String: Any])?["value"] as? String ?? ""
    }

    /// Waits until a condition, in the language of scripts, is met on the page.
    public func wait(_ condition: String) async throws {
        _ = try await evaluate(
            "new Promise(done => { const look = () => (\(condition)) ? done('') : setTimeout(look, 20); look() })")
    }

    /// Evaluates a script with a list of texts as its value.
    public func list(_ script: String) async throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(await evaluate("JSON.stringify(\(script))").utf8))
    }

    /// Presses a key, such as Tab or Enter.
    public func press(_ key: String) async throws {
        let codes = [
            "Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27,
            "Home": 36, "End": 35,
        ]
        var event: [String: Any] = [
            "key": key, "code": key == " " ? "Space" : key, "windowsVirtualKeyCode": codes[key] ?? 0,
        ]
        if key == "Enter" { event["text"] = "\r" }
        if key == " " { event["text"] = " " }
        for type in ["keyDown", "keyUp"] {
            event["type"] = type
            if type == "keyUp" { event["text"] = nil }
            _ = try await call("Input.dispatchKeyEvent", event)
        }
    }

    /// The nodes that a screen reader gets, as `role: name`.
    public func accessibilityTree() async throws -> [String] {
        let tree = try await call("Accessibility.getFullAXTree")
        return (tree["nodes"] as? [[String: Any]] ?? []).compactMap { node in
            guard node["ignored"] as? Bool != true else { return nil }
            func value(_ key: String) -> String { (node[key] as? [String: Any])?["value"] as? String ?? "" }
            return "\(value("role")): \(value("name"))"
        }
    }

    // MARK: The protocol

    private func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        callCount += 1
        var message: [String: Any] = ["id": callCount, "method": method, "params": parameters]
        if !method.hasPrefix("Target.") { message["sessionId"] = session }
        try program.input?.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
        while true {
            let answer = try await receive("the answer to \(method) \(parameters)")
            guard answer["id"] as? Int == callCount else {
                note(answer)
                continue
            }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func receive(_ awaited: String) async throws -> [String: Any] {
        var messages = messages
        defer { self.messages = messages }
        guard let message = await messages.next(isolation: self) else {
            throw Failure(description: "The browser has gone, or the test's time is up, before \(awaited).")
        }
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
    }

    private func note(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any] ?? [:]
        switch event["method"] as? String {
        case "Page.loadEventFired": loadCount += 1
        case "Runtime.exceptionThrown": complaints.append("\(parameters)")
        case "Runtime.consoleAPICalled" where parameters["type"] as? String == "error":
            complaints.append("\(parameters)")
        case "Log.entryAdded":
            if (parameters["entry"] as? [String: Any])?["level"] as? String == "error" {
                complaints.append("\(parameters)")
            }
        default: break
        }
    }
}
