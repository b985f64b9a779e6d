import Navigation
import Testing

/// Flows of modules that do not know each other, each with its own step type, under one coordinator.
@Suite struct `Flows of several modules` {
    private let journal = Journal()
    private let coordinator = FlowCoordinator<any ModuleStep>()
    private let app: AppFlow

    init() {
        app = AppFlow(journal)
        coordinator.coordinate(app, startingAt: AppStep.launched, stepper: app.root)
    }

    @Test func `get their own steps, and their parent those that only it knows`() {
        #expect(journal.take() == ["app: launched", "log-in: asked"])
        app.logIn.root.steps.emit(LogInStep.succeeded(user: "ada"))
        #expect(
            journal.take() == [
                "log-in: succeeded(user: \"ada\")", "app: log-in succeeded(user: \"ada\")", "shop: opened",
            ])
        app.shop.root.steps.emit(AppStep.loggedOut)
        #expect(journal.take() == ["app: loggedOut", "log-in: asked"])
        #expect(coordinator.flows.map { "\(type(of: $0))" } == ["AppFlow", "LogInFlow"])
    }

    @Test func `are reached by one deep link, each by its steps`() {
        coordinator.navigate(to: [LogInStep.succeeded(user: "bob"), ShopStep.book(7)])
        #expect(
            journal.take() == [
                "app: launched", "log-in: asked", "log-in: succeeded(user: \"bob\")",
                "app: log-in succeeded(user: \"bob\")", "shop: opened", "shop: book(7)",
            ])
        #expect(coordinator.waitingSteps.isEmpty)
    }

    @Test func `drop a step that no flow above knows`() {
        _ = journal.take()
        app.logIn.root.steps.emit(ShopStep.book(1))
        #expect(journal.take() == [])
        #expect(coordinator.flows.count == 2)
    }
}

// What all modules share.

private protocol ModuleStep {}

private protocol ModuleFlow: Flow where Step == any ModuleStep {
    associatedtype OwnStep: ModuleStep
    func carryOut(_ step: OwnStep) -> FlowContributors<any ModuleStep>
}

extension ModuleFlow {
    func accepts(step: any ModuleStep) -> Bool { step is OwnStep }

    func navigate(to step: any ModuleStep) -> FlowContributors<any ModuleStep> {
        if let step = step as? OwnStep { carryOut(step) } else { .forwardToParent(step) }
    }
}

private class ModulePart {
    let lifecycle = FlowLifecycle()
    let root = ModuleScreen()
    let journal: Journal

    init(_ journal: Journal) { self.journal = journal }
}

private final class ModuleScreen: Presentable, FlowStepper {
    let presentation = Presentation()
    let steps = Steps<any ModuleStep>()

    init() { presentation.appear() }
}

// Two modules that do not know each other.

private enum LogInStep: ModuleStep { case asked, succeeded(user: String) }

private final class LogInFlow: ModulePart, ModuleFlow {
    func carryOut(_ step: LogInStep) -> FlowContributors<any ModuleStep> {
        journal.note("log-in: \(step)")
        return switch step {
        case .asked: .screen(root)
        case .succeeded: .end(forwardingToParent: step)
        }
    }
}

private enum ShopStep: ModuleStep { case opened, book(Int) }

private final class ShopFlow: ModulePart, ModuleFlow {
    func carryOut(_ step: ShopStep) -> FlowContributors<any ModuleStep> {
        journal.note("shop: \(step)")
        return if case .opened = step { .screen(root) } else { [] }
    }
}

// The app, which knows both.

private enum AppStep: ModuleStep { case launched, loggedOut }

private final class AppFlow: ModulePart, ModuleFlow {
    private(set) lazy var logIn = LogInFlow(journal)
    private(set) lazy var shop = ShopFlow(journal)

    func carryOut(_ step: AppStep) -> FlowContributors<any ModuleStep> {
        journal.note("app: \(step)")
        if case .loggedOut = step {
            shop.root.presentation.dismiss()
            logIn = LogInFlow(journal)
        }
        return .flow(logIn, startingAt: LogInStep.asked)
    }

    func navigate(to step: any ModuleStep) -> FlowContributors<any ModuleStep> {
        switch step {
        case let step as AppStep: return carryOut(step)
        case let step as LogInStep:
            journal.note("app: log-in \(step)")
            return .flow(shop, startingAt: ShopStep.opened)
        default: return []
        }
    }
}
