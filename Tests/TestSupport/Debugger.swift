import Foundation

/// Swift's debugger and REPL, which need a library of Python that a system may lack.
public enum Debugger {
    /// True when a test should use it: it starts, or `REQUIRE_PEERS` is set.
    public static let isExpected: Bool = {
        if ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil { return true }
        return (try? Program.installed("lldb")?.run(["--version"]).status) == 0
    }()
}
