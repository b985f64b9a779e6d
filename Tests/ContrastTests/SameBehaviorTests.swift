import StateExploration
import Testing

@testable import Contrast

/// Before the players are compared: they do the same, in all nine cells.
@Suite struct `The players do the same` {
    /// The nine cells, as one would write them on paper: a state or an outcome, and what the engine gets.
    private static let table = """
        | state | play | pause(at: 42) | stop |
        | --- | --- | --- | --- |
        | Stopped | Playing / start |  | handled |
        | Playing | handled | Paused, at 42 / halt | Stopped / halt |
        | Paused, at 42 | Playing / start | handled | Stopped |

        """

    private static var models: [MachineModel<String>] {
        [
            PlayerModels.classes(), PlayerModels.enum(), PlayerModels.enumWithHooks(), PlayerModels.enumInRunner(),
            PlayerModels.book(), PlayerModels.byHand(),
        ]
    }

    @Test(arguments: 0..<6) func `each cell is as the table says, and a search finds no difference`(form: Int) throws {
        #expect(try Self.models[form].explore().table() == Self.table)
        let comparison = try Self.models[0].compare(with: Self.models[form])
        #expect("\(comparison)" == "no difference in 3 states and 9 cells")
    }
}
