/// A value that holds a secret, which none of its descriptions shows: not in a log, a debugger or a failed test.
///
/// A conforming type lists the parts that may be shown. Its descriptions, also for debugging, and its mirror have no others.
package protocol SecretHolding: CustomStringConvertible, CustomReflectable {
    /// The parts that may be shown, by name.
    var shownParts: KeyValuePairs<String, Any> { get }
}

extension SecretHolding {
    public var customMirror: Mirror { Mirror(self, children: shownParts, displayStyle: .struct) }
}
