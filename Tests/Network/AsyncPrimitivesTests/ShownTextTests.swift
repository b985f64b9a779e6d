import AsyncPrimitives
import TestSupport
import Testing

@Suite struct ShownTextTests {
    @Test(arguments: [
        ("a\nb", "a b"), ("a \r\n\t b", "a b"), (" a ", "a"), ("\u{1B}[31mred", "[31mred"), ("a\u{202E}b", "a b"),
        ("a\u{2028}b\0", "a b"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("é", "é"), ("", ""),
    ])
    func `A text is shown on one line`(text: String, shown: String) {
        #expect(text.shown() == shown)
    }

    @Test(arguments: [("abcdef", "abc…"), ("abc", "abc"), ("ab c", "ab…"), ("abc \n", "abc"), ("äöü", "ä…")])
    func `A long text is cut`(text: String, shown: String) {
        #expect(text.shown(limit: 3) == shown)
    }

    @Test(arguments: HostileValues.texts)
    func `No text breaks the line, or is longer than the limit`(text: String) {
        for limit in [0, 1, 2, 3, 100, .max] {
            let shown = text.shown(limit: limit)
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
            #expect(limit == .max || shown.utf8.count <= limit + "…".utf8.count)
            #expect(limit < 3 || limit == .max || shown.shown(limit: limit + 3) == shown)
        }
    }
}
