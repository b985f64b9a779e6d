import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of an XML document.
final class Element {
    let name: String
    /// True for an element of SCXML, false for one of an editor.
    let isSCXML: Bool
    let attributes: [String: String]
    let line: Int
    fileprivate(set) var elements: [Element] = []
    fileprivate var characters = ""

    fileprivate init(_ name: String, isSCXML: Bool, _ attributes: [String: String], line: Int) {
        (self.name, self.isSCXML, self.attributes, self.line) = (name, isSCXML, attributes, line)
    }

    /// The element without its content, as text.
    var tag: String {
        "<\(name)\(attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined())/>"
    }

    var content: String {
        characters.split(whereSeparator: \.isWhitespace).joined(separator: " ") + elements.map(\.text).joined()
    }

    var text: String {
        let content = content
        return content.isEmpty ? tag : "\(tag.dropLast(2))>\(content)</\(name)>"
    }

    func words(_ attribute: String) -> [String] {
        (attributes[attribute] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

/// Reads a document within limits. References to other files, and entities, are refused.
final class ElementReader: NSObject, XMLParserDelegate {
    private static let namespaces = ["", "http://www.w3.org/2005/07/scxml"]
    private var root: Element?
    private var open: [Element] = []
    private var count = 0
    private var error: ChartError?
    /// The prefixes that the document declares for this package's attributes.
    private(set) var prefixes: [String] = []

    func read(_ text: String) throws(ChartError) -> Element {
        let text = text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text
        if text.utf8.contains(0) { throw ChartError(nil, "XML has no character 0.") }
        var rest = text[...].drop(while: \.isWhitespace)
        // The declaration is removed: the text is decoded already, whatever encoding the declaration names.
        let declaration = rest.hasPrefix("<?xml") ? rest.firstRange(of: "?>").map { rest[..<$0.upperBound] } : nil
        if let declaration { rest = rest[declaration.endIndex...] }
        let prologue = rest.endOfPrologue
        if rest[prologue...].hasPrefix("<!DOCTYPE") {
            throw ChartError(
                1 + text[..<prologue].count(where: \.isNewline),
                "A chart has no DOCTYPE and no entities; write the texts themselves.")
        }
        let before = String(repeating: "\n", count: text[..<rest.startIndex].count(where: \.isNewline))
        // Foundation's parser of Linux crashes at an instruction without data.
        let body = rest.contains("<?") ? rest.replacing(/(<\?[^\s?<>]+)\?>/) { "\($0.1) ?>" } : rest
        let parser = XMLParser(data: Data((before + body).utf8))
        parser.shouldProcessNamespaces = true
        parser.shouldReportNamespacePrefixes = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        _ = parser.parse()
        if let error { throw error }
        guard let root else { throw ChartError(nil, "The document is empty; a chart begins with <scxml>.") }
        return root
    }

    private func stop(_ parser: XMLParser, _ sentence: String) {
        if error == nil { error = ChartError(parser.lineNumber, sentence) }
        parser.abortParsing()
    }

    func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI uri: String) {
        if uri == "urn:state-pattern" { prefixes.append(prefix) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let sentence =
            switch error._code {
            case 4: "This is no SCXML; a chart begins with <scxml>."
            case 26: "There are no entities but &amp;, &lt;, &gt;, &quot; and &apos;."
            case 42: "An attribute is given twice."
            case 76: "A tag ends that did not begin here, or the other way round."
            case 201: "A prefix has no namespace; declare it with xmlns."
            case 5 where root == nil: "The document is empty; a chart begins with <scxml>."
            case 5: "The document ends too early or too late."
            default: "This is not well-formed XML (error \(error._code) of the parser)."
            }
        stop(parser, sentence)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.characters += text }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        open.last?.characters += String(decoding: data, as: UTF8.self)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard error == nil else { return }
        if namespaceURI == "http://www.w3.org/2001/XInclude" {
            return stop(parser, "Other files are not read; put the text in place of the include.")
        }
        // The two further levels are for the elements inside a transition.
        if open.count > Chart.largestDepth + 2 {
            return stop(parser, "Elements are nested at most \(Chart.largestDepth) deep.")
        }
        count += 1
        if count > 10 * Chart.largestCount {
            return stop(parser, "A chart has at most \(10 * Chart.largestCount) elements.")
        }
        let isSCXML = Self.namespaces.contains(namespaceURI ?? "")
        let element = Element(
            isSCXML ? name : qualifiedName ?? name, isSCXML: isSCXML, attributes, line: parser.lineNumber)
        if let outer = open.last { outer.elements.append(element) } else { root = element }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        _ = open.popLast()
    }
}

extension Substring {
    /// The index after white space, comments and processing instructions.
    fileprivate var endOfPrologue: Index {
        var rest = self
        while true {
            rest = rest.drop(while: \.isWhitespace)
            let end = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? "?>" : nil
            guard let end, let range = rest.firstRange(of: end) else { return rest.startIndex }
            rest = rest[range.upperBound...]
        }
    }
}
