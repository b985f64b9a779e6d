/*:
 # Class or enum? A mistake, found

 A socket that reconnects when it is lost has ten states: enough to get one wrong without noticing. This one was first
 published as code with a diagram beside it, and the code did not do what the diagram said. Here it is written twice, as
 classes and as an enum, and a search compares the two.
 */
import EnumTwins
import Sockets
import StateExploration

/*:
 ## The overview

 States written as classes are spread over many files. Exploration gets the overview back from the running machine: it
 makes a fresh socket, makes every request in every state that it finds, and records the outcome.
 */
let graph = try SocketContrast.machine.explore()
print("\(graph.states.count) states, \(graph.cellCount) cells")  // Prints "11 states, 110 cells"
print(graph.deadEnds, graph.neverHandled)  // Prints "[] []"
/*:
 There is one state more than in the tree, because a socket that is being closed may have been asked to connect again.
 That is data, and it matters, so the exploration has to see it. Without it, the search would report a contradiction.

 How does one get into the deepest state?
 */
let waiting = Socket.Phase.suspendedReconnectingWaiting
let index = graph.states.firstIndex(of: "\(waiting)")!
print(graph.path(to: index).map { "\($0)" }.joined(separator: ", "))  // Prints "connect, suspend, connectionFailed"
/*:
 ## Are the two the same?

 A comparison makes the same request of both, in every situation that they can reach together. Outcomes, states and
 effects have to be equal.
 */
if case .agreement(let states, let cells) = try SocketContrast.machine.compare(with: SocketContrast.twin) {
    print("they agree in \(states) states and \(cells) cells")  // Prints "they agree in 11 states and 110 cells"
}
/*:
 ## The mistake

 The published code is the enum with one line changed. The search returns the fewest requests that show it.
 */
let comparison = try SocketContrast.machine.compare(with: SocketContrast.published)
print(comparison.difference!)
// Prints "class and published differ after connect, suspend, connected"
// Prints "  class:     transitioned, Suspended/Idle"
// Prints "  published: transitioned, StartingSession [startSession]"
/*:
 Connect, suspend, connected: the app has gone to the background while the connection was being made. Once connected, the
 published code starts a session although the app is suspended; the diagram says that it waits until it is resumed. No
 example tries three requests in this order, and every user will.

 ## The same place in the classes

 In the enum, the request `connected` is one `switch` over all states, and the wrong case is one line among others. In the
 classes it is, besides `resume`, the only request that `Suspended.Reconnecting` handles by itself: the attempts and the
 waits, which it shares with the other `Reconnecting`, are one pair of classes below both.

 Your turn: which requests cover every cell? `graph.transitionTour()` knows.
 */
print(graph.transitionTour().count)  // Prints "1"
