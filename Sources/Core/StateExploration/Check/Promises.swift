/// The promises of a machine: sentences for people, each with the property to check.
public typealias Promises<Request: Hashable & Sendable> = KeyValuePairs<String, StateGraph<Request>.Property>
