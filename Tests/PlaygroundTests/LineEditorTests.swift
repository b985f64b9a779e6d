import Testing

@testable import playground

@Suite struct `The line editor` {
    /// Keys that are typed, and the line afterwards, with a bar for the cursor.
    @Test(
        arguments: [
            ("play", "play|"), ("play\u{7F}\u{7F}", "pl|"), ("play\u{8}", "pla|"), ("\u{7F}", "|"),
            ("ply\u{1B}[Da", "pla|y"), ("\u{1B}[D\u{1B}[C\u{1B}[C", "|"), ("ab\u{2}\u{2}\u{6}", "a|b"),
            ("play\u{1B}[Hre", "re|play"), ("play\u{1}re\u{5}er", "replayer|"), ("play\u{1B}OHx\u{1B}OFy", "xplayy|"),
            ("play\u{1B}[1~x\u{1B}[4~y", "xplayy|"), ("play\u{1}\u{1B}[3~", "|lay"), ("play\u{1}\u{4}", "|lay"),
            ("seek 0:05\u{17}", "seek |"), ("seek 0:05  \u{17}\u{17}", "|"), ("seek\u{1B}[D\u{1B}[D\u{B}", "se|"),
            ("seek\u{1B}[D\u{15}", "|k"),
            // UTF-8: one key for several bytes, and one character for several keys.
            ("Bourrée\u{1B}[D\u{7F}", "Bourr|e"), ("e\u{301}\u{7F}", "|"), ("日本\u{7F}", "日|"), ("👩‍👩‍👧\u{7F}a", "a|"),
            ("ab\u{1B}[D\u{301}", "a\u{301}|b"),
            // No key of the editor; a key behind Esc is that key.
            ("a\u{1B}[5~\u{1B}[1;5Pb\u{1B}c\u{0}", "abc|"), ("ab\u{1B}[1;5DX", "aX|b"), ("\u{1B}push", "push|"),
            ("\u{1B}\u{1B}\u{1B}[Da\u{1B}\u{7F}", "|"), ("\u{1B}é", "é|"),
            // A terminal would obey these.
            ("a\u{9B}31mb", "a31mb|"), ("a\u{85}\u{202E}\u{200F}\u{2028}\u{2029}\u{2066}b", "ab|"),
        ])
    func `edits a line as keys are typed`(typed: String, line: String) {
        var (decoder, editor) = (KeyDecoder(), LineEditor())
        // A terminal may send the bytes of a key one by one.
        for byte in typed.utf8 {
            for key in decoder.keys(in: [byte]) { #expect(editor.handle(key) == nil) }
        }
        #expect(editor.text.prefix(editor.cursor) + "|" + editor.text.dropFirst(editor.cursor) == line)
    }

    @Test(
        arguments: [
            ([0xE2, 0x82, 0x41], "A"), ([0xFF, 0xC0, 0x80, 0x42], "B"), ([0xE2, 0x1B, 0x5B, 0x44, 0x43], "C"),
        ] as [([UInt8], String)])
    func `skips bytes that are no UTF-8`(bytes: [UInt8], line: String) {
        var (decoder, editor) = (KeyDecoder(), LineEditor())
        for key in decoder.keys(in: bytes) { _ = editor.handle(key) }
        #expect(editor.text == line)
    }

    @Test func `takes characters that are pasted at once as one key`() {
        var (decoder, editor) = (KeyDecoder(), LineEditor())
        let keys = decoder.keys(in: "pl\u{9B}ay\u{1B}[Dé日\u{7F}".utf8)
        #expect(keys == [.text("play"), .left, .text("é日"), .backspace])
        for key in keys { #expect(editor.handle(key) == nil) }
        #expect(editor.text == "plaéy")
    }

    /// Types keys, and returns the events.
    private func events(of typed: String, in editor: inout LineEditor) -> [LineEditor.Event] {
        var decoder = KeyDecoder()
        return decoder.keys(in: typed.utf8).compactMap { key in
            editor.handle(key) { $0.isEmpty ? ["load", "play", "pause", "stop"] : ["pause"] }
        }
    }

    @Test(
        arguments: [
            ("pl\t", "play ", []), ("p\t", "p", [.candidates(["play", "pause"])]),
            ("P\t", "P", [.candidates(["play", "pause"])]),
            ("S\t", "stop ", []), ("x\t", "x", []), ("play p\t", "play pause ", []),
            ("\t", "", [.candidates(["load", "play", "pause", "stop"])]), ("pl op\u{1}\u{6}\u{6}\t", "play  op", []),
        ] as [(String, String, [LineEditor.Event])])
    func `completes the word before the cursor`(typed: String, line: String, events: [LineEditor.Event]) {
        var editor = LineEditor()
        #expect(self.events(of: typed, in: &editor) == events)
        #expect(editor.text == line)
    }

    @Test(
        arguments: [
            ("Paused, s\t", "Paused, stalled ", []), ("to paused, \t", "to Paused, stalled ", []),
            ("to  Paused\t", "to  Paused", [.candidates(["Paused", "Paused, stalled"])]),
            ("Pa\t", "Paused", []), ("Playing s\t", "Playing Stopped ", []),
            ("pause Paused, s\u{1B}[D\t", "pause Paused, stalled s", []),
        ] as [(String, String, [LineEditor.Event])])
    func `completes several words before the cursor`(typed: String, line: String, events: [LineEditor.Event]) {
        var (decoder, editor) = (KeyDecoder(), LineEditor())
        let told = decoder.keys(in: typed.utf8).compactMap { key in
            editor.handle(key) { _ in ["Stopped", "Paused", "Paused, stalled"] }
        }
        #expect(told == events)
        #expect(editor.text == line)
    }

    @Test func `goes back to earlier lines, and forth to the one that was being typed`() {
        var editor = LineEditor()
        #expect(events(of: "play\r\r  \rstop\nstop\n", in: &editor).count == 5)
        let (up, down) = ("\u{1B}[A", "\u{1B}[B")
        for (typed, text) in [
            ("pa", "pa"), (up, "stop"), (up, "play"), (up, "play"), (down, "stop"), (down, "pa"), (down, "pa"),
            ("\u{10}", "stop"), ("\u{E}", "pa"), (up + "!", "stop!"), (down, "pa"),
        ] {
            #expect(events(of: typed, in: &editor) == [])
            #expect(editor.text == text)
            #expect(editor.cursor == text.count)
        }
        #expect(events(of: up + "\n", in: &editor) == [.line("stop")])
    }

    @Test func `tells what concerns more than the line`() {
        var editor = LineEditor()
        #expect(events(of: "a\u{C}\u{3}\u{7F}\u{4}", in: &editor) == [.clearScreen, .interrupt, .endOfInput])
    }

    @Test(
        arguments: [
            ("> ", "play", 4, ["> play"], 0, 6), ("> ", "play", 0, ["> play"], 0, 2),
            // A row that is full leaves no place for the cursor.
            ("> ", "12345678", 8, ["> 12345678", ""], 1, 0), ("> ", "12345678", 7, ["> 12345678"], 0, 9),
            ("> ", "123456789", 9, ["> 12345678", "9"], 1, 1), ("> ", "123456789", 2, ["> 12345678", "9"], 0, 4),
            // A wide character is not divided.
            ("> ", "1234567日", 8, ["> 1234567", "日"], 1, 2), ("> ", "1234567日", 7, ["> 1234567", "日"], 1, 0),
            ("> ", "日本", 1, ["> 日本"], 0, 4), ("> ", "e\u{301}x", 1, ["> e\u{301}x"], 0, 3),
            ("Paused (Air)> ", "a", 1, ["Paused", "    (Air)>", "a"], 2, 1),
            ("\u{1B}[1mPaused\u{1B}[m> ", "a", 1, ["\u{1B}[1mPaused\u{1B}[m> a"], 0, 9),
        ] as [(String, String, Int, [String], Int, Int)])
    func `lays the line out on a terminal of ten columns`(
        prompt: String, text: String, cursor: Int, rows: [String], row: Int, column: Int
    ) {
        let layout = EditorLayout(prompt: prompt, text: text, cursor: cursor, width: 10)
        #expect(layout.rows == rows)
        #expect(layout.cursor == (row, column))
    }

    @Test func `draws rows from where they begin, and goes back there to draw them again`() {
        let layout = EditorLayout(prompt: "> ", text: "123456789abc", cursor: 3, width: 5)
        #expect(layout.rows == ["> 123", "45678", "9abc"])
        #expect(layout.drawing == "> 123\r\n45678\r\n9abc\u{1B}[1A\r")
        #expect(layout.erasure(width: 5) == "\u{1B}[1A\r\u{1B}[J")
        #expect(layout.departure == "\u{1B}[1B\r\n")
        let short = EditorLayout(prompt: "> ", text: "1", cursor: 1, width: 5)
        #expect(
            short.drawing == "> 1\r\u{1B}[3C" && short.erasure(width: 5) == "\r\u{1B}[J" && short.departure == "\r\n")
    }

    /// Rows of 10, 10 and 4 columns; the cursor is in the last one.
    @Test(arguments: [(10, 2), (20, 2), (9, 4), (5, 4), (3, 9)])
    func `goes back over rows that a narrower terminal has broken`(width: Int, rows: Int) {
        let layout = EditorLayout(prompt: "> ", text: "1234567890abcdefghijkl", cursor: 22, width: 10)
        #expect(layout.rows == ["> 12345678", "90abcdefgh", "ijkl"])
        #expect(layout.erasure(width: width) == "\u{1B}[\(rows)A\r\u{1B}[J")
    }

    @Test(arguments: [
        (9, ["3456", "789"], 1, 3), (0, ["> 12", "3456"], 0, 2), (3, ["> 12", "3456"], 1, 1),
        (7, ["3456", "789"], 1, 1),
    ])
    func `shows as many rows as the terminal has`(cursor: Int, rows: [String], row: Int, column: Int) {
        let layout = EditorLayout(prompt: "> ", text: "123456789", cursor: cursor, width: 4, height: 2)
        #expect(layout.rows == rows)
        #expect(layout.cursor == (row, column))
        #expect(layout.erasure(width: 4) == (row > 0 ? "\u{1B}[1A" : "") + "\r\u{1B}[J")
    }
}
