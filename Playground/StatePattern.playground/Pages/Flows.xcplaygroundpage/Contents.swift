/*:
 # Flows: where a step leads

 Page 6 of 7.

 Most apps begin with screens that make the next screen and push it. Here are two of them, and a stack:
 */
class NaiveScreen {
    let title: String
    init(_ title: String) { self.title = title }
}

final class NaiveStack {
    var screens: [NaiveScreen] = []
    var titles: String { screens.map(\.title).joined(separator: " › ") }
}

final class NaiveLogIn: NaiveScreen {
    func loggedIn(_ stack: NaiveStack) { stack.screens = [NaiveShelf("Shelf")] }
}

final class NaiveShelf: NaiveScreen {
    func tapBook(_ number: Int, _ stack: NaiveStack) { stack.screens.append(NaiveScreen("Book \(number)")) }
}

let stack = NaiveStack()
let logIn = NaiveLogIn("Log in")
stack.screens = [logIn]
//: A link to a book comes from outside. The object that receives it looks for the screen on top, to ask it for the book:
func open(book number: Int, on stack: NaiveStack) {
    if let shelf = stack.screens.last as? NaiveShelf { shelf.tapBook(number, stack) }
    print(stack.titles)
}

open(book: 7, on: stack)  // Prints "Log in"
logIn.loggedIn(stack)
open(book: 7, on: stack)  // Prints "Shelf › Book 7"
open(book: 8, on: stack)  // Prints "Shelf › Book 7"
/*:
 One link of three has led somewhere. The first one came before the log-in, and was lost; the third one found another screen
 on top. Each screen knows its successor, so the log-in can be used before the shelf and nowhere else, and the object that
 receives links knows them all, by casting. And there is no place to ask whether a user is logged in: each screen would.

 So screens emit *steps*, “a book was chosen”, and a *flow* decides what follows from a step: another screen, another flow,
 or its own end. A *coordinator* carries the steps to the flows. None of them knows how the screens are drawn.

 ## A flow of one's own

 The steps are an enum, so no flow casts. The flow has a lifecycle, which is a machine like all others here, and a root,
 the presentable at its bottom.
 */
import Navigation

enum TeaStep { case choose, brew(String), poured }

final class Counter: Presentable, FlowStepper {
    let presentation = Presentation()
    let steps = Steps<TeaStep>()
}

final class TeaFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Counter()

    func navigate(to step: TeaStep) -> FlowContributors<TeaStep> {
        switch step {
        case .choose:
            print("Which tea?")
            return .screen(root)
        case .brew(let tea):
            print("Brewing \(tea)")
            return []
        case .poured:
            return .end
        }
    }
}

//: The coordinator starts the flow at its initial step. The presenter of the counter reports when it is visible.
let coordinator = FlowCoordinator<TeaStep>()
let tea = TeaFlow()
coordinator.coordinate(tea, startingAt: .choose) { _ in print("Done") }  // Prints "Which tea?"
tea.root.presentation.appear()
tea.root.steps.emit(.brew("Assam"))  // Prints "Brewing Assam"
//: A step of a hidden screen does not reach the flow, and the flow ends when its root is dismissed.
tea.root.presentation.disappear()
tea.root.steps.emit(.brew("Darjeeling"))
tea.root.presentation.appear()
tea.root.presentation.dismiss()  // Prints "Done"
tea.root.steps.emit(.brew("Keemun"))
print(coordinator.flows.count)  // Prints "0"
/*:
 ## A bookshop

 The sample app has six flows. The app's flow starts the log-in flow before it shows anything else. The main flow, which
 runs while a user is logged in, has two flows in tabs, and each book has a flow of its own. A stack of screens presents
 them all, and draws itself as text.
 */
import SampleApp

let shop = SampleApp()
shop.launch()
print(shop.stack.picture.joined(separator: "\n"))
// Prints "┌────────┐"
// Prints "│ Log in │"
// Prints "└────────┘"
/*:
 A link from outside leads to the reviews of a book. It comes too early: no flow accepts its steps yet. So it waits, and
 each of its steps is carried out as soon as a flow that accepts it is ready.
 */
shop.perform(.open(7))
print(shop.situation)  // Prints "Log in, a link waits"
shop.perform(.tap(.loggedIn))
print(shop.stack.picture.joined(separator: "\n"))
// Prints "┌───────────────────┐"
// Prints "│ Reviews           │"
// Prints "├───────────────────┤"
// Prints "│ Book 7            │"
// Prints "├───────────────────┤"
// Prints "│ [Shelf]  Profile  │"
// Prints "└───────────────────┘"
//: When the user swipes the screens of the book away, its flow ends with the last of them; no code has to end it.
print(shop.flows.contains("BookFlow"))  // Prints "true"
shop.perform(.swipe)
shop.perform(.swipe)
print(shop.flows)  // Prints "["AppFlow", "MainFlow", "ShelfFlow", "ProfileFlow"]"
//: A log-out goes from the profile to its parent, and on to the app, which asks for log-in once more.
shop.perform(.tap(.profile))
_ = shop.takeJournal()
shop.perform(.tap(.logOut))
for line in shop.takeJournal() { print(line) }
// Prints "ProfileFlow: logOut"
// Prints "MainFlow: logOut"
// Prints "AppFlow: logOut"
// Prints "AppFlow: logIn"
// Prints "LogInFlow: logIn"
/*:
 ## A stepper that is no screen

 The log-in screen has a button, and no idea of what follows. The steps come from its model, which follows the account of
 the user, a machine. So a log-in that does not begin on the screen leads to the same place, here one that the program makes.
 */
shop.account.logIn(as: "ada")
print(shop.takeJournal().prefix(3))  // Prints "["LogInFlow: loggedIn", "AppFlow: loggedIn", "AppFlow: main"]"
/*:
 Another stepper follows the account for the whole app: when the server refuses the token, it leads to the log-in from every
 screen. `swift run playground app` shows that.
 */
//: Your turn: what does `shop.perform(.tap(.book(7)))` do here, and what would it have done before the log-in?
//: [Next: Who owns the session?](@next)
