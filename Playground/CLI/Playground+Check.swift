import Foundation
import MachineModels
import StateExploration

/// The promises of a machine, each with the result of its check.
struct CheckedPromises {
    /// The part of the machine that the promises are about; `nil` for the whole machine.
    let subject: String?
    let size: String
    let answers: [(sentence: String, isKept: Bool, answer: String)]
    /// Draws a picture for each promise that a run breaks, which plays the run.
    let pictures: () throws -> [String]

    init(_ promises: Promises<String>, of subject: String?, in graph: StateGraph<String>) throws {
        self.subject = subject
        size = "\(graph.states.count) states and \(graph.cellCount) cells"
        let checked = try promises.map { sentence, property in (sentence, answer: try graph.check(property)) }
        answers = checked.map { sentence, answer in
            if case .holds = answer { return (sentence, true, "\(answer)") }
            return (sentence, false, "\(answer)")
        }
        pictures = {
            let diagram = graph.merged(showsEffects: false)
            return try checked.compactMap { _, answer in
                if case .fails(let run) = answer { try graph.svg(playing: run, in: diagram) } else { nil }
            }
        }
    }
}

extension Playground {
    /// Checks the promises of a machine: `check socket`. The exit status is 1 if a promise is broken.
    static func check(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "check", ["--svg <folder>"], takesWords: true)
        let machine = try machine(named: options.word(outOf: machines.map { $0.name }))
        var isEachKept = true
        for promises in try machine.overview.check() {
            let subject = promises.subject ?? machine.name
            Terminal.print("\(subject): \(promises.answers.count) promises, checked in \(promises.size)")
            for (sentence, isKept, answer) in promises.answers {
                Terminal.print(isKept ? "  kept    \(sentence)" : "  broken  \(sentence)\n          \(answer)")
                isEachKept = isEachKept && isKept
            }
            guard let folder = options["--svg"] else { continue }
            try save(promises.pictures().enumerated().map { ("\(subject) \($0 + 1)", $1) }, in: folder)
        }
        if !isEachKept { exit(1) }
        if options["--svg"] != nil { Terminal.print("No promise is broken, so there is no picture.") }
    }

    /// Writes pictures into a folder, which is made for them, and prints the names of the files.
    static func save(_ pictures: [(name: String, svg: String)], in folder: String) throws(UsageError) {
        if pictures.isEmpty { return }
        let place = URL(filePath: folder, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (name, svg) in pictures {
                let file = place.appending(path: name.replacing(/[^\w ]+/, with: "-") + ".svg")
                try Data(svg.utf8).write(to: file)
                Terminal.print("  \(file.relativePath)")
            }
        } catch {
            throw UsageError("no picture can be written into “\(folder)”: \(error.localizedDescription)")
        }
    }

    static var checkHelp: String {
        """
        playground check <machine> [--svg <folder>]

        Checks what a machine promises about all of its runs, and shows the shortest run that breaks a promise. The exit
        status is 1 when there is one.

          --svg   writes a picture for each broken promise, which plays that run

        Machines: \(list(machines.map { $0.name }))
        """
    }
}
