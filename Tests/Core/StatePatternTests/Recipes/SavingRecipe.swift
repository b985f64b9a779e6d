import Foundation
import StatePattern
import Testing

/// Recipe: a machine that is saved to JSON in one process and goes on in another one.
///
/// What is saved is the phase, the machine's data, and the arguments of the only request that is ever deferred.
private final class Parcel: Context<Parcel.State> {
    enum Phase: String, Codable { case packed, travelling, delivered }

    struct Snapshot: Codable {
        var phase: Phase
        var route: [String]
        var names: [String]
    }

    private(set) var route: [String]
    private let report: (String) -> Void

    init(report: @escaping (String) -> Void) {
        route = []
        self.report = report
        super.init(initial: Packed())
    }

    init(_ snapshot: Snapshot, report: @escaping (String) -> Void) {
        route = snapshot.route
        self.report = report
        super.init(initial: Packed(), resumingIn: Parcel.state(snapshot.phase))
        deferRequests { for name in snapshot.names { sign(as: name) } }
    }

    var snapshot: Snapshot {
        Snapshot(phase: state.phase, route: route, names: deferredArguments.compactMap { $0 as? String })
    }

    @discardableResult func ship(to place: String) -> Outcome { delegate(place) { $0.ship($1, to: $2) } }
    @discardableResult func deliver() -> Outcome { delegate { $0.deliver($1) } }
    @discardableResult func sign(as name: String) -> Outcome { delegate(name) { $0.sign($1, as: $2) } }

    private static func state(_ phase: Phase) -> State {
        switch phase {
        case .packed: Packed()
        case .travelling: Travelling()
        case .delivered: Delivered()
        }
    }

    class State: ContextState {
        let phase: Phase
        init(_ phase: Phase) { self.phase = phase }
        func didEnter(_ parcel: Parcel) { parcel.report("enter \(phase)") }
        func willExit(_ parcel: Parcel) { parcel.report("exit \(phase)") }
        func ship(_ parcel: Parcel, to place: String) -> Reaction<State> {
            parcel.route.append(place)
            return .transition(to: Travelling())
        }
        func deliver(_ parcel: Parcel) -> Reaction<State> { .unhandled }
        func sign(_ parcel: Parcel, as name: String) -> Reaction<State> { .deferred }
    }

    final class Packed: State {
        init() { super.init(.packed) }
    }

    final class Travelling: State {
        init() { super.init(.travelling) }
        override func deliver(_ parcel: Parcel) -> Reaction<State> { .transition(to: Delivered()) }
    }

    final class Delivered: State {
        init() { super.init(.delivered) }
        override func sign(_ parcel: Parcel, as name: String) -> Reaction<State> {
            parcel.report("signed by \(name)")
            return .handled
        }
    }
}

@Suite struct `Recipe: saving and restoring` {
    @Test func `a machine saved to JSON in one process goes on in another one`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Parcel-\(UUID()).json").path(
            percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: file) }

        await #expect(processExitsWith: .success) { [file = file as String] in
            let parcel = Parcel { _ in }
            parcel.ship(to: "Lviv")
            for name in ["Ada", "Bob"] { #expect(parcel.sign(as: name) == .deferred) }
            try JSONEncoder().encode(parcel.snapshot).write(to: URL(filePath: file))
        }

        let other = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [file = file as String] in
            let saved = try JSONDecoder().decode(Parcel.Snapshot.self, from: Data(contentsOf: URL(filePath: file)))
            let parcel = Parcel(saved) { print("> \($0)") }
            parcel.observe { print("> \($0)") }
            print("> \(parcel), by way of \(parcel.route)")
            parcel.deliver()
            print("> \(parcel)")
        }
        let lines = String(decoding: other?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("> ") } == [
                #"> Parcel: Travelling, deferred: sign(as:), sign(as:), by way of ["Lviv"]"#,
                "> exit travelling",
                "> enter delivered",
                "> deliver(): Travelling → Delivered",
                "> signed by Ada",
                "> signed by Bob",
                "> Parcel: Delivered",
            ])
    }

    @Test(arguments: Shape.allCases)
    func `a machine made anew with the deferred requests and their arguments behaves as the saved one`(shape: Shape) {
        func script(_ machine: any Machine) {
            for request in ["pay 3", "pay 5", "stop"] { machine.on(request, in: "A", .deferred) }
            machine.listen(for: "pay 3", in: "B")
            machine.on("stop", in: "B", .deferred)
            machine.on("pay 5", in: "B", .go("C"))
            machine.listen(for: "stop", in: "C")
            machine.on("go", in: "A", .go("B"))
            machine.on("go", in: "C", .go("A"))
            machine.watchRequests()
        }
        let saved = shape.machine
        script(saved)
        saved.request("pay", amount: 5)
        saved.request("stop")
        saved.request("pay", amount: 3)

        let restored = shape.machine(resumingIn: saved.current)
        script(restored)
        restored.deferRequests {
            for (name, argument) in zip(saved.deferredRequests, saved.deferredArguments) {
                if let amount = argument as? Int {
                    restored.request(name, amount: amount)
                } else {
                    restored.request(name)
                }
            }
        }

        #expect(restored.deferredRequests == ["pay", "stop", "pay"])
        #expect(restored.deferredArguments.map { $0 as? Int } == [5, nil, 3])
        for request in ["go", "go", "stop", "go"] {
            let lines = saved.journal(of: request)
            #expect(restored.journal(of: request) == lines)
            #expect(!lines.isEmpty)
            #expect(restored.deferredRequests == saved.deferredRequests)
            #expect(restored.current == saved.current)
        }
    }
}
