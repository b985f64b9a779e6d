// Stands in for what the engine of the article needs of AVFoundation and Combine, with their preconditions. What happens
// in AVFoundation is up to the program that follows.
import Dispatch
import Foundation
import Playback
import StatePattern

struct CMTime {
    let seconds: Double
    var isNumeric: Bool { seconds.isFinite }

    init(seconds: Double, preferredTimescale: Int32 = 1) { self.seconds = seconds }
}

final class AVPlayerItem: Observable {
    enum Status { case unknown, readyToPlay, failed }

    static let didPlayToEndTimeNotification = Notification.Name("played")
    static let failedToPlayToEndTimeNotification = Notification.Name("failed")

    let url: URL
    var status = Status.unknown { didSet { changed() } }
    let error: (any Error)? = nil
    var duration = CMTime(seconds: .nan)
    var time = CMTime(seconds: .nan)

    init(url: URL) { self.url = url }
}

let AVPlayerItemFailedToPlayToEndTimeErrorKey = "error"

final class AVPlayer: Observable {
    enum TimeControlStatus { case paused, waitingToPlayAtSpecifiedRate, playing, unknown }
    enum ActionAtItemEnd { case pause, none }

    nonisolated(unsafe) static var latest: AVPlayer!  // Only the main actor makes players here.

    var actionAtItemEnd = ActionAtItemEnd.pause
    var timeControlStatus = TimeControlStatus.paused { didSet { changed() } }
    private(set) var currentItem: AVPlayerItem?
    private(set) var log: [String] = []
    private var seek: (goal: CMTime, completionHandler: @Sendable (Bool) -> Void)?

    override init() {
        super.init()
        AVPlayer.latest = self
    }

    func currentTime() -> CMTime { currentItem?.time ?? CMTime(seconds: 0) }

    func replaceCurrentItem(with item: AVPlayerItem?) {
        land(false)
        currentItem = item
    }

    func play() {
        log.append("play at \(currentTime().seconds)")
        timeControlStatus = currentItem?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
    }

    func pause() { timeControlStatus = .paused }

    func seek(
        to time: CMTime, toleranceBefore: Duration, toleranceAfter: Duration,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        precondition(currentItem?.status == .readyToPlay, "An item cannot seek until it is ready to play.")
        precondition(time.isNumeric)
        log.append("seek to \(time.seconds)")
        land(false)
        seek = (time, completionHandler)
    }

    func getReady() {
        currentItem?.time = CMTime(seconds: 0)
        currentItem?.duration = CMTime(seconds: 100)
        currentItem?.status = .readyToPlay
        if timeControlStatus == .waitingToPlayAtSpecifiedRate { timeControlStatus = .playing }
    }

    func land(_ isFinished: Bool = true) {
        guard let (goal, completionHandler) = seek else { return }
        seek = nil
        if isFinished { currentItem?.time = goal }
        DispatchQueue.global().sync { completionHandler(isFinished) }
    }

    func playToEnd() {
        if actionAtItemEnd == .pause { timeControlStatus = .paused }
        NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: currentItem)
    }
}

class Observable: NSObject {
    fileprivate var observers: [() -> Void] = []

    func changed() { for observer in observers { observer() } }
}

protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure
    func subscribe(_ subscriber: Subscriber<Output>)
}

/// A closure until it is cancelled, on the main thread.
final class Subscriber<Output>: @unchecked Sendable {  // Used on the main thread, to which events of others are passed.
    var receive: ((Output) -> Void)?
    init(_ receive: @escaping (Output) -> Void) { self.receive = receive }
}

final class AnyCancellable {
    private let cancel: () -> Void
    init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
    deinit { cancel() }
}

struct Events<Output>: Publisher {
    typealias Failure = Never
    let start: (Subscriber<Output>) -> Void
    func subscribe(_ subscriber: Subscriber<Output>) { start(subscriber) }
}

extension Publisher {
    func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let subscriber = Subscriber<Output> { output in
            dispatchPrecondition(condition: .onQueue(.main))
            receiveValue(output)
        }
        subscribe(subscriber)
        return AnyCancellable { subscriber.receive = nil }
    }

    func receive(on queue: DispatchQueue) -> Events<Output> {
        Events { subscriber in
            subscribe(
                Subscriber { output in
                    nonisolated(unsafe) let output = output  // It is passed on, and not used here any more.
                    queue.async { subscriber.receive?(output) }
                })
        }
    }
}

extension NSObjectProtocol where Self: Observable {
    /// Sends the value now, and after each change, on another thread.
    func publisher<Value>(for property: KeyPath<Self, Value>) -> Events<Value> {
        Events { subscriber in
            func send() {
                nonisolated(unsafe) let value = self[keyPath: property]  // As above.
                DispatchQueue.global().sync { subscriber.receive?(value) }
            }
            self.observers.append(send)
            send()
        }
    }
}

extension NotificationCenter {
    /// Sends each notification on another thread.
    func publisher(for name: Notification.Name, object: AnyObject?) -> Events<Notification> {
        Events { subscriber in
            _ = self.addObserver(forName: name, object: object, queue: nil) { notification in
                nonisolated(unsafe) let notification = notification  // As above.
                DispatchQueue.global().sync { subscriber.receive?(notification) }
            }
        }
    }
}
