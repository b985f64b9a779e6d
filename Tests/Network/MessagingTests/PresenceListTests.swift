import Foundation
import LoopbackBroker
import Messaging
import Testing

/// The rules of a service that answers reports, without a server.
@Suite struct `A list of places` {
    private var list = PresenceList(sessionLimit: 3, nameLimit: 10)

    /// Reports a place; returns the answers, such as `ada-1: bob, eve (asleep)`, or `ignored`.
    private mutating func report(
        _ session: String, _ place: String?, status: String? = nil, number: Int = 1
    ) -> [String] {
        receive(session, place, status: status, number: number) ? answers() : ["ignored"]
    }

    /// Reports a place, and takes no answers.
    @discardableResult private mutating func receive(
        _ session: String, _ place: String?, status: String? = nil, number: Int = 1
    ) -> Bool {
        let user = String(session.prefix { $0 != "-" })
        return list.receive(
            PresenceReport(user: user, place: place, status: status, clientID: session, number: number))
    }

    private mutating func answers() -> [String] {
        var answers: [String] = []
        while let answer = list.takeAnswer() {
            list.answerIsDone(answer)
            answers.append(
                "\(answer.content.clientID): \(answer.content.others.map(\.description).joined(separator: ", "))")
        }
        return answers
    }

    private mutating func takeAnswer() throws -> PresenceList.Answer {
        let answer = list.takeAnswer()
        return try #require(answer)
    }

    @Test mutating func `tells all sessions at a place who else is there when one comes, moves and goes`() {
        #expect(report("ada", "harbour") == ["ada: "])
        #expect(report("bob", "harbour") == ["ada: bob", "bob: ada"])
        #expect(report("eve", "market") == ["eve: "])
        #expect(report("bob", "market", number: 2) == ["ada: ", "bob: eve", "eve: bob"])
        #expect(report("bob", nil, number: 3) == ["eve: "])
        #expect(report("bob", nil, number: 4) == [])
        #expect(list.sessions.sorted() == ["ada", "eve"])
    }

    @Test mutating func `tells a status and its change`() {
        _ = report("ada", "harbour")
        #expect(report("bob", "harbour", status: "asleep") == ["ada: bob (asleep)", "bob: ada"])
        #expect(report("bob", "harbour", status: "awake", number: 2) == ["ada: bob (awake)", "bob: ada"])
        #expect(report("bob", "harbour", number: 3) == ["ada: bob", "bob: ada"])
    }

    @Test mutating func `answers a report that changes nothing to its session only`() {
        _ = (report("ada", "harbour"), report("bob", "harbour"))
        #expect(report("ada", "harbour") == ["ada: bob"])
        #expect(report("ada", "harbour", number: 2) == ["ada: bob"])
    }

    @Test mutating func `counts a user with two sessions once, with the status that one of them has`() {
        _ = report("ada-phone", "harbour")
        #expect(report("ada-tablet", "harbour", status: "reading") == ["ada-phone: ", "ada-tablet: "])
        #expect(report("bob", "harbour").last == "bob: ada (reading)")
    }

    @Test mutating func `ignores a report that is older than the newest one`() {
        _ = report("ada", "harbour", number: 2)
        #expect(report("ada", "market", number: 1) == ["ignored"])
        #expect(report("bob", "harbour") == ["ada: bob", "bob: ada"])
    }

    @Test mutating func `ignores what is beyond its limits, and continues`() {
        for user in ["ada", "bob", "eve"] { _ = report(user, "harbour") }
        #expect(report("zoe", "harbour") == ["ignored"])
        _ = report("eve", nil, number: 2)
        #expect(report("zoe", "harbour").count == 3)
        #expect(report("ada", "the lighthouse", number: 2) == ["ignored"])
        #expect(report("ada", "market", status: "ääääää", number: 2) == ["ignored"])
        #expect(report("ada", "äääää", number: 2).contains("ada: "))
    }

    @Test mutating func `tells the others when a session is forgotten`() {
        _ = (report("ada", "harbour"), report("bob", "harbour"))
        list.forget("bob")
        #expect(answers() == ["ada: "])
        list.forget("bob")
        #expect(answers() == [])
    }

    @Test mutating func `answers a thousand arrivals during a round with one more answer for each`() throws {
        list = PresenceList()
        receive("user 1", "harbour")
        let first = try takeAnswer()
        for number in 2...1000 { receive("user \(number)", "harbour") }
        #expect(list.takeAnswer() == nil)
        list.answerIsDone(first)
        var answers: [PresenceList.Answer] = []
        while let answer = list.takeAnswer() { answers.append(answer) }
        #expect(Set(answers.map(\.user)).count == 1000)
        #expect(answers.count == 1000)
        #expect(answers.allSatisfy { $0.content.others.count == 999 })
        for answer in answers { list.answerIsDone(answer) }
        #expect(list.takeAnswer() == nil)
    }

    @Test mutating func `lets places take turns, so that none waits for the answers of a popular one`() {
        list = PresenceList()
        for session in ["a", "b", "c"] { receive(session, "harbour") }
        receive("d", "market")
        var users: [String] = []
        while let answer = list.takeAnswer() {
            if users.isEmpty { receive("e", "quay") }
            users.append(answer.user)
            list.answerIsDone(answer)
        }
        #expect(users == ["a", "d", "e", "a", "b", "c"])
    }

    @Test mutating func `makes a postponed answer anew, and none for a session that has left`() throws {
        list = PresenceList()
        receive("ada", "harbour")
        let late = try takeAnswer()
        receive("bob", "harbour")
        list.postpone(late)
        receive("ada", "harbour", status: "fishing", number: 2)
        #expect(answers() == ["ada: ", "ada: bob", "bob: ada (fishing)"])
        receive("eve", "harbour")
        let last = try takeAnswer()
        receive("eve", nil, number: 2)
        list.postpone(last)
        #expect(answers() == ["ada: bob, eve", "bob: ada (fishing), eve", "ada: bob", "bob: ada (fishing)"])
    }

    @Test mutating func `has the first users by name in an answer, up to a limit`() {
        list = PresenceList(userLimit: 2)
        for user in ["zoe", "bob", "eve"] { receive(user, "harbour") }
        #expect(
            report("ada", "harbour").suffix(4) == ["ada: bob, eve", "bob: ada, eve", "eve: ada, bob", "zoe: ada, bob"])
    }

    @Test func `has users that JSON writes as a name, or as an object with a status`() throws {
        let users = [Presence.User("bob"), Presence.User("eve", status: "asleep")]
        let answer = PresenceAnswer(clientID: "3f0c", number: 1, others: users)
        let text = #"{"number":1,"others":["bob",{"status":"asleep","user":"eve"}],"session":"3f0c"}"#
        #expect(String(decoding: answer.body, as: UTF8.self) == text)
        #expect(PresenceAnswer(answer.body) == answer)
        let report = PresenceReport(user: "ada", place: "harbour", status: "fishing", clientID: "3f0c", number: 1)
        let reported = #"{"number":1,"place":"harbour","session":"3f0c","status":"fishing","user":"ada"}"#
        #expect(String(decoding: report.body, as: UTF8.self) == reported)
        #expect(PresenceReport(report.body) == report)
        for malformed in [#"{"number":1,"others":[7],"session":"a"}"#, #"{"number":1,"others":[{}],"session":"a"}"#] {
            #expect(PresenceAnswer(Array(malformed.utf8)) == nil)
        }
    }
}
