import Foundation
import Sockets

extension LiveSocket {
    private enum Command: String, CaseIterable {
        case connect, disconnect, suspend, resume, ping, quit
    }

    /// The commands that can be typed instead of a message, as a text for the user.
    nonisolated static let commandList = Command.allCases.map { "/\($0.rawValue)" }.joined(separator: ", ")

    /// Executes a line: a command if it begins with a slash, else a message. In a message, two slashes at the beginning
    /// stand for one.
    func execute(_ line: String) async {
        guard line.hasPrefix("/") else { return await send(line) }
        let word = String(line.dropFirst()).trimmingCharacters(in: .whitespaces)
        if word.hasPrefix("/") { return await send(String(line.dropFirst())) }
        switch Command(rawValue: word) {
        case .connect: await client.connect()
        case .disconnect: await client.disconnect()
        case .suspend: await client.suspend()
        case .resume: await client.resume()
        case .ping: measureRoundTrip()
        case .quit: leave()
        case nil: Terminal.show("  there is no command /\(word); there is \(LiveSocket.commandList)")
        }
    }
}
