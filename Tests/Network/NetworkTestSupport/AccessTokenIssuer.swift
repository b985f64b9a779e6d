import TestSupport
import Foundation

/// Makes access tokens that ``RabbitMQ`` accepts: JSON Web Tokens, signed with a secret that both know.
///
/// Source: RFC 7519, and RFC 7518 for HS256.
public enum AccessTokenIssuer {
    /// The permissions of a token.
    public enum Scope: String, CaseIterable, Sendable {
        case read = "rabbitmq.read:*/*/*"
        case write = "rabbitmq.write:*/*/*"
        case configure = "rabbitmq.configure:*/*/*"
    }

    private static let secret = Data("a secret of this test, and of no other use".utf8)

    /// The server's configuration for verifying the signatures of tokens.
    static var configuration: String {
        let key = ["kty": "oct", "alg": "HS256", "value": encoded(secret), "k": encoded(secret)]
        let map = key.map { "<<\"\($0)\">> => <<\"\($1)\">>" }.joined(separator: ", ")
        return """
            [{rabbitmq_auth_backend_oauth2, [{resource_server_id, <<"rabbitmq">>}, {key_config, [
                {default_key, <<"test">>}, {signing_keys, #{<<"test">> => {map, #{\(map)}}}}]}]}].
            """
    }

    /// Makes a token for a user with these permissions, and throws when there is no `openssl`.
    public static func token(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600), scopes: [Scope] = Scope.allCases
    ) async throws -> String {
        let head: [String: Any] = ["alg": "HS256", "typ": "JWT", "kid": "test"]
        let claims: [String: Any] = [
            "aud": ["rabbitmq"], "sub": user, "exp": Int(expiry.timeIntervalSince1970),
            "scope": scopes.map(\.rawValue), "jti": UUID().uuidString,
        ]
        let text = try [head, claims].map { encoded(try JSONSerialization.data(withJSONObject: $0)) }
            .joined(separator: ".")
        return text + "." + encoded(try await signature(of: text))
    }

    private static func signature(of text: String) async throws -> Data {
        guard let openssl = Program.installed("openssl") else {
            throw Peer.Failure(description: "there is no openssl")
        }
        let key = secret.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let result = try await aside {
            try openssl.run(["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(key)"], input: text)
        }
        let digits = result.output.split(whereSeparator: \.isWhitespace).last ?? ""
        guard result.status == 0, digits.count == 64 else { throw Peer.Failure(description: result.errors) }
        return Data(
            stride(from: 0, to: 64, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) })
    }

    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
