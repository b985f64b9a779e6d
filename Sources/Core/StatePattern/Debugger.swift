// The REPL and the debugger call no `description`. They print the stored properties of a machine, and look in the
// program for records that say how to shorten them. `@DebugDescription` writes such records, but not for a generic
// class. The two records below make them print `StatePattern.Context<Player.State> = Player.Stopped` in the place of
// the properties of `Context`. The first is a summary string, which knows the type of an object, but cannot hide
// properties. The second is a program, which hides the properties and prints the summary string. A machine's own class
// has another name, which no record here can match. Documented in LLDB's manual: "Variable Formatting" and "Formatter
// Bytecode".
//
// Attributes for sections came with Swift 6.3. An older compiler leaves the records out.
#if compiler(>=6.3) && !hasFeature(Embedded)
private typealias Eight = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)
private typealias Record = (Eight, Eight, Eight, Eight, Eight, Eight, (UInt8, UInt8, UInt8, UInt8))

#if objectFormat(ELF)
@section(".lldbsummaries")
#elseif objectFormat(MachO)
@section("__TEXT,__lldbsummaries")
#endif
// The version (1), the number of bytes that follow (50), and two texts with their lengths: a regular expression for names
// of types, ^StatePattern[.]ContextCore<.+>$, and the summary, ${var.leaf%T}. Zeros fill the record.
@used private let summaryOfCore: Record = (
    (1, 50, 33, 94, 83, 116, 97, 116), (101, 80, 97, 116, 116, 101, 114, 110), (91, 46, 93, 67, 111, 110, 116, 101),
    (120, 116, 67, 111, 114, 101, 60, 46), (43, 62, 36, 0, 14, 36, 123, 118), (97, 114, 46, 108, 101, 97, 102, 37),
    (84, 125, 0, 0)
)

#if objectFormat(ELF)
@section(".lldbformatters")
#elseif objectFormat(MachO)
@section("__TEXT,__lldbformatters")
#endif
// The version (1), the number of bytes that follow (50), a regular expression for names of types with its length,
// ^StatePattern[.]Context<.+>$, and 9: typealiases count as their types (1), and properties are hidden (8). Then, for the
// summary (0), a program with its length (18): push "core" (0x22, 4, …), @get_child_with_name (0x23 0x12), call (0x60),
// @summary (0x23 0x00), call (0x60), and return (0x13) as often as fills the record.
@used private let formatterOfContext: Record = (
    (1, 50, 28, 94, 83, 116, 97, 116), (101, 80, 97, 116, 116, 101, 114, 110), (91, 46, 93, 67, 111, 110, 116, 101),
    (120, 116, 60, 46, 43, 62, 36, 9), (0, 18, 0x22, 4, 99, 111, 114, 101),
    (0x23, 0x12, 0x60, 0x23, 0x00, 0x60, 0x13, 0x13), (0x13, 0x13, 0x13, 0x13)
)
#endif
