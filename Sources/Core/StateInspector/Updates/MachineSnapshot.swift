/// A machine as it is shown at a moment.
struct MachineSnapshot {
    let number: Int
    let name: String
    let record: MachineRecord
}
