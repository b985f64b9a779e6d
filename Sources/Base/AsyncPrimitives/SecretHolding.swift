/// A value with a secret that stays out of its descriptions, and so out of logs, debuggers and failed tests.
///
/// A conforming type lists the parts that may be shown. Its description, debug description and mirror show only these.
package protocol SecretHolding: CustomStringConvertible, CustomReflectable {
    /// The parts that may be shown, by name.
    var shownParts: KeyValuePairs<String, Any> { get }
}

extension SecretHolding {
    public var customMirror: Mirror { Mirror(self, children: shownParts, displayStyle: .struct) }
}
