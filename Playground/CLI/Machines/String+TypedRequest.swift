extension String {
    /// The line with the request at its beginning as it is typed: `stalled: …` for `stalled(load:): …`.
    var withTypedRequest: String { replacing(/^(\w+)\([^)]*\)/) { String($0.output.1) } }
}
