import Foundation

/// A reason why mpv cannot be used.
public enum MPVError: Error, Hashable, CustomStringConvertible {
    /// There is no program of this name on the path.
    case notInstalled
    /// The program could not be started, for a reason of the system.
    case notStarted(String)

    public var description: String {
        switch self {
        case .notInstalled:
            "mpv is not installed; on Debian and Ubuntu “apt install mpv” installs it, on macOS “brew install mpv”"
        case .notStarted(let reason): "mpv cannot be started: \(reason)"
        }
    }
}
