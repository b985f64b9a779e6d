import StatePattern

// The requests of each exercise, to which the starter and the solution both conform.

protocol TurnstileRequests: Gradable {
    func insertCoin() -> Outcome
    func push() -> Outcome
}

extension TurnstileRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }]
    }
}

extension Turnstile: TurnstileRequests {}
extension Solution.Turnstile: TurnstileRequests {}

protocol CashMachineRequests: Gradable {
    var balance: Int { get }
    func insertCard() -> Outcome
    func takeCard() -> Outcome
    func withdraw(_ amount: Int) -> Outcome
}

extension CashMachineRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "insertCard": { $0.insertCard() }, "takeCard": { $0.takeCard() },
            "withdraw(20)": { $0.withdraw(20) }, "withdraw(50)": { $0.withdraw(50) },
        ]
    }
    var data: String { "balance \(balance)" }
}

extension CashMachine: CashMachineRequests {}
extension Solution.CashMachine: CashMachineRequests {}

protocol RefrigeratorRequests: Logging {
    func open() -> Outcome
    func close() -> Outcome
    func unplug() -> Outcome
    func plugIn() -> Outcome
}

extension RefrigeratorRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "open": { $0.open() }, "close": { $0.close() },
            "unplug": { $0.unplug() }, "plugIn": { $0.plugIn() },
        ]
    }
}

extension Refrigerator: RefrigeratorRequests {}
extension Solution.Refrigerator: RefrigeratorRequests {}

protocol PhoneRequests: Gradable {
    var display: String? { get }
    func call(from caller: String) -> Outcome
    func accept() -> Outcome
    func hangUp() -> Outcome
}

extension PhoneRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "call(Ada)": { $0.call(from: "Ada") }, "call(Bob)": { $0.call(from: "Bob") },
            "accept": { $0.accept() }, "hangUp": { $0.hangUp() },
        ]
    }
    var data: String { display.map { "display: \($0)" } ?? "" }
}

extension Phone: PhoneRequests {}
extension Solution.Phone: PhoneRequests {}

protocol EntranceRequests: Logging {
    func showTicket() -> Outcome
    func push() -> Outcome
    func expire() -> Outcome
}

extension EntranceRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["showTicket": { $0.showTicket() }, "push": { $0.push() }, "expire": { $0.expire() }]
    }
}

extension Entrance: EntranceRequests {}
extension Solution.Entrance: EntranceRequests {}

protocol CoffeeMachineRequests: Logging {
    var cups: Int { get }
    func switchOn() -> Outcome
    func brew() -> Outcome
    func fill() -> Outcome
}

extension CoffeeMachineRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        ["switchOn": { $0.switchOn() }, "brew": { $0.brew() }, "fill": { $0.fill() }]
    }
    var data: String { "\(cups) cups" }
}

extension CoffeeMachine: CoffeeMachineRequests {}
extension Solution.CoffeeMachine: CoffeeMachineRequests {}

protocol StereoRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func playDisc() -> Outcome
    func playRadio() -> Outcome
    func mute() -> Outcome
}

extension StereoRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "playDisc": { $0.playDisc() },
            "playRadio": { $0.playRadio() }, "mute": { $0.mute() },
        ]
    }
}

extension Stereo: StereoRequests {}
extension Solution.Stereo: StereoRequests {}

protocol OvenRequests: Logging {
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func becomeHot() -> Outcome
    func becomeCold() -> Outcome
    func boost() -> Outcome
    func restart() -> Outcome
}

extension OvenRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "becomeHot": { $0.becomeHot() },
            "becomeCold": { $0.becomeCold() }, "boost": { $0.boost() }, "restart": { $0.restart() },
        ]
    }
}

extension Oven: OvenRequests {}
extension Solution.Oven: OvenRequests {}

protocol LabelPrinterRequests: Logging {
    func warmUp() -> Outcome
    func printLabel(_ label: String) -> Outcome
    func finish() -> Outcome
}

extension LabelPrinterRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "warmUp": { $0.warmUp() }, "printLabel(A)": { $0.printLabel("A") },
            "printLabel(B)": { $0.printLabel("B") }, "finish": { $0.finish() },
        ]
    }
}

extension LabelPrinter: LabelPrinterRequests {}
extension Solution.LabelPrinter: LabelPrinterRequests {}

protocol VacuumRequests: Gradable {
    var display: String? { get }
    func start() -> Outcome
    func finishRoom() -> Outcome
    func runLow() -> Outcome
    func becomeFull() -> Outcome
}

extension VacuumRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "start": { $0.start() }, "finishRoom": { $0.finishRoom() }, "runLow": { $0.runLow() },
            "becomeFull": { $0.becomeFull() },
        ]
    }
    var data: String { display.map { "display: \($0)" } ?? "" }
}

extension Vacuum: VacuumRequests {}
extension Solution.Vacuum: VacuumRequests {}

protocol StovePlate {
    var isHot: Bool { get }
}

protocol StoveRequests: Gradable {
    associatedtype Plate: StovePlate
    var left: Plate { get }
    var right: Plate { get }
    func switchOn() -> Outcome
    func switchOff() -> Outcome
    func turnLeft() -> Outcome
    func turnRight() -> Outcome
}

extension StoveRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "switchOn": { $0.switchOn() }, "switchOff": { $0.switchOff() }, "turnLeft": { $0.turnLeft() },
            "turnRight": { $0.turnRight() },
        ]
    }
    var data: String { "left \(left.isHot ? "hot" : "cold"), right \(right.isHot ? "hot" : "cold")" }
}

extension Stove.Plate: StovePlate {}
extension Stove: StoveRequests {}
extension Solution.Stove.Plate: StovePlate {}
extension Solution.Stove: StoveRequests {}

protocol SocketRequests: Logging {
    func connect() -> Outcome
    func disconnect() -> Outcome
    func connectionOpened() -> Outcome
    func connectionFailed() -> Outcome
    func waitEnded() -> Outcome
    func suspend() -> Outcome
    func resume() -> Outcome
}

extension SocketRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "connect": { $0.connect() }, "suspend": { $0.suspend() }, "resume": { $0.resume() },
            "connectionOpened": { $0.connectionOpened() }, "connectionFailed": { $0.connectionFailed() },
            "waitEnded": { $0.waitEnded() }, "disconnect": { $0.disconnect() },
        ]
    }
}

extension Socket: SocketRequests {}
extension Solution.Socket: SocketRequests {}
