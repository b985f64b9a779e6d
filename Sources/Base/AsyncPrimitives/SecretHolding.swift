/// A value that hides a secret from its descriptions, and so from logs, debuggers and failed tests.
///
/// A conforming type lists the parts that may be shown. The description, debug description and mirror show no other
/// part.
package protocol SecretHolding: CustomStringConvertible, CustomReflectable {
    /// The parts that may be shown, by name.
    var shownParts: KeyValuePairs<String, Any> { get }
}

extension SecretHolding {
    public var customMirror: Mirror { Mirror(self, children: shownParts, displayStyle: .struct) }
}
