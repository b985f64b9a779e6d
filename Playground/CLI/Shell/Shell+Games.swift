import Foundation

extension Shell {
    func undo() throws {
        guard let request = playthrough.undo() else { throw UsageError("there is nothing to undo") }
        if let name = twin?.name { twin = try Twin(name, of: playthrough) }
        listen()
        let (state, detail) = (playthrough.machine.state, playthrough.machine.detail)
        Terminal.show("\(request.text): undone, in \(state) (\(detail)) again")
        if isOnTerminal, let remark = M.remarkOnUndo { Terminal.print(remark) }
    }

    /// Prints the requests that lead to a state of the graph, as they can be typed.
    func printPath(to words: String) throws {
        let graph = try M.overview.graph().played(with: M.commands.map(\.name))
        let name = words == "to" ? "" : words.hasPrefix("to ") ? String(words.dropFirst(3)) : words
        if name.isEmpty {
            throw UsageError("“path” takes a state: path to <state>; there is \(graph.names.joined(separator: "; "))")
        }
        let state = try graph.state(named: name)
        // A request that only the machine makes is none of the commands.
        let typed = graph.path(to: state).compactMap { request in
            M.commands.first { $0.name == request.requestName }.map { command in
                command.name == request ? command.argument.map { "\(request) \($0.example)" } ?? request : request
            }
        }
        Terminal.print(
            typed.isEmpty ? "  it is the initial state" : "  from the start: \(typed.joined(separator: " "))")
        let end = graph.ends[state]
        if end != state {
            Terminal.print("  passes through \(graph.states[state]): it continues to \(graph.states[end])")
        }
    }

    // MARK: Quiz

    func beginQuiz(_ number: String) throws {
        let random = UInt64.random(in: 1...999)
        guard let seed = number.isEmpty ? random : UInt64(number) else {
            throw UsageError("“\(number)” is not the number of a quiz; they go from 0 to \(UInt64.max)")
        }
        Terminal.print("Quiz \(seed): where does the request lead? \(Quiz.introduction)")
        if let caption = M.overview.caption { Terminal.print(caption) }
        quiz = Quiz(try M.overview.graph().played(with: M.commands.map(\.name)), seed: seed)
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

    /// Takes the answer to a question; “quit” ends the quiz, and “help” tells how to answer.
    func answerQuestion(_ answer: String) throws {
        guard var next = quiz else { return }
        if ["quit", "exit"].contains(answer.lowercased()) {
            Terminal.print(next.result)
            quiz = nil
        } else if ["help", "?"].contains(answer.lowercased()) {
            Terminal.print(Quiz.introduction)
            showQuestion()
        } else {
            do {
                Terminal.show(try next.take(answer))
            } catch {
                // On a terminal, the prompt asks again.
                throw isOnTerminal ? error : UsageError("\(error). \(next.question ?? "")")
            }
            quiz = next
        }
    }
}
