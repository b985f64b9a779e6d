import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import RulesQuiz

@Suite(.blocking) struct `What a learner believes` {
    private static let hypotheses = Predictions.all.hypotheses

    private static func compare(_ beliefs: Set<Belief>) throws -> MachineModel<String>.Comparison {
        let heater = MachineModel(
            Heater.init, requests: .init(Heater.Request.allCases) { $0.make($1) }, trace: { $0.takeLog() })
        let believed = MachineModel(
            { Interpreter(beliefs) }, named: "believed", requests: .init(Heater.Request.allCases) { $0.make($1) },
            state: \.state, trace: { $0.takeLog() })
        return try heater.compare(with: believed) { !$0.hasSuffix("boost, boost, boost") }
    }

    @Test func `is the library's behavior if all of it is right, as a search proves`() throws {
        #expect("\(try Self.compare([]))" == "no difference in 6 states and 30 cells")
    }

    @Test(arguments: Belief.allCases) func `is no rule, which the article on the rules has`(belief: Belief) throws {
        #expect(try Self.compare([belief]).difference != nil)
        let sentence = try belief.sentence()
        #expect(sentence.count > 30 && sentence.contains(belief.rule.beginning) && sentence.hasSuffix("."))
    }

    /// The answers of a learner who predicts what beliefs say, and the quiz after them.
    private static func answers(believing beliefs: Set<Belief>) throws -> (texts: [String], quiz: RulesQuiz) {
        var (texts, quiz) = ([String](), RulesQuiz())
        while let question = quiz.question {
            var learner = Interpreter(beliefs)
            for request in question.compactMap(Heater.Request.init) {
                _ = learner.takeLog()
                learner.make(request)
            }
            let steps = learner.takeLog()
            texts.append(steps.isEmpty ? "nothing" : steps.joined(separator: ", "))
            try quiz.answer(texts.last!)
        }
        return (texts, quiz)
    }

    @Test func `is named after at most four questions, alone and mostly in twos`() throws {
        var (named, questions) = (0, 0)
        for beliefs in Self.hypotheses {
            let quiz = try Self.answers(believing: beliefs).quiz
            questions = max(questions, quiz.answered)
            if quiz.fitting == [beliefs] { named += 1 }
            switch beliefs.count {
            case 0: #expect(try quiz.verdict().map { $0.suffix(34) } == ["heater asks (23 beliefs excluded)."])
            case 1: #expect(quiz.fitting == [beliefs])
            // One of the two may hide the other.
            default: #expect(quiz.fitting.contains(beliefs) || quiz.fitting.contains { $0.count < 2 }, "\(beliefs)")
            }
        }
        #expect(questions == 4 && named == 239 && Self.hypotheses.count == 277)
    }

    @Test func `is asked by the command, which loses nothing to an answer that is none`() throws {
        let command = Answers.command
        let nonsense = ["hop", "", "99", "exit", "Off up, fly", "code", "?", "1", "quit", "1"]
        let result = try command.run(["rules"], input: nonsense.joined(separator: "\n"))
        #expect(result.status == 1 && result.errors == "")
        let sentences = [
            "“hop” is no step. Steps are such as Low up, exit Low, enter High, observer High.\n",
            "If it logs nothing, type the word nothing.\n", "There is no choice 99; there are 1 to ",
            "“exit” is no step. Is it one of",
            "“fly” is no step.", "\n    final class High: Substate {\n", "\n1  ",
            "\n2. A new heater, which is off, gets ",
            "The answers have ended before the questions.\n",
        ]
        for sentence in sentences { #expect(result.output.contains(sentence), "\(sentence)") }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try command.run(["--help"]).output.contains("swift run exercises rules "))
        let message = "exercises: rules stands alone; see exercises --help\n"
        #expect(try command.run(["rules", "3"]) == Program.Result(status: 64, errors: message))
    }

    @Test func `may be another one, which is not forgotten if the answers are right after it`() throws {
        var quiz = RulesQuiz()
        #expect(throws: RulesQuiz.Problem.self) { try quiz.answer("exit On (state On), Low up, enter High") }
        for text in try Self.answers(believing: []).texts { try quiz.answer(text) }
        let lines = try quiz.verdict()
        #expect(quiz.isRight && lines.dropFirst(2).first == "One of your answers fits none of the beliefs.")
        #expect(lines.contains("    exit On (state On), Low up, enter High"))
    }

    @Test(arguments: [[], [Belief.followUpAtOnce]]) func `is said by the command as the article shows it`(
        beliefs: Set<Belief>
    ) throws {
        let answers = try Self.answers(believing: beliefs).texts.joined(separator: "\n")
        let result = try Answers.command.run(["rules"], input: answers)
        let article = try Document(
            Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/Exercises.md"))
        let label = beliefs.isEmpty ? "right" : "wrong"
        let verdict = try #require(article.fences.first { $0.label == label }).text
        #expect(result.status == (beliefs.isEmpty ? 0 : 1) && result.output.hasSuffix("\n\n\(verdict)\n"))
    }
}
