// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Oven",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "StatePattern", path: "../state-pattern")
    ],
    targets: [
        .executableTarget(
            name: "Oven",
            dependencies: [
                .product(name: "StatePattern", package: "StatePattern"),
                .product(
                    name: "StateExploration", package: "StatePattern"),
            ])
    ]
)
