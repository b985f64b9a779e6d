/// An HTTP/1.1 request of a client (RFC 9112). It is parsed strictly: ambiguous bytes are no request.
struct HTTPRequest {
    enum Method: String, CaseIterable { case get = "GET", post = "POST" }

    struct Malformed: Error {}

    let method: Method
    /// The path and the query.
    let resource: String
    private var fields: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    private var bodySize = 0

    /// All values of a header field; `name` is in lower case.
    func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    private init(head: some StringProtocol) throws(Malformed) {
        // In Swift, CRLF is one character. A CR or LF that remains alone is refused below as a control character.
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }), words.count == 3,
            let method = Method(rawValue: String(words[0])), words[1].hasPrefix("/"), words[2] == "HTTP/1.1"
        else { throw Malformed() }
        (self.method, resource) = (method, String(words[1]))
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // No space before the colon or at the beginning of a line, because spaces there had a meaning in older
            // versions of HTTP.
            guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ (0x21...0x7e).contains($0) })
            else { throw Malformed() }
            fields.append((parts[0].lowercased(), Self.trimmed(parts[1])))
        }
        let sizes = values(of: "content-length")
        guard values(of: "host").count == 1, values(of: "transfer-encoding").isEmpty, sizes.count < 2,
            // Only digits, because `Int` would accept a sign as well.
            sizes.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let size = Int(sizes.first ?? "0"), size <= Reader.sizeLimit
        else { throw Malformed() }
        bodySize = size
    }

    /// The value of a field, without surrounding blanks.
    private static func trimmed(_ value: some StringProtocol) -> String {
        func isBlank(_ character: Character) -> Bool { " \t".contains(character) }
        return String(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Reads a request that arrives in pieces.
    struct Reader {
        /// The greatest size in bytes of the head, and of the body.
        static let sizeLimit = 16 << 10
        private static let beginnings = Method.allCases.map { Array("\($0.rawValue) /".utf8) }

        private var head: [UInt8] = []
        private var request: HTTPRequest?

        /// Reads the next bytes.
        ///
        /// - Returns: The request; `nil` while it is incomplete. Bytes after the request are dropped.
        /// - Throws: ``Malformed`` as soon as the bytes cannot be a request.
        mutating func read(_ bytes: [UInt8]) throws(Malformed) -> HTTPRequest? {
            var rest = bytes[...]
            while request == nil, let byte = rest.popFirst() {
                head.append(byte)
                guard head.count <= Reader.sizeLimit,
                    Reader.beginnings.contains(where: { zip($0, head).allSatisfy(==) })
                else { throw Malformed() }
                if byte == UInt8(ascii: "\n"), head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                    request = try HTTPRequest(head: String(decoding: head, as: UTF8.self))
                }
            }
            guard let missing = request.map({ $0.bodySize - $0.body.count }) else { return nil }
            request?.body += rest.prefix(missing)
            return rest.count >= missing ? request : nil
        }
    }
}
