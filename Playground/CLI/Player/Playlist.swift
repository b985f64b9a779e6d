import Foundation
import Playback

/// The tracks to play, from files, folders and URLs.
struct Playlist {
    /// The extensions of the files that are taken from a folder.
    private static let endings: Set = [
        "aac", "aif", "aiff", "flac", "m4a", "mka", "mp3", "oga", "ogg", "opus", "wav", "wma", "wv",
        "avi", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "ts", "webm", "wmv",
    ]

    private(set) var tracks: [Track] = []
    /// A message for each folder from which files were left out.
    private(set) var linesAboutRest: [String] = []

    /// Adds a file, a URL, or a folder's audio and video files, ordered by name. A folder without such files is an
    /// error.
    mutating func add(_ location: String) throws(UsageError) {
        guard Self.isFolder(location) else { return append(location) }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: location)) ?? [])
            .filter { !$0.hasPrefix(".") }
            .sorted { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }
        let candidates = names.filter { name in
            Self.endings.contains(URL(filePath: name).pathExtension.lowercased())
                && !Self.isFolder("\(location)/\(name)")
        }
        let files = candidates.filter { Self.isFile("\(location)/\($0)") }
        guard !files.isEmpty else { throw UsageError("there is neither sound nor film in the folder “\(location)”") }
        for name in files { append("\(location)/\(name)") }
        let rest = names.filter { !files.contains($0) }.map { name in
            guard candidates.contains(name) else { return name }
            return name.contains("\u{FFFD}")
                ? "\(name) (its name is not UTF-8)" : "\(name) (it is no file that can be read)"
        }
        if !rest.isEmpty { linesAboutRest.append("left out of “\(location)”: \(rest.joined(separator: ", "))") }
    }

    private mutating func append(_ location: String) {
        let title = location.split(separator: "/").last.map(String.init) ?? location
        tracks.append(Track(title, id: location))
    }

    /// True for a regular file, or a link to one. Reading other files, such as devices, may never end.
    private static func isFile(_ location: String) -> Bool {
        let file = URL(filePath: location).resolvingSymlinksInPath().path(percentEncoded: false)
        return (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType == .typeRegular
    }

    private static func isFolder(_ location: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) && isFolder.boolValue
    }
}
