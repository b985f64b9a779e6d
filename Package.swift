// swift-tools-version: 6.2
import PackageDescription

/// A page of the playground is a program as well, so that it is compiled and run.
func page(_ name: String, dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies,
        path: "Playground/StatePattern.playground/Pages/\(name).xcplaygroundpage")
}

let package = Package(
    name: "StatePattern",
    // The first ones with Synchronization. Elsewhere this says nothing.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "StatePattern", targets: ["StatePattern"]),
        .library(name: "StateExploration", targets: ["StateExploration"]),
        .library(name: "Playback", targets: ["Playback"]),
        .library(name: "Sockets", targets: ["Sockets"]),
        .library(name: "WebSockets", targets: ["WebSockets"]),
        .library(name: "CheckoutFlow", targets: ["CheckoutFlow"]),
        .library(name: "Navigation", targets: ["Navigation"]),
        .library(name: "Messaging", targets: ["Messaging"]),
        .executable(name: "playground", targets: ["playground"]),
    ],
    targets: [
        .target(name: "StatePattern"),
        .target(name: "StateExploration", dependencies: ["StatePattern"]),
        .target(name: "Playback", dependencies: ["StatePattern"]),
        .target(name: "Sockets", dependencies: ["StatePattern"]),
        .target(name: "WebSockets", dependencies: ["Sockets", "SystemCurl"]),
        // The few functions of libcurl that encrypt, looked up when they are needed.
        .target(name: "SystemCurl"),
        .target(name: "CheckoutFlow", dependencies: ["StatePattern"]),
        .target(name: "Navigation", dependencies: ["StatePattern"]),
        .target(name: "Messaging", dependencies: ["StatePattern", "Sockets"]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "EnumTwins", "LoopbackServer",
                "TestSupport", "AllocationCounter",
            ],
            path: "Sources/Benchmarks"),

        .executableTarget(
            name: "playground",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "CheckoutFlow", "Navigation",
                "Messaging", "SampleApp", "LoopbackServer", "LoopbackBroker", "EnumTwins",
            ],
            path: "Playground/CLI"),
        page("ThePattern", dependencies: ["StatePattern", "Playback"]),
        page("ClassOrEnum", dependencies: ["StateExploration", "Sockets", "EnumTwins"]),
        page("ModulesThatObserve", dependencies: ["StatePattern", "CheckoutFlow"]),
        page("Flows", dependencies: ["Navigation", "SampleApp"]),
        page("WhoOwnsTheSession", dependencies: ["Messaging", "Sockets", "WebSockets", "LoopbackBroker"]),

        // What the playground and the tests navigate in.
        .target(name: "SampleApp", dependencies: ["Navigation"], path: "Playground/SampleApp"),

        // A WebSocket server for the playground and the tests.
        .target(name: "LoopbackServer", dependencies: ["WebSockets", "Sockets"], path: "Playground/LoopbackServer"),
        // A STOMP broker on top of it.
        .target(
            name: "LoopbackBroker", dependencies: ["LoopbackServer", "Messaging", "WebSockets", "Sockets"],
            path: "Playground/LoopbackBroker"),

        // What tests of several modules share: manual clocks, scripted connections, running programs, documents.
        .target(
            name: "TestSupport", dependencies: ["Sockets", "LoopbackServer"], path: "Tests/TestSupport",
            exclude: ["Fixtures"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        // Every machine again, written as an enum.
        .target(
            name: "EnumTwins",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "CheckoutFlow", "Navigation", "Messaging",
            ],
            path: "Tests/EnumTwins"),

        .testTarget(
            name: "StatePatternTests",
            dependencies: ["StatePattern", "StateExploration", "TestSupport", "AllocationCounter"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "MainActorTests", dependencies: ["StatePattern", "StateExploration", "Navigation"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // An importer's file: every product beside the public names of Apple's frameworks.
        .target(name: "ImportStandIns", path: "Tests/ImportStandIns"),
        .testTarget(
            name: "ImportTests",
            dependencies: [
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "CheckoutFlow", "Navigation",
                "Messaging", "ImportStandIns", "TestSupport",
            ]),
        .testTarget(
            name: "StateExplorationTests", dependencies: ["StateExploration", "StatePattern", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks", "TestSupport"]),
        .testTarget(
            name: "PlaygroundTests",
            dependencies: [
                "playground", "ThePattern", "ClassOrEnum", "ModulesThatObserve", "Flows", "WhoOwnsTheSession",
                "StatePattern", "StateExploration", "Playback", "Sockets", "WebSockets", "LoopbackServer",
                "LoopbackBroker", "CheckoutFlow", "Navigation", "Messaging", "TestSupport",
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "PlaybackTests",
            dependencies: ["Playback", "StateExploration", "StatePattern", "EnumTwins", "TestSupport"]),
        .testTarget(
            name: "SocketsTests",
            dependencies: ["Sockets", "StateExploration", "StatePattern", "EnumTwins", "TestSupport"]),
        .testTarget(
            name: "WebSocketsTests",
            dependencies: ["WebSockets", "Sockets", "LoopbackServer", "StateExploration", "TestSupport"]),
        .testTarget(
            name: "CheckoutFlowTests",
            dependencies: ["CheckoutFlow", "StateExploration", "StatePattern", "EnumTwins", "TestSupport"]),
        .testTarget(
            name: "NavigationTests",
            dependencies: [
                "Navigation", "SampleApp", "StateExploration", "StatePattern", "EnumTwins", "TestSupport",
            ]),
        .testTarget(
            name: "MessagingTests",
            dependencies: [
                "Messaging", "LoopbackBroker", "WebSockets", "Sockets", "StateExploration", "StatePattern", "EnumTwins",
                "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    var settings = target.swiftSettings ?? []
    settings += [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
    // A new warning must not break those who depend on the package, so it is an error only where it is developed.
    if Context.environment["WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
