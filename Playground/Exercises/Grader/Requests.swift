import StateExploration
import StatePattern

// The requests of each exercise, to which the answer and the solution both conform.

public protocol TurnstileRequests: Gradable {
    func insertCoin() -> Outcome
    func push() -> Outcome
}

extension TurnstileRequests {
    public static var requests: RequestList<Self> { ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }] }
}

public protocol CashMachineRequests: Gradable {
    var balance: Int { get }
    func insertCard() -> Outcome
    func takeCard() -> Outcome
    func withdraw(_ amount: Int) -> Outcome
}

extension CashMachineRequests {
    public static var requests: RequestList<Self> {
        [
            "insertCard": { $0.insertCard() }, "takeCard": { $0.takeCard() },
            "withdraw(20)": { $0.withdraw(20) }, "withdraw(50)": { $0.withdraw(50) },
        ]
    }
    public var data: String { "balance \(balance)" }
}

public protocol RefrigeratorRequests: Logging {
    func open() -> Outcome
    func close() -> Outcome
    func unplug() -> Outcome
    func plugIn() -> Outcome
}

extension RefrigeratorRequests {
    public static var requests: RequestList<Self> {
        ["open": { $0.open() }, "close": { $0.close() }, "unplug": { $0.unplug() }, "plugIn": { $0.plugIn() }]
    }
}

public protocol PhoneRequests: Gradable {
    var display: String? { get }
    func call(from caller: String) -> Outcome
    func accept() -> Outcome
    func hangUp() -> Outcome
}

extension PhoneRequests {
    public static var requests: RequestList<Self> {
        [
            "call(Ada)": { $0.call(from: "Ada") }, "call(Bob)": { $0.call(from: "Bob") },
            "accept": { $0.accept() }, "hangUp": { $0.hangUp() },
        ]
    }
    public var data: String { display.map { "display: \($0)" } ?? "" }
}

public protocol EntranceRequests: Logging {
    func showTicket() -> Outcome
    func push() -> Outcome
    func expire() -> Outcome
}

extension EntranceRequests {
    public static var requests: RequestList<Self> {
        ["showTicket": { $0.showTicket() }, "push": { $0.push() }, "expire": { $0.expire() }]
    }
}

public protocol CoffeeMachineRequests: Logging {
    var cups: Int { get }
    func switchOn() -> Outcome
    func brew() -> Outcome
    func fill() -> Outcome
}

extension CoffeeMachineRequests {
    public static var requests: RequestList<Self> {
        ["switchOn": { $0.switchOn() }, "brew": { $0.brew() }, "fill": { $0.fill() }]
    }
    public var data: String { "\(cups) cups" }
}

public protocol StereoRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func playDisc() -> Outcome
    func playRadio() -> Outcome
    func mute() -> Outcome
}

extension StereoRequests {
    public static var requests: RequestList<Self> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "playDisc": { $0.playDisc() },
            "playRadio": { $0.playRadio() }, "mute": { $0.mute() },
        ]
    }
}

public protocol OvenRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func becomeHot() -> Outcome
    func becomeCold() -> Outcome
    func boost() -> Outcome
    func restart() -> Outcome
}

extension OvenRequests {
    public static var requests: RequestList<Self> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "becomeHot": { $0.becomeHot() },
            "becomeCold": { $0.becomeCold() }, "boost": { $0.boost() }, "restart": { $0.restart() },
        ]
    }
}

public protocol LabelPrinterRequests: Logging {
    func warmUp() -> Outcome
    func printLabel(_ label: String) -> Outcome
    func finish() -> Outcome
}

extension LabelPrinterRequests {
    public static var requests: RequestList<Self> {
        [
            "warmUp": { $0.warmUp() }, "printLabel(A)": { $0.printLabel("A") },
            "printLabel(B)": { $0.printLabel("B") }, "finish": { $0.finish() },
        ]
    }
}

public protocol VacuumRequests: Gradable {
    var display: String? { get }
    func start() -> Outcome
    func finishRoom() -> Outcome
    func runLow() -> Outcome
    func becomeFull() -> Outcome
}

extension VacuumRequests {
    public static var requests: RequestList<Self> {
        [
            "start": { $0.start() }, "finishRoom": { $0.finishRoom() }, "runLow": { $0.runLow() },
            "becomeFull": { $0.becomeFull() },
        ]
    }
    public var data: String { display.map { "display: \($0)" } ?? "" }
}

public protocol StoveRequests: Gradable {
    var isLeftHot: Bool { get }
    var isRightHot: Bool { get }
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func turnLeft() -> Outcome
    func turnRight() -> Outcome
}

extension StoveRequests {
    public static var requests: RequestList<Self> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "turnLeft": { $0.turnLeft() },
            "turnRight": { $0.turnRight() },
        ]
    }
    public var data: String { "left \(isLeftHot ? "hot" : "cold"), right \(isRightHot ? "hot" : "cold")" }
}

public protocol SocketRequests: Logging {
    func connect() -> Outcome
    func disconnect() -> Outcome
    func connectionOpened() -> Outcome
    func connectionFailed() -> Outcome
    func waitEnded() -> Outcome
    func suspend() -> Outcome
    func resume() -> Outcome
}

extension SocketRequests {
    public static var requests: RequestList<Self> {
        [
            "connect": { $0.connect() }, "suspend": { $0.suspend() }, "resume": { $0.resume() },
            "connectionOpened": { $0.connectionOpened() }, "connectionFailed": { $0.connectionFailed() },
            "waitEnded": { $0.waitEnded() }, "disconnect": { $0.disconnect() },
        ]
    }
}

extension Solution.Turnstile: TurnstileRequests {}
extension Solution.CashMachine: CashMachineRequests {}
extension Solution.Refrigerator: RefrigeratorRequests {}
extension Solution.Phone: PhoneRequests {}
extension Solution.Entrance: EntranceRequests {}
extension Solution.CoffeeMachine: CoffeeMachineRequests {}
extension Solution.Stereo: StereoRequests {}
extension Solution.Oven: OvenRequests {}
extension Solution.LabelPrinter: LabelPrinterRequests {}
extension Solution.Vacuum: VacuumRequests {}
extension Solution.Stove: StoveRequests {}
extension Solution.Socket: SocketRequests {}
