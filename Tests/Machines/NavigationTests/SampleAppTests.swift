import Navigation
import SampleApp
import Testing

/// The bookshop; PlaygroundTests see it from log-in to log-out.
@MainActor @Suite struct `The sample app` {
    @Test func `follows a link from wherever the user is`() {
        let app = SampleApp()
        app.launch()
        for gesture in [SampleApp.Gesture.tap(.loggedIn), .tap(.book(7)), .tap(.reviews), .open(8)] {
            app.perform(gesture)
        }
        #expect(app.stack.path == "Shelf › Book 8 › Reviews")
        #expect(app.flows == ["AppFlow", "MainFlow", "ShelfFlow", "BookFlow", "ProfileFlow"])
    }

    @Test func `is freed with everything in it`() {
        weak var stack: ScreenStack?
        weak var coordinator: FlowCoordinator<AppStep>?
        do {
            let app = SampleApp()
            app.launch()
            app.perform(.tap(.loggedIn))
            app.perform(.open(7))
            (stack, coordinator) = (app.stack, app.coordinator)
        }
        #expect(stack == nil)
        #expect(coordinator == nil)
    }
}
