/// A text by its bytes in UTF-8, as a peer compares it.
///
/// To Swift, two texts are equal if they are canonically equivalent, such as an “é” of one scalar and one of two. To a peer
/// they are two names.
package struct WireText: Hashable, Sendable {
    private let text: String

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
    /// The text as a peer compares it.
    package var onWire: WireText { WireText(self) }
}
