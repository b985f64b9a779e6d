import Foundation

extension Dialogue {
    func undo() throws {
        guard let request = playthrough.undo() else { throw UsageError("there is nothing to undo") }
        if let name = twin?.name { twin = try Twin(name, of: playthrough) }
        listen()
        let (state, detail) = (playthrough.machine.state, playthrough.machine.detail)
        Terminal.show("\(request.text): undone, in \(state) (\(detail)) again")
    }

    /// Prints the requests that lead to a state of the graph, as they can be typed.
    func printPath(to words: String) throws {
        let graph = try M.overview.graph()
        let name = words.hasPrefix("to ") ? String(words.dropFirst(3)) : words
        guard let state = graph.state(named: name) else {
            throw UsageError("there is no state “\(name)”; there is \(graph.names.joined(separator: "; "))")
        }
        // A request that only the machine makes is none of the commands.
        let typed = graph.path(to: state).compactMap { request in
            M.commands.first { $0.name == request.prefix { $0 != " " } }.map { command in
                command.name == request ? command.argument.map { "\(request) \($0.example)" } ?? request : request
            }
        }
        Terminal.print(
            typed.isEmpty ? "  it is the initial state" : "  from the start: \(typed.joined(separator: " "))")
    }

    // MARK: Quiz

    func beginQuiz(_ number: String) throws {
        let random = UInt64.random(in: 1...999)
        guard let seed = number.isEmpty ? random : UInt64(number) else {
            throw UsageError("“\(number)” is not the number of a quiz; they go from 0")
        }
        Terminal.print(
            "Quiz \(seed): where does the request lead? Type a state, or handled, unhandled, deferred, refused.")
        if let caption = M.overview.caption { Terminal.print(caption) }
        quiz = Quiz(try M.overview.graph(), seed: seed)
    }

    /// Shows the question where there is no prompt, or the result if there is no question any more.
    func showQuestion() {
        guard let quiz else { return }
        if let question = quiz.question {
            if !isOnTerminal { Terminal.print(question) }
        } else {
            Terminal.print(quiz.result)
            self.quiz = nil
        }
    }

    /// Takes the answer to a question; “quit” ends the quiz.
    func answerQuestion(_ answer: String) throws {
        guard var next = quiz else { return }
        if ["quit", "exit"].contains(answer) {
            Terminal.print(next.result)
            quiz = nil
        } else {
            Terminal.show(try next.take(answer))
            quiz = next
        }
    }
}
