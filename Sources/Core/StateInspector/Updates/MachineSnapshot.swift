/// The data of a machine at one moment, for the pages.
struct MachineSnapshot {
    let number: Int
    let name: String
    let record: MachineRecord
}
