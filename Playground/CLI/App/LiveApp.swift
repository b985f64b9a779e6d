import CheckoutFlow
import Foundation
import InMemoryServices
import SampleApp
import StateExploration

/// The bookshop on a terminal: reads gestures from typed lines, and shows each change of a screen.
@MainActor final class LiveApp {
    private let input = LineInput()
    private let bookshop: Bookshop
    private var device: Bookshop.Device
    private var shown: [String] = []
    private var told = InMemoryPayments.Ledger()

    init(_ bookshop: Bookshop) {
        self.bookshop = bookshop
        device = bookshop.devices[0]
    }

    /// Runs until the user quits, or the input ends.
    func run() async {
        Terminal.print("“help” tells what can be typed; “quit” leaves.")
        bookshop.launch()
        let drawing = bookshop.devices.map { device in
            Task { for await _ in device.app.changes where device.app === self.device.app { draw() } }
        }
        let telling = Task { for await ledger in bookshop.records.ledgers { tell(ledger) } }
        while let line = await input.nextLine(prompt: { [unowned self] in "\(device.name)> " }) {
            if ["quit", "exit"].contains(line.trimmingCharacters(in: .whitespaces)) { break }
            do throws(UsageError) { try execute(line) } catch { Terminal.show("\(error)") }
            draw()
        }
        for task in drawing + [telling] { task.cancel() }
        await bookshop.end()
    }

    /// Shows the current device's screen and buttons, if they have changed.
    private func draw() {
        let lines = device.app.stack.picture.map(\.escaped) + ["  \(buttons.joined(separator: ", "))"]
        if lines == shown { return }
        shown = lines
        input.interrupt { for line in lines { Terminal.print(line) } }
    }

    /// Shows the charges and refunds since the previous call.
    private func tell(_ ledger: InMemoryPayments.Ledger) {
        let charges = ledger.charges.filter { !told.charges.contains($0) }.map { ("charged", $0) }
        let refunds = ledger.refunds.filter { !told.refunds.contains($0) }.map { ("refunded", $0) }
        told = ledger
        guard !charges.isEmpty || !refunds.isEmpty else { return }
        input.interrupt {
            for (verb, receipt) in charges + refunds {
                Terminal.print("bank: \(verb) \(receipt.purchase.item), receipt \(receipt.number)")
            }
        }
    }

    /// The commands for which the current device's visible screens have a button or a field.
    private var buttons: [String] {
        bookshop.commands.filter { $0.isOnScreen?(device.app) == true }.map(\.usage)
    }

    // MARK: Commands

    private var commandNames: [String] {
        bookshop.commands.map(\.name) + (bookshop.devices.count > 1 ? ["as"] : []) + ["sequence", "help", "quit"]
    }

    private func execute(_ line: String) throws(UsageError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard let word = words.first else { return }
        let argument = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : nil
        switch word {
        case "help", "?": help()
        case "sequence":
            let lines = try bookshop.log.lines(as: argument ?? "")
            input.interrupt { for line in lines { Terminal.print(line) } }
        case "as" where bookshop.devices.count > 1: try change(to: argument)
        default:
            guard let command = bookshop.commands.named(word, \.name) else {
                throw UsageError(
                    "there is no “\(word)”\(commandNames.suggestion(for: word)); there is \(Playground.list(commandNames))"
                )
            }
            guard (command.argument == nil) == (argument == nil) else {
                let takesOne = command.argument != nil
                throw UsageError("“\(word)” takes \(takesOne ? "an" : "no") argument: \(command.usage)")
            }
            guard command.isOnScreen?(device.app) != false else {
                throw UsageError("there is no “\(word)” on this screen; there is \(Playground.list(buttons))")
            }
            try command.perform(bookshop, device, argument ?? "")
        }
    }

    private func change(to name: String?) throws(UsageError) {
        guard let device = bookshop.devices.first(where: { $0.name == name }) else {
            throw UsageError("“as” takes a reader: \(Playground.list(bookshop.devices.map(\.name)))")
        }
        self.device = device
    }

    private func help() {
        var lines = bookshop.commands.map { "  \($0.usage.padded(to: 18))\($0.help)" }
        if bookshop.devices.count > 1 {
            lines.append("  \("as <name>".padded(to: 18))take the device of another reader")
        }
        lines.append("  \("sequence [mermaid]".padded(to: 18)) \(RequestLog.help)")
        input.interrupt { for line in lines { Terminal.print(line) } }
    }
}
