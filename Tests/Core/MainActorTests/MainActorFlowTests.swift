import Navigation
import Testing

// Everything in this module is isolated to the main actor, as it is in an app: the flow need not say so.

final class Page: Presentable, FlowStepper {
    let presentation = Presentation()
    let steps = Steps<Int>()
}

final class BookletFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Page()
    private(set) var turned: [Int] = []

    func navigate(to step: Int) -> FlowContributors<Int> {
        MainActor.assertIsolated()
        turned.append(step)
        return step == 1 ? .screen(root) : []
    }
}

@Suite struct FlowsOnMainActor {
    @Test func `flows, screens and steppers work in a module with the main actor as its default isolation`() {
        let (coordinator, booklet) = (FlowCoordinator<Int>(), BookletFlow())
        booklet.root.presentation.appear()
        coordinator.coordinate(booklet, startingAt: 1)
        booklet.root.steps.emit(2)
        booklet.root.presentation.dismiss()
        booklet.root.steps.emit(3)
        #expect(booklet.turned == [1, 2])
        #expect(coordinator.flows.isEmpty)
    }
}
