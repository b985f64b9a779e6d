import Navigation
import SampleApp
import Testing

/// The bookshop, from log-in to log-out.
@MainActor @Suite struct `The sample app` {
    private let app = SampleApp()

    init() { app.launch() }

    private func perform(_ gestures: SampleApp.Gesture...) {
        for gesture in gestures { app.perform(gesture) }
    }

    @Test func `asks for log-in, and shows its tabs when both their flows are ready`() {
        #expect(app.stack.picture == ["┌────────┐", "│ Log in │", "└────────┘"])
        #expect(app.flows == ["AppFlow", "LogInFlow"])
        perform(.tap(.loggedIn))
        #expect(app.stack.picture == ["┌───────────────────┐", "│ [Shelf]  Profile  │", "└───────────────────┘"])
        #expect(app.flows == ["AppFlow", "MainFlow", "ShelfFlow", "ProfileFlow"])
    }

    @Test func `carries out a link that came before log-in after it, to its last step`() {
        perform(.open(7))
        #expect(app.situation == "Log in, a link waits")
        perform(.tap(.loggedIn))
        #expect(app.situation == "Shelf › Book 7 › Reviews")
    }

    @Test func `follows a link from wherever the user is`() {
        perform(.tap(.loggedIn), .tap(.book(7)), .tap(.reviews), .open(8))
        #expect(app.stack.path == "Shelf › Book 8 › Reviews")
        #expect(app.flows == ["AppFlow", "MainFlow", "ShelfFlow", "BookFlow", "ProfileFlow"])
    }

    @Test func `changes tabs, and does not when they are covered`() {
        perform(.tap(.loggedIn), .tap(.profile))
        #expect(app.stack.path == "Profile")
        perform(.tap(.shelf), .tap(.book(7)), .tap(.profile), .tap(.book(8)))
        #expect(app.stack.path == "Shelf › Book 7")
    }

    @Test func `loses the flow of a book that is swiped away, and not before`() {
        perform(.tap(.loggedIn), .tap(.book(7)), .tap(.reviews), .swipe)
        #expect(app.flows.contains("BookFlow"))
        perform(.swipe)
        #expect(!app.flows.contains("BookFlow"))
        perform(.swipe)
        #expect(app.stack.path == "Shelf")
    }

    @Test func `ends all that was logged in when the user logs out`() {
        perform(.tap(.loggedIn), .tap(.profile), .tap(.logOut))
        #expect(app.stack.path == "Log in")
        #expect(app.flows == ["AppFlow", "LogInFlow"])
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
