import StateExploration
import StatePattern

/// A machine that the grader can create, make requests to, and compare.
public protocol Gradable: AnyObject {
    init()
    /// The requests that the grader makes, with their names.
    static var requests: RequestList<Self> { get }
    /// The data of the machine that a user can see, as text.
    var data: String { get }
    /// Returns the lines that were logged since the last call.
    func takeLog() -> [String]
}

extension Gradable {
    public var data: String { "" }
    public func takeLog() -> [String] { [] }
}

/// A machine that logs its work, in order.
public protocol Logging: Gradable {
    var log: [String] { get set }
}

extension Logging {
    public func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}
