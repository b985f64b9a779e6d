import Foundation

/// A reason why mpv cannot be used.
public enum MPVError: Error, Hashable, CustomStringConvertible {
    /// There is no program of this name on the path.
    case notInstalled
    /// The program could not be started, for a reason of the system.
    case notStarted(String)
    /// The location is neither that of a regular file nor a URL of `http` or `https`.
    case noFile(String)

    public var description: String {
        switch self {
        case .notInstalled:
            "mpv is not installed; on Debian and Ubuntu “apt install mpv” installs it, on macOS “brew install mpv”"
        case .notStarted(let reason): "mpv cannot be started: \(reason)"
        case .noFile(let location): "“\(location)” is neither a file that exists nor an http or https URL"
        }
    }
}
