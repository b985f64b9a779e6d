/*:
 # What do you believe?

 Page 3 of 7.

 In which order do hooks run? When is a request carried out that a hook makes? You believe something about each rule. This
 page asks, and names the belief that your answers show.

 The questions are about a heater. It is *Off* or *On*, and *On* is a superstate with the substates *Low* and *High*. Its
 code is in `Heater.swift` of the package, and in `try RulesQuiz.code`.
 */
import RulesQuiz

var quiz = RulesQuiz()
print(quiz.question ?? [])  // Prints "["boost", "toggle", "restart"]"
/*:
 A new heater gets these requests. What does it log at the last one? Write lines with commas between them, or the number of
 one of `quiz.choices`. Change an answer, and the next question is another one.
 */
try quiz.answer("On restart, exit High, exit On (state High), enter On (state On), enter Low, observer Low")
print(quiz.question ?? [])  // Prints "["boost", "up"]"
try quiz.answer("1")
print(quiz.question ?? [])  // Prints "["up", "up"]"
try quiz.answer("High up")

for line in try quiz.verdict() where !line.hasPrefix(" ") { print(line) }
// Prints "You believe that a request that a hook makes is carried out at once."
// Prints ""
// Prints "Rule 6: A request that is made while another one is handled is queued, and returns `queued`."
// Prints "After up, you expect of the last request:"
// Prints "What really happens:"
/*:
 Your turn: answer for yourself. Do you get “You have the rules right”?

 [Next: Class or enum?](@next)
 */
