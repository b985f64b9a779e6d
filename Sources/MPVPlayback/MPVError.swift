import Foundation

/// A reason why mpv cannot be used.
public enum MPVError: Error, Hashable, CustomStringConvertible {
    /// There is no program of this name on the path.
    case notInstalled
    /// The program could not be started, for a reason of the system.
    case notStarted(String)
    /// The location is neither a path nor a URL, but an input of the program, such as `-` or `fd://0`.
    case noFile(String)

    public var description: String {
        switch self {
        case .notInstalled:
            "mpv is not installed; on Debian and Ubuntu “apt install mpv” installs it, on macOS “brew install mpv”"
        case .notStarted(let reason): "mpv cannot be started: \(reason)"
        case .noFile(let location): "“\(location)” is an input of mpv; a track has to be a file or a URL"
        }
    }
}
