/// A message, with the number of the attempt whose connection it came in on.
package struct ReceivedMessage: Sendable {
    package let message: Socket.Message
    package let attempt: Int
}
