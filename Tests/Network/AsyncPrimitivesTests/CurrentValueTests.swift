import AsyncPrimitives
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A current value` {
    @Test func `sends each consumer the current value and every later one`() async {
        let current = CurrentValue(1, limit: .max)
        var first = current.values.makeAsyncIterator()
        current.update(to: 2)
        var second = current.values.makeAsyncIterator()
        current.update(to: 3)
        for number in 1...3 { #expect(await first.next() == number) }
        for number in 2...3 { #expect(await second.next() == number) }
    }

    @Test func `drops the oldest values beyond the limit`() async {
        let current = CurrentValue(1, limit: 2)
        var values = current.values.makeAsyncIterator()
        for number in 2...5 { current.update(to: number) }
        #expect(await values.next() == 4)
        #expect(await values.next() == 5)
    }

    @Test func `changes only if the current value meets the condition`() {
        let current = CurrentValue(1)
        current.update(to: 2) { $0 == 7 }
        #expect(current.value == 1)
        current.update(to: 3) { $0 == 1 }
        #expect(current.value == 3)
    }

    @Test func `removes consumers that have ended, even without a later value`() async {
        let current = CurrentValue(1)
        for _ in 1...100 { await current.wait { $0 == 1 } }
        #expect(current.consumerCount <= 1)
    }

    @Test func `ends the sequences of its consumers when it is released`() async {
        var current: CurrentValue? = CurrentValue(1)
        let values = current?.values
        current = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }
}
