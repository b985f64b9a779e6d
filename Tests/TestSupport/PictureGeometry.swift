import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The places of everything in a picture of a statechart, read from the SVG file that a browser gets.
public struct PictureGeometry {
    public struct Rectangle: Hashable {
        public var x: Double, y: Double, width: Double, height: Double
        var maxX: Double { x + width }
        var maxY: Double { y + height }

        func overlaps(_ other: Rectangle) -> Bool {
            x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
        }
        func contains(_ other: Rectangle) -> Bool {
            x <= other.x && other.maxX <= maxX && y <= other.y && other.maxY <= maxY
        }
        func hasOnBorder(_ point: (x: Double, y: Double)) -> Bool {
            let isAtSide = point.x == x || point.x == maxX, isAtEnd = point.y == y || point.y == maxY
            return isAtSide && (y...maxY).contains(point.y) || isAtEnd && (x...maxX).contains(point.x)
        }
    }

    public struct Box {
        public let state: String
        public let isSuperstate: Bool
        public let isCurrent: Bool
        public let frame: Rectangle
        /// Its name, and the lines below it.
        public var texts: [(text: String, frame: Rectangle)] = []
        /// The steps of a run after which it is lit; 0 is the start.
        public internal(set) var steps: [Int] = []
    }

    public struct Arrow {
        public let source: String
        public let target: String
        public internal(set) var labels: [(text: String, frame: Rectangle)] = []
        var points: [(x: Double, y: Double)] = []
        /// The steps of a run that it shows.
        public internal(set) var steps: [Int] = []
    }

    /// A state in a list of times, with the bar of its time.
    public struct Entry {
        public let state: String
        /// Its name, the number of times that it was entered, and its time.
        public internal(set) var texts: [(text: String, frame: Rectangle)] = []
        public internal(set) var bar: Rectangle?
    }

    public private(set) var width = 0.0
    public private(set) var height = 0.0
    public private(set) var boxes: [Box] = []
    public private(set) var arrows: [Arrow] = []
    public private(set) var entries: [Entry] = []
    /// The steps of a run, below the chart.
    public private(set) var captions: [(text: String, frame: Rectangle)] = []
    /// The meanings of the marks, below the chart.
    public private(set) var legend: [(text: String, frame: Rectangle)] = []
    private var starts: [Rectangle] = []
    /// The dashed lines between regions.
    public private(set) var dividers: [Rectangle] = []

    /// Reads a picture, which must be XML.
    public init(_ svg: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
        (width, height) = (reader.width, reader.height)
        (boxes, arrows, entries) = (reader.boxes, reader.arrows, reader.entries)
        (starts, dividers, captions, legend) = (reader.starts, reader.dividers, reader.captions, reader.legend)
    }

    // MARK: Checks

    /// Everything in the picture that is not where it must be.
    public var problems: [String] { boxProblems + textProblems + arrowProblems + dividerProblems + entryProblems }

    private func isInside(_ inner: Box, _ outer: Box) -> Bool {
        outer.isSuperstate && inner.state.hasPrefix(outer.state + "/")
    }

    private var boxProblems: [String] {
        var problems: [String] = []
        let paper = Rectangle(x: 0, y: 0, width: width, height: height)
        for (index, box) in boxes.enumerated() {
            if !paper.contains(box.frame) { problems.append("\(box.state) is beyond the paper") }
            for other in boxes[(index + 1)...] where box.frame.overlaps(other.frame) {
                let isNested =
                    isInside(box, other) && other.frame.contains(box.frame)
                    || isInside(other, box) && box.frame.contains(other.frame)
                if !isNested { problems.append("\(box.state) overlaps \(other.state)") }
            }
            for other in boxes where isInside(box, other) && !other.frame.contains(box.frame) {
                problems.append("\(box.state) is not inside \(other.state)")
            }
        }
        return problems
    }

    private var textProblems: [String] {
        var problems: [String] = []
        let paper = Rectangle(x: 0, y: 0, width: width, height: height)
        let titles = boxes.flatMap(\.texts)
        for box in boxes {
            for (text, frame) in box.texts {
                if !box.frame.contains(frame) { problems.append("the title \(text) is not inside its box") }
                for other in boxes where isInside(other, box) && other.frame.overlaps(frame) {
                    problems.append("the title \(text) overlaps \(other.state)")
                }
            }
        }
        let labels = arrows.flatMap { arrow in arrow.labels.map { (arrow, $0.text, $0.frame) } }
        for (index, (arrow, text, frame)) in labels.enumerated() {
            if !paper.contains(frame) { problems.append("the label \(text) is beyond the paper") }
            for other in labels[(index + 1)...] where frame.overlaps(other.2) {
                problems.append("the label \(text) overlaps the label \(other.1)")
            }
            for title in titles where frame.overlaps(title.frame) {
                problems.append("the label \(text) overlaps the title \(title.text)")
            }
            for box in boxes where box.frame.overlaps(frame) {
                let isAround = [arrow.source, arrow.target].allSatisfy { ($0 + "/").hasPrefix(box.state + "/") }
                if !(box.isSuperstate && isAround && box.frame.contains(frame)) {
                    problems.append("the label \(text) overlaps \(box.state)")
                }
            }
        }
        return problems
    }

    private var arrowProblems: [String] {
        var problems: [String] = []
        let frames = Dictionary(uniqueKeysWithValues: boxes.map { ($0.state, $0.frame) })
        for arrow in arrows {
            let name = "the arrow from \(arrow.source) to \(arrow.target)"
            guard let first = arrow.points.first, let last = arrow.points.last else {
                problems.append("\(name) is empty")
                continue
            }
            let sources = arrow.source.isEmpty ? starts : frames[arrow.source].map { [$0] } ?? []
            if !sources.contains(where: { $0.hasOnBorder(first) }) {
                problems.append("\(name) does not begin at its source")
            }
            if frames[arrow.target]?.hasOnBorder(last) != true { problems.append("\(name) does not end at its target") }
            for (from, to) in zip(arrow.points, arrow.points.dropFirst()) {
                // A curve lies within the rectangle of its ends; a straight line has no area.
                let way = Rectangle(
                    x: min(from.x, to.x), y: min(from.y, to.y), width: abs(from.x - to.x), height: abs(from.y - to.y))
                for box in boxes where !box.isSuperstate && ![arrow.source, arrow.target].contains(box.state) {
                    if box.frame.overlaps(way) { problems.append("\(name) leads through \(box.state)") }
                }
                let texts = boxes.flatMap(\.texts) + arrows.flatMap(\.labels)
                for (text, frame) in texts where frame.overlaps(way) {
                    problems.append("\(name) leads through the text \(text)")
                }
            }
        }
        return problems
    }

    private var dividerProblems: [String] {
        dividers.flatMap { divider in
            let texts = boxes.flatMap(\.texts) + arrows.flatMap(\.labels)
            let states = boxes.filter { !$0.isSuperstate }.map { ($0.state, $0.frame) }
            let regions = boxes.filter { $0.state.split(separator: "/").last?.hasPrefix("~2") == true }
            return (texts + states).filter { $0.1.overlaps(divider) }.map { "a divider leads through \($0.0)" }
                + (regions.contains { $0.frame.overlaps(divider) && !$0.frame.contains(divider) }
                    ? ["a divider leads through a region"] : [])
        }
    }

    private var entryProblems: [String] {
        var problems: [String] = []
        let paper = Rectangle(x: 0, y: 0, width: width, height: height)
        let taken =
            boxes.map { ($0.state, $0.frame) } + arrows.flatMap(\.labels)
            + arrows.flatMap { arrow in
                arrow.points.map { (arrow.source, Rectangle(x: $0.x, y: $0.y, width: 0, height: 0)) }
            }
        let frames =
            captions + legend
            + entries.flatMap { entry in
                entry.texts + (entry.bar.map { [("the bar of \(entry.state)", $0)] } ?? [])
            }
        for (index, (name, frame)) in frames.enumerated() {
            if !paper.contains(frame) { problems.append("\(name) of the times or the run is beyond the paper") }
            for (other, otherFrame) in frames[(index + 1)...] + taken where frame.overlaps(otherFrame) {
                problems.append("\(name) of the times or the run overlaps \(other)")
            }
        }
        return problems
    }
}

/// The reader of the file: groups with boxes, texts and ways.
private final class Reader: NSObject, XMLParserDelegate {
    var width = 0.0, height = 0.0
    var boxes: [PictureGeometry.Box] = []
    var arrows: [PictureGeometry.Arrow] = []
    var entries: [PictureGeometry.Entry] = []
    var starts: [PictureGeometry.Rectangle] = []
    var dividers: [PictureGeometry.Rectangle] = []
    var captions: [(text: String, frame: PictureGeometry.Rectangle)] = []
    var legend: [(text: String, frame: PictureGeometry.Rectangle)] = []

    private var group: [String: String] = [:]
    private var text: (content: String, frame: PictureGeometry.Rectangle)?

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
        let classes = group["class"]?.split(separator: " ") ?? []
        let step = attributes["style"].flatMap { Int($0.trimmingPrefix("--at:")) }
        switch name {
        case "svg": (width, height) = (number("width"), number("height"))
        case "g":
            group = attributes
            if let source = attributes["data-source"], let target = attributes["data-target"] {
                arrows.append(.init(source: source, target: target))
            }
            if let state = attributes["data-entry"] { entries.append(.init(state: state)) }
        case "circle":
            let radius = number("r")
            starts.append(
                .init(x: number("cx") - radius, y: number("cy") - radius, width: 2 * radius, height: 2 * radius))
        case "rect" where step != nil:
            if group["data-state"] != nil { boxes[boxes.count - 1].steps.append(step!) }
        case "path" where step != nil: arrows[arrows.count - 1].steps.append(step!)
        case "rect" where attributes["class"] != "paper":
            let frame = PictureGeometry.Rectangle(
                x: number("x"), y: number("y"), width: number("width"), height: number("height"))
            if group["data-entry"] != nil {
                entries[entries.count - 1].bar = frame
                return
            }
            boxes.append(
                .init(
                    state: group["data-state"] ?? "", isSuperstate: classes.contains("superstate"),
                    isCurrent: classes.contains("current"), frame: frame))
        case "path" where classes.contains("arrow"):
            arrows[arrows.count - 1].points = points(of: attributes["d"] ?? "")
        case "path" where attributes["class"] == "divider":
            let ends = points(of: attributes["d"] ?? "")
            dividers.append(
                .init(
                    x: ends[0].x, y: ends[0].y, width: ends[1].x - ends[0].x, height: ends[1].y - ends[0].y))
        case "text":
            // Letters reach from about three quarters of their size above the baseline to a quarter below it.
            let size = attributes["class"] == "name" ? 14.0 : 12.0
            text = (
                "", .init(x: number("x"), y: number("y") - size * 0.75, width: number("textLength"), height: size)
            )
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text?.content += characters }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        if name == "g" { group = [:] }
        guard name == "text", let text else { return }
        self.text = nil
        if group["data-state"] != nil {
            boxes[boxes.count - 1].texts.append((text.content, text.frame))
        } else if group["data-entry"] != nil {
            entries[entries.count - 1].texts.append((text.content, text.frame))
        } else if group["data-source"] != nil {
            arrows[arrows.count - 1].labels.append((text.content, text.frame))
        } else if group["class"] == "run" {
            captions.append((text.content, text.frame))
        } else if group["class"]?.hasPrefix("legend") == true {
            legend.append((text.content, text.frame))
        }
    }

    /// The ends of the stretches of a way.
    private func points(of way: String) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for command in way.matches(of: /([MVHC])([-0-9. ]*)/) {
            let numbers = command.2.split(separator: " ").compactMap { Double($0) }
            let last = points.last ?? (0, 0)
            switch command.1 {
            case "V": points.append((last.x, numbers[0]))
            case "H": points.append((numbers[0], last.y))
            default: points.append((numbers[numbers.count - 2], numbers[numbers.count - 1]))
            }
        }
        return points
    }
}
