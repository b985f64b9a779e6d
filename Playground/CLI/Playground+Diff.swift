import Foundation
import StateExploration

/// The format of a difference between two versions of a machine.
enum DifferenceFormat: String, CaseIterable {
    case text, markdown, svg
}

extension Playground {
    /// Compares a machine with its saved graph from an earlier version: `diff player old.json`. The exit status is 1 if
    /// they differ.
    static func diff(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "diff", ["--format <\(differenceFormats)>"], takesWords: true)
        let format = try options.format(outOf: DifferenceFormat.allCases)
        guard options.words.count == 2 else {
            throw UsageError("diff takes a machine and a file: diff turnstile old.json")
        }
        let machine = try machine(named: options.words[0])
        let difference = try machine.overview.difference(savedGraph(in: options.words[1]))
        switch format {
        case .text: Terminal.print("\(difference)")
        case .markdown: Terminal.write(difference.markdown())
        case .svg: Terminal.write(difference.merged().svg())
        }
        if !difference.isEmpty { exit(1) }
    }

    private static func savedGraph(in path: String) throws -> SavedGraph {
        let data = try contents(of: path)
        do {
            return try JSONDecoder().decode(SavedGraph.self, from: data)
        } catch DecodingError.dataCorrupted(let context) {
            throw UsageError("“\(path)” is no graph of a machine: \(context.debugDescription)")
        }
    }

    static var differenceFormats: String {
        DifferenceFormat.allCases.map(\.rawValue).joined(separator: "|")
    }

    static var diffHelp: String {
        """
        playground diff <machine> <old.json> [--format <\(differenceFormats)>]

        Compares a machine with its graph of an earlier day, and shows each state, request and response that is new, gone
        or changed, with the shortest requests that lead there. The exit status is 1 when there is one.

        To keep a graph:

          playground graph turnstile --format json > old.json

          --format   text for people, which is the default; markdown for a review; svg for a chart of both, in which
                     what is new has a +, what is gone a −, and a state with a changed response a ±
        """
    }
}
