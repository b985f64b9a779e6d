// swift-tools-version: 6.2
import PackageDescription

/// A page of the playground is a program as well, so that it is compiled and run.
func page(_ name: String, dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["OutputCheck"],
        path: "Playground/StatePattern.playground/Pages/\(name).xcplaygroundpage")
}

/// The files of a page, which a target compiles into its code: a program needs no bundle next to it.
func pageFiles(_ names: String...) -> [Resource] { names.map { .embedInCode("Page/\($0)") } }

let package = Package(
    name: "StatePattern",
    // The first ones with Synchronization. Elsewhere this says nothing.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "StatePattern", targets: ["StatePattern"]),
        .library(name: "StateExploration", targets: ["StateExploration"]),
        .library(name: "StateInspector", targets: ["StateInspector"]),
        .library(name: "StateClasses", targets: ["StateClasses"]),
        .library(name: "Playback", targets: ["Playback"]),
        .library(name: "MPVPlayback", targets: ["MPVPlayback"]),
        .library(name: "Sockets", targets: ["Sockets"]),
        .library(name: "WebSockets", targets: ["WebSockets"]),
        .library(name: "CheckoutFlow", targets: ["CheckoutFlow"]),
        .library(name: "CheckoutModules", targets: ["CheckoutModules"]),
        .library(name: "Navigation", targets: ["Navigation"]),
        .library(name: "STOMP", targets: ["STOMP"]),
        .library(name: "Messaging", targets: ["Messaging"]),
        // Imported by pages of the playground: Xcode shows them products only.
        .library(name: "Contrast", targets: ["Contrast"]),
        .library(name: "RulesQuiz", targets: ["RulesQuiz"]),
        .library(name: "SampleApp", targets: ["SampleApp"]),
        .library(name: "InMemoryServices", targets: ["InMemoryServices"]),
        .library(name: "LoopbackBroker", targets: ["LoopbackBroker"]),
        .executable(name: "playground", targets: ["playground"]),
        // `swift package draw`, in each package that depends on this one.
        .plugin(name: "DrawCharts", targets: ["DrawCharts"]),
    ],
    targets: [
        // Sources: nothing here depends on the playground or on tests. `.ci/arrows` keeps it so.
        // Hidden: the current value, queues, promise, clock and task that the modules below share.
        .target(name: "AsyncPrimitives"),
        .target(name: "StatePattern"),
        .target(
            name: "StateExploration", dependencies: ["StatePattern"],
            resources: pageFiles("Common.css", "Common.js", "GraphPage.html", "GraphPage.css", "GraphPage.js")),
        .target(
            name: "StateInspector", dependencies: ["StatePattern", "StateExploration"],
            resources: pageFiles("InspectorPage.html", "InspectorPage.css", "InspectorPage.js", "SequencePanel.js")),
        // Classes from charts, with an XML parser from Foundation.
        .target(name: "StateClasses", dependencies: ["StateExploration"]),
        .target(name: "Playback", dependencies: ["StatePattern", "StateExploration"]),
        // An engine that is a program: mpv.
        .target(name: "MPVPlayback", dependencies: ["Playback", "AsyncPrimitives"]),
        .target(name: "CheckoutFlow", dependencies: ["StatePattern", "StateExploration", "AsyncPrimitives"]),
        // The modules of a checkout: none of them depends on another one.
        .target(name: "CheckoutLogIn", dependencies: ["CheckoutFlow"]),
        .target(name: "CheckoutPayment", dependencies: ["CheckoutFlow"]),
        .target(name: "CheckoutNotification", dependencies: ["CheckoutFlow"]),
        .target(
            name: "CheckoutModules",
            dependencies: ["CheckoutFlow", "CheckoutLogIn", "CheckoutPayment", "CheckoutNotification"]),
        .target(name: "Navigation", dependencies: ["StatePattern", "StateExploration"]),
        .target(name: "Sockets", dependencies: ["StatePattern", "StateExploration", "AsyncPrimitives"]),
        // The few functions of libcurl that encrypt, looked up when they are needed.
        .target(name: "SystemCurl"),
        .target(name: "WebSockets", dependencies: ["Sockets", "AsyncPrimitives", "SystemCurl"]),
        .target(name: "STOMP", dependencies: ["StatePattern", "Sockets", "AsyncPrimitives"]),
        .target(
            name: "Messaging",
            dependencies: ["StatePattern", "StateExploration", "STOMP", "Sockets", "AsyncPrimitives"]),
        // Hidden: a WebSocket server on this machine, for the playground and the tests.
        .target(name: "LoopbackServer", dependencies: ["WebSockets", "Sockets", "AsyncPrimitives"]),
        .plugin(
            name: "DrawCharts",
            capability: .command(
                intent: .custom(verb: "draw", description: "Draw the machines of this package."),
                permissions: [.writeToPackageDirectory(reason: "It writes charts, and puts them into comments.")])),

        // Playground: depends on Sources.
        // Small machines, each in two forms or three: the argument of “Class or enum?”.
        .target(name: "Contrast", dependencies: ["StatePattern", "StateExploration"], path: "Playground/Contrast"),
        // Four machines of the package as models that are explored.
        .target(
            name: "MachineModels",
            dependencies: [
                "StatePattern", "StateExploration", "StateInspector", "Playback", "Sockets", "CheckoutFlow",
                "Messaging",
            ],
            path: "Playground/MachineModels"),
        // The services of a checkout, which fail on purpose.
        .target(
            name: "InMemoryServices", dependencies: ["CheckoutFlow", "StatePattern"],
            path: "Playground/InMemoryServices"),
        // The app that the playground and the tests navigate in.
        .target(
            name: "SampleApp",
            dependencies: [
                "StatePattern", "StateExploration", "StateInspector", "Navigation", "Messaging", "STOMP", "Sockets",
                "WebSockets", "Playback", "CheckoutFlow", "CheckoutModules", "InMemoryServices", "LoopbackBroker",
            ],
            path: "Playground/SampleApp", packageAccess: false, swiftSettings: [.defaultIsolation(MainActor.self)]),
        // A STOMP broker and an echo on top of the loopback server.
        .target(
            name: "LoopbackBroker",
            dependencies: ["LoopbackServer", "Messaging", "STOMP", "WebSockets", "Sockets", "AsyncPrimitives"],
            path: "Playground/LoopbackBroker"),
        .executableTarget(
            name: "playground",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "CheckoutFlow",
                "CheckoutModules", "InMemoryServices", "Navigation", "MPVPlayback",
                "Messaging", "SampleApp", "LoopbackBroker", "Contrast", "MachineModels", "StateInspector",
                "StateClasses",
            ],
            path: "Playground/CLI",
            // It shows that the public API is enough.
            packageAccess: false),
        // For the pages: a program ends with an error when its output cannot be written.
        .target(name: "OutputCheck", path: "Playground/OutputCheck"),
        page("YourOwnMachine", dependencies: ["StatePattern", "StateExploration"]),
        // The beliefs of a learner about the rules.
        .target(name: "RulesQuiz", dependencies: ["StatePattern"], path: "Playground/RulesQuiz"),
        // Machines with gaps. It depends on the core at most, so that the first exercise can be begun soon.
        .executableTarget(
            name: "exercises", dependencies: ["RulesQuiz"], path: "Playground/Exercises/Command", packageAccess: false),
        // Compares them with what they should become, by a search. The command links answers with it.
        .target(
            name: "Grader", dependencies: ["StatePattern", "StateExploration"], path: "Playground/Exercises/Grader",
            packageAccess: false),
        // What a student writes, for an editor. The grader compiles each file by itself.
        .target(
            name: "Answers", dependencies: ["StatePattern"], path: "Playground/Exercises/Answers", packageAccess: false),
        page("ThePattern", dependencies: ["StatePattern", "Playback"]),
        page("WhatYouBelieve", dependencies: ["RulesQuiz"]),
        page("ClassOrEnum", dependencies: ["StatePattern", "StateExploration", "Contrast"]),
        page(
            "ModulesThatObserve", dependencies: ["StatePattern", "CheckoutFlow", "CheckoutModules", "InMemoryServices"]),
        page("Flows", dependencies: ["Navigation", "SampleApp"]),
        page("WhoOwnsTheSession", dependencies: ["Messaging", "STOMP", "Sockets", "WebSockets", "LoopbackBroker"]),

        // Tests: depend on Sources and Playground.
        // For all tests: a manual clock, running programs, documents, tables of machines.
        .target(
            name: "TestSupport", dependencies: ["StateExploration", "StatePattern", "AsyncPrimitives"],
            path: "Tests/TestSupport"),
        // For tests with connections: scripted ones, free ports, certificates, servers by other people, and sessions.
        .target(
            name: "NetworkTestSupport",
            dependencies: [
                "STOMP", "WebSockets", "Sockets", "AsyncPrimitives", "LoopbackServer", "LoopbackBroker", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "StatePattern", "StateExploration", "Sockets", "WebSockets", "LoopbackServer", "NetworkTestSupport",
                "TestSupport", "AllocationCounter",
            ],
            path: "Tests/Benchmarks"),

        .testTarget(
            name: "StatePatternTests",
            dependencies: ["StatePattern", "StateExploration", "TestSupport", "AllocationCounter"],
            exclude: ["Fixtures"]),
        // The argument of “Class or enum?”, claim by claim.
        .testTarget(
            name: "ContrastTests",
            dependencies: ["Contrast", "StatePattern", "StateExploration", "TestSupport", "AllocationCounter"]),
        .testTarget(
            name: "MainActorTests", dependencies: ["StatePattern", "StateExploration", "Navigation", "TestSupport"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "StateExplorationTests", dependencies: ["StateExploration", "StatePattern", "TestSupport"]),
        .testTarget(
            name: "PlaybackTests",
            dependencies: ["Playback", "StateExploration", "StatePattern", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "MPVPlaybackTests",
            dependencies: ["MPVPlayback", "Playback", "StateExploration", "StatePattern", "TestSupport"]),
        .testTarget(
            name: "CheckoutFlowTests",
            dependencies: [
                "CheckoutFlow", "CheckoutModules", "CheckoutPayment", "InMemoryServices", "StateExploration",
                "StatePattern", "MachineModels", "TestSupport",
            ]),
        .testTarget(
            name: "NavigationTests",
            dependencies: ["Navigation", "SampleApp", "StateExploration", "StatePattern", "TestSupport"]),
        // The seams between the modules, in the app that joins them.
        .testTarget(
            name: "SampleAppTests",
            dependencies: [
                "SampleApp", "Navigation", "Messaging", "STOMP", "Sockets", "Playback", "CheckoutFlow",
                "CheckoutModules", "InMemoryServices", "LoopbackBroker",
                "StateExploration", "StatePattern", "NetworkTestSupport", "TestSupport",
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "StateInspectorTests",
            dependencies: ["StateInspector", "StateExploration", "StatePattern", "TestSupport"]),
        .testTarget(
            name: "StateClassesTests",
            dependencies: [
                "StateClasses", "StateExploration", "Navigation", "Playback", "Sockets",
                "CheckoutFlow", "Messaging",
                "Grader", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .testTarget(name: "AsyncPrimitivesTests", dependencies: ["AsyncPrimitives", "TestSupport"]),
        .testTarget(
            name: "SocketsTests",
            dependencies: [
                "Sockets", "AsyncPrimitives", "StateExploration", "StatePattern", "Contrast",
                "NetworkTestSupport",
                "TestSupport",
            ]),
        .testTarget(
            name: "WebSocketsTests",
            dependencies: [
                "WebSockets", "Sockets", "AsyncPrimitives", "LoopbackServer", "StateExploration", "NetworkTestSupport",
                "TestSupport",
            ]),
        .testTarget(
            name: "STOMPTests",
            dependencies: [
                "STOMP", "LoopbackBroker", "Sockets", "AsyncPrimitives", "StateExploration", "StatePattern",
                "NetworkTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "MessagingTests",
            dependencies: [
                "Messaging", "STOMP", "LoopbackBroker", "WebSockets", "Sockets", "AsyncPrimitives", "StateExploration",
                "StatePattern", "NetworkTestSupport", "TestSupport",
            ]),
        .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks", "TestSupport"]),
        .testTarget(
            name: "PlaygroundTests",
            dependencies: [
                "playground", "MachineModels", "StateExploration", "StateInspector", "StatePattern",
                "Messaging", "SampleApp", "Playback", "CheckoutFlow", "Navigation",
                "ThePattern", "YourOwnMachine", "WhatYouBelieve", "ClassOrEnum", "ModulesThatObserve", "Flows",
                "WhoOwnsTheSession",
                "Sockets", "WebSockets", "LoopbackServer", "LoopbackBroker", "NetworkTestSupport", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "ExercisesTests",
            dependencies: ["exercises", "Grader", "RulesQuiz", "StateExploration", "StatePattern", "TestSupport"]),
        .testTarget(
            name: "ImportTests",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "CheckoutFlow",
                "CheckoutModules", "CheckoutLogIn", "CheckoutPayment", "CheckoutNotification", "MPVPlayback",
                "Navigation",
                "STOMP", "Messaging", "StateInspector", "StateClasses", "Contrast", "RulesQuiz", "SampleApp",
                "InMemoryServices", "LoopbackBroker", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The floors of Sources, from the ground up. A target depends on none above its floor: `.ci/arrows` checks it.
// The tests of a target are in the folder of the same name.
let floors = [
    "Base": ["AsyncPrimitives"],
    "Core": ["StatePattern", "StateExploration", "StateInspector", "StateClasses"],
    "Machines": [
        "Playback", "MPVPlayback", "CheckoutFlow", "CheckoutLogIn", "CheckoutPayment", "CheckoutNotification",
        "CheckoutModules", "Navigation",
    ],
    "Network": ["SystemCurl", "WebSockets", "Sockets", "STOMP", "Messaging", "LoopbackServer"],
    "Plugins": ["DrawCharts"],
]
let testFloors = [
    "Base": ["AsyncPrimitivesTests"],
    "Core": [
        "StatePatternTests", "MainActorTests", "StateExplorationTests", "StateInspectorTests", "StateClassesTests",
        "AllocationCounter",
    ],
    "Machines": ["PlaybackTests", "MPVPlaybackTests", "CheckoutFlowTests", "NavigationTests"],
    "Network": [
        "SocketsTests", "WebSocketsTests", "STOMPTests", "MessagingTests", "NetworkTestSupport",
    ],
]
for target in package.targets {
    for (folder, floors) in [("Sources", floors), ("Tests", testFloors)] {
        for (floor, names) in floors where names.contains(target.name) {
            target.path = "\(folder)/\(floor)/\(target.name)"
        }
    }
}

// `ONLY=ContrastTests swift test` builds and tests the targets that it names, separated by commas, and what they need.
if let only = Context.environment["ONLY"] {
    var names: Set<String> = []
    func need(_ name: String) {
        guard let target = package.targets.first(where: { $0.name == name }) else { return }
        guard names.insert(name).inserted else { return }
        for case .byNameItem(let dependency, _) in target.dependencies { need(dependency) }
    }
    only.split(separator: ",").map(String.init).forEach(need)
    package.targets.removeAll { !names.contains($0.name) }
    package.products.removeAll { !names.contains($0.name) }
}

for target in package.targets where target.type != .plugin {
    var settings = target.swiftSettings ?? []
    settings += [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
    // A new warning must not break those who depend on the package, so it is an error only where it is developed.
    if Context.environment["WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
