/// A machine at a moment, for pages.
struct MachineSnapshot {
    let number: Int
    let name: String
    let record: MachineRecord
}
