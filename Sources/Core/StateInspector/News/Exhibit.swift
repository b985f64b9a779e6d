/// A machine as it is shown at a moment.
struct Exhibit {
    let number: Int
    let name: String
    let record: MachineRecord
}
