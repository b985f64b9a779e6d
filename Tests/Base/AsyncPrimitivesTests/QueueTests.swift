import AsyncPrimitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A queue` {
    @Test func `returns its elements in order`() {
        var queue = Queue<Int>()
        var returned: [Int] = []
        for number in 1...1000 {
            queue.append(number)
            // It grows and shrinks by turns, and is empty now and then.
            if number % 10 > 6 { while let next = queue.popFirst() { returned.append(next) } }
            if number % 10 == 3 { queue.popFirst().map { returned.append($0) } }
        }
        #expect(queue.count == 1)
        #expect(returned + [1000] == Array(1...1000))
    }

    @Test func `tells its first and its last element`() {
        var queue = Queue<Int>()
        #expect((queue.first, queue.last) == (nil, nil))
        for number in 1...5 { queue.append(number) }
        _ = queue.popFirst()
        #expect((queue.first, queue.last, queue.count) == (2, 5, 4))
        #expect(queue.popLast() == 5)
        #expect((queue.first, queue.last, queue.count) == (2, 4, 3))
    }

    @Test func `is empty when all elements have been removed from either end`() {
        var queue = Queue<Int>()
        for number in 1...4 { queue.append(number) }
        #expect([queue.popFirst(), queue.popLast(), queue.popFirst(), queue.popLast()] == [1, 4, 2, 3])
        #expect(queue.isEmpty)
        #expect(queue.popFirst() == nil)
        #expect(queue.popLast() == nil)
        queue.append(5)
        #expect(queue.popFirst() == 5)
    }

    @Test func `retains no removed element`() {
        final class Thing {}
        var queue = Queue<Thing>()
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            queue.append(thing)
        }
        for _ in 1...9 { queue.append(Thing()) }
        _ = queue.popFirst()
        #expect(first == nil)
        #expect(queue.count == 9)
    }

    @Test func `removes an element in constant time, however many there are`() {
        var queue = Queue<Int>()
        for number in 1...1_000_000 { queue.append(number) }
        var sum = 0
        while let number = queue.popFirst() { sum += number }
        // Were all others moved each time, this would not end in time.
        #expect(sum == 500_000_500_000)
    }
}

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
