import TestSupport

extension Browser {
    /// Gives scripts a function that returns whether a panel shows the current state, and not behind its buttons.
    func prepareCharts() async throws {
        _ = try await evaluate(
            """
            globalThis.isCurrentStateInView = panel => {
              const frame = item => item.getBoundingClientRect();
              const box = frame(panel.querySelector(".state.current")), room = frame(panel);
              const top = Math.max(room.top, frame(panel.querySelector(".zoom")).bottom, 0);
              return box.top >= top && box.bottom <= Math.min(room.bottom, innerHeight)
                && box.left >= room.left && box.right <= room.right;
            };
            ''
            """)
    }
}
