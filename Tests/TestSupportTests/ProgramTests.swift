import Foundation
import TestSupport
import Testing

/// Programs that tests run.
struct ProgramTests {
    // Without the system's list of descriptors there is nothing to see. In a process of its own, because other tests open
    // sockets at the same time.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func `Programs that start at the same time inherit nothing of each other`() async {
        await #expect(processExitsWith: .success) {
            let list = try #require(Program.installed("ls"))
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 {
                    group.addTask {
                        // Foundation watches each program through a socket of its own.
                        let result = try list.run(["-l", "/proc/self/fd"])
                        #expect(result.output.split(separator: "socket:").count <= 2, "\(result.output)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
