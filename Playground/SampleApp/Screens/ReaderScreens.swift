import CheckoutFlow
import Navigation
import Playback
import StatePattern

final class LogInScreen: Screen {
    private let model: LogInModel

    init(_ model: LogInModel) {
        self.model = model
        super.init("Log in") { $0 == .loggedIn && !model.isWaiting }
    }

    override var details: [String] { model.remarks }
    override func type(_ text: String) { model.name = text }

    /// Makes the model ask for a log-in. The model emits the step when the reader is logged in.
    override func tap(_ step: AppStep) { if hasButton(for: step) { model.logIn() } }

    override var buttons: [String] { model.isWaiting ? ["cancel"] : [] }

    override func press(_ button: String) { if buttons.contains(button) { model.cancel() } }
}

/// The list of books, with the purchase that is not over, if any.
final class ShelfScreen: Screen {
    private let reader: Reader

    init(of reader: Reader) {
        self.reader = reader
        super.init("Shelf", at: Place("shelf")) { if case .book = $0 { true } else { false } }
    }

    override var details: [String] { reader.openPurchase.map { [$0] } ?? [] }
}

final class ProfileScreen: Screen {
    private let reader: Reader

    init(of reader: Reader) {
        self.reader = reader
        super.init("Profile", at: Place("profile")) { $0 == .logOut }
    }

    override var details: [String] { reader.notices?.texts ?? [] }
}

/// A screen with a book, and the other users at the same place.
final class BookScreen: Screen {
    private let reader: Reader

    init(_ book: Book, _ reader: Reader) {
        self.reader = reader
        super.init(book.title, step: .book(book.number), at: Place(book.name, "looking")) { step in
            switch step {
            case .reviews, .close, .sample, .purchase: true
            case .room: reader.session != nil
            default: false
            }
        }
    }

    override var details: [String] { reader.companions?.lines ?? [] }
}

/// A screen that plays a sample of a book. The sample stops when the screen is gone.
final class SampleScreen: Screen {
    private let book: Book
    private let reader: Reader

    init(_ book: Book, _ reader: Reader) {
        self.book = book
        self.reader = reader
        super.init("Sample", step: .sample, at: Place(book.name, "listening")) { $0 == .close }
        presentation.observe(for: self) { screen, presentation, _ in
            if presentation.isDismissed { screen.reader.player.stop() }
        }
    }

    override var details: [String] {
        reader.player.track == book.sample ? ["\(reader.player.state.statePath)"] : ["a sample of \(book.name)"]
    }

    override var buttons: [String] { ["play", "pause", "stop"] }

    override func press(_ button: String) {
        switch button {
        case "play":
            if reader.player.track != book.sample { reader.player.load([book.sample]) }
            reader.player.play()
        case "pause": reader.player.pause()
        case "stop": reader.player.stop()
        default: break
        }
    }
}

final class PurchaseScreen: Screen {
    private let book: Book
    private let reader: Reader

    init(_ book: Book, _ reader: Reader) {
        self.book = book
        self.reader = reader
        super.init("Purchase", step: .purchase, at: Place(book.name, "buying")) { $0 == .close }
    }

    override var details: [String] {
        let flow = reader.checkout.flow
        let remark = (flow.failure ?? flow.challenge ?? flow.refunded.map { _ in "refunded" }).map { ": \($0)" } ?? ""
        // The purchase in progress may be of another book.
        let other = flow.latestPurchase.map(\.item).flatMap { $0 == book.item ? nil : " of \($0.name)" } ?? ""
        return ["\(book.item)", "\(flow.state.name)\(other)\(remark)"] + (reader.notices?.texts ?? [])
    }

    /// The receipt of this book, if its purchase is over and paid; otherwise `nil`.
    private var receipt: PaymentReceipt? {
        let flow = reader.checkout.flow
        return flow.phase == .stable && flow.latestPurchase?.item == book.item ? flow.receipt : nil
    }

    override var buttons: [String] {
        ["pay", "retry", "cancel"] + (reader.checkout.flow.challenge == nil ? [] : ["confirm"])
            + (receipt == nil ? [] : ["refund"])
    }

    override func press(_ button: String) {
        switch button {
        case "pay": reader.buy(book)
        case "retry": reader.checkout.flow.retry()
        case "cancel": reader.checkout.flow.cancel()
        case "confirm": reader.checkout.flow.confirm()
        case "refund": if let receipt { reader.checkout.flow.refund(receipt) }
        default: break
        }
    }
}

/// A screen with the room of a book’s readers.
final class RoomScreen: Screen {
    private let room: Room
    private let reader: Reader

    init(_ book: Book, _ room: Room, _ reader: Reader) {
        self.room = room
        self.reader = reader
        super.init("Room", step: .room) { $0 == .close }
        room.onChange = { [weak self] in self?.roomChanged(at: Place(book.name, "talking")) }
    }

    private func roomChanged(at place: Place) {
        // Others must not see the reader as talking before the server keeps their messages for the reader.
        if room.isEntered { self.place = place }
        reader.onChange()
    }

    override var details: [String] {
        (reader.companions?.lines ?? []) + room.lines + (room.problem.map { ["(\($0))"] } ?? [])
    }

    override var hasField: Bool { true }
    override func type(_ text: String) { room.say(text) }
}
