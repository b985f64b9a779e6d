// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StatePattern",
    products: [
        .library(name: "StatePattern", targets: ["StatePattern"]),
        .library(name: "StateExploration", targets: ["StateExploration"]),
        .library(name: "Playback", targets: ["Playback"]),
        .library(name: "Sockets", targets: ["Sockets"]),
        .executable(name: "playground", targets: ["playground"]),
    ],
    targets: [
        .target(name: "StatePattern"),
        .target(name: "StateExploration"),
        .target(name: "Playback", dependencies: ["StatePattern"]),
        .target(name: "Sockets", dependencies: ["StatePattern"]),
        .executableTarget(
            name: "benchmarks", dependencies: ["StatePattern", "StateExploration"], path: "Sources/Benchmarks"),

        .executableTarget(
            name: "playground", dependencies: ["StatePattern", "StateExploration", "Playback", "EnumTwins"],
            path: "Playground/CLI"),
        .executableTarget(
            name: "ThePattern", dependencies: ["StatePattern", "Playback"],
            path: "Playground/StatePattern.playground/Pages/ThePattern.xcplaygroundpage"),

        // What tests of several modules share: manual clocks, running programs, the code fences of documents.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // Every machine again, written as an enum.
        .target(
            name: "EnumTwins", dependencies: ["StatePattern", "StateExploration", "Playback", "Sockets"],
            path: "Tests/EnumTwins"),

        .testTarget(
            name: "StatePatternTests", dependencies: ["StatePattern", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "MainActorTests", dependencies: ["StatePattern"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "StateExplorationTests", dependencies: ["StateExploration", "StatePattern", "TestSupport"]),
        .testTarget(
            name: "PlaygroundTests",
            dependencies: [
                "playground", "ThePattern", "StatePattern", "StateExploration", "Playback", "Sockets", "TestSupport",
            ]),
        .testTarget(
            name: "PlaybackTests",
            dependencies: ["Playback", "StateExploration", "StatePattern", "EnumTwins", "TestSupport"]),
        .testTarget(name: "SocketsTests", dependencies: ["Sockets", "StatePattern", "EnumTwins", "TestSupport"]),
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
