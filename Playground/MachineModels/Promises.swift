import StateExploration

/// The promises of a machine: sentences for people, each with the property that is checked.
public typealias Promises<Request: Hashable & Sendable> = KeyValuePairs<String, StateGraph<Request>.Property>
