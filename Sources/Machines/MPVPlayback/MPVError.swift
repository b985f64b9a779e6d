/// A reason why mpv cannot be used.
public struct MPVError: Error, Hashable, CustomStringConvertible {
    public let description: String

    /// There is no program `mpv` on the path.
    package static let notInstalled = MPVError(
        description:
            "mpv is not installed; on Debian and Ubuntu “apt install mpv” installs it, on macOS “brew install mpv”")

    /// The system could not start the program, for this reason.
    package static func notStarted(_ reason: String) -> MPVError {
        MPVError(description: "mpv cannot be started: \(reason)")
    }

    /// The location is neither the path of a regular file nor a URL of `http` or `https`.
    package static func noFile(_ location: String) -> MPVError {
        MPVError(description: "“\(location)” is neither a file that exists nor an http or https URL")
    }
}
