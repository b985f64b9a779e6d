import STOMP
import Sockets
import Testing

/// The frames and heart-beats that a decoder finds in a stream, up to the first error.
struct Decoding: Equatable {
    var elements: [FrameDecoder.Element] = []
    var error: FrameError?

    /// Decodes pieces of a stream, asking for what can be found after each of them.
    init(_ pieces: [[UInt8]], limits: FrameLimits = FrameLimits()) {
        var decoder = FrameDecoder(limits: limits)
        for piece in pieces {
            decoder.append(piece)
            do throws(FrameError) {
                while let element = try decoder.next() { elements.append(element) }
            } catch {
                self.error = error
            }
        }
    }

    /// Decodes a text at once, and expects the same of its bytes one by one.
    init(_ text: String, limits: FrameLimits = FrameLimits()) {
        let whole = Decoding([Array(text.utf8)], limits: limits)
        let apart = Decoding(text.utf8.map { [$0] }, limits: limits)
        #expect(apart == whole)
        self = whole
    }

    var frames: [Frame] {
        elements.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    var frame: Frame? { error == nil && elements.count == 1 ? frames.first : nil }

    /// A text for each element, such as `MESSAGE a:b | body` or `heart-beat`, and for the error.
    var words: [String] {
        let words = elements.map { element in
            switch element {
            case .frame(let frame): frame.words
            case .unreadable(let frame): "\(frame.head.words), skipped: \(frame.error)"
            case .heartBeat: "heart-beat"
            }
        }
        return words + (error.map { ["error: \($0)"] } ?? [])
    }
}

extension Frame {
    /// The frame as text, with the NUL at its end shown as “␀”.
    func text() throws(FrameError) -> String {
        String(decoding: try encoded(), as: UTF8.self).replacing("\0", with: "␀")
    }

    /// The command, the headers without escapes, and a body.
    fileprivate var words: String {
        let head = ([command.rawValue] + headers.map { "\($0.name):\($0.value)" }).joined(separator: " ")
        return body.isEmpty ? head : "\(head) | \(String(decoding: body, as: UTF8.self))"
    }
}
