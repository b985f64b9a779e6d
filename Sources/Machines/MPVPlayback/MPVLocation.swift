import Foundation

/// A file or a stream that mpv may open. Anything else that mpv accepts is rejected, such as `-` or `fd://0`.
struct MPVLocation: Sendable {
    /// The URL of a stream, or an absolute path. mpv cannot mistake either for an option or a protocol.
    let text: String
    let isStream: Bool
    /// The location as it was given.
    private let given: String

    /// Parses a path, or a URL of `file`, `http` or `https`.
    init(_ location: String) throws(MPVError) {
        given = location
        let start = location.prefix(8).lowercased()
        let isStream = start.hasPrefix("http://") || start.hasPrefix("https://")
        self.isStream = isStream
        var path = location
        if start.hasPrefix("file://") {
            let url = URL(string: location)
            guard let url, ["", "localhost"].contains(url.host() ?? "") else { throw .noFile(location) }
            path = url.path(percentEncoded: false)
        }
        let isWritable = !path.utf8.contains { $0 == 0 || isStream && ($0 < 0x20 || $0 == 0x7F) }
        guard isWritable, !path.isEmpty else { throw .noFile(location) }
        text = isStream || path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// Throws unless the path leads to a regular file. Waits until the disk answers.
    func check() throws(MPVError) {
        if isStream { return }
        var status = stat()
        guard stat(text, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { throw .noFile(given) }
    }
}
