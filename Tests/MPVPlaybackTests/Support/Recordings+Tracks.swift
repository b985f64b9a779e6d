import Playback
import TestSupport

extension Recordings {
    /// Records a silent track of so many seconds.
    func track(_ title: String, seconds: Double) throws -> Track {
        Track(title, id: try record("\(title).wav", seconds: seconds), duration: .seconds(seconds))
    }
}
