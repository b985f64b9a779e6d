/// A text that is compared by its bytes in UTF-8, as a peer does.
///
/// In Swift, canonically equivalent texts are equal, such as “é” as one scalar and as two. A peer considers them
/// different names.
package struct WireText: Hashable, Sendable {
    package let text: String

    fileprivate init(_ text: String) { self.text = text }

    package static func == (left: WireText, right: WireText) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text.utf8.count)
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// The text in the form that is compared by its bytes.
    package var onWire: WireText { WireText(self) }
}

extension String {
    /// Returns a peer's text for a log or a terminal, on one line. Beyond `limit` bytes of UTF-8, an ellipsis follows.
    ///
    /// A run of blanks becomes one blank. Characters that end a line, control a terminal or change the direction of the
    /// text count as blanks.
    package func shown(limit: Int = 4 << 10) -> String {
        var shown = ""
        var isBlankDue = false
        for scalar in unicodeScalars {
            if scalar.isBlankWhenShown {
                isBlankDue = !shown.isEmpty
                continue
            }
            let size = UTF8.width(scalar) + (isBlankDue ? 1 : 0)
            guard size <= limit - shown.utf8.count else { return shown + "…" }
            if isBlankDue { shown += " " }
            shown.unicodeScalars.append(scalar)
            isBlankDue = false
        }
        return shown
    }
}

extension Unicode.Scalar {
    fileprivate var isBlankWhenShown: Bool {
        properties.isWhitespace || properties.generalCategory == .control || properties.isBidiControl
    }
}

extension Int {
    /// Parses digits without a sign; `nil` for any other text, and for a number that is too large.
    package init?(digits: some Collection<UInt8>, radix: Int = 10) {
        if let first = digits.first, "+-".utf8.contains(first) { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
