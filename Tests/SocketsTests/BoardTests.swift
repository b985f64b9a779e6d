import Sockets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A board` {
    @Test func `tells each consumer the present value, and each that comes`() async {
        let board = Board(1, limit: .max)
        var first = board.values.makeAsyncIterator()
        board.post(2)
        var second = board.values.makeAsyncIterator()
        board.post(3)
        for number in 1...3 { #expect(await first.next() == number) }
        for number in 2...3 { #expect(await second.next() == number) }
    }

    @Test func `lets the oldest values give way to the limit`() async {
        let board = Board(1, limit: 2)
        var values = board.values.makeAsyncIterator()
        for number in 2...5 { board.post(number) }
        #expect(await values.next() == 4)
        #expect(await values.next() == 5)
    }

    @Test func `changes only if the present value is as it should be`() {
        let board = Board(1)
        board.post(2) { $0 == 7 }
        #expect(board.value == 1)
        board.post(3) { $0 == 1 }
        #expect(board.value == 3)
    }

    @Test func `does not keep consumers that have ended, even if nothing comes any more`() async {
        let board = Board(1)
        for _ in 1...100 { await board.wait { $0 == 1 } }
        #expect(board.consumerCount <= 1)
    }

    @Test func `ends the values of its consumers with itself`() async {
        var board: Board? = Board(1)
        let values = board?.values
        board = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }
}
