/// Values that a faulty or hostile peer may send in any header, number or field.
public enum HostileValues {
    /// Texts: controls, ends of lines, letters that look alike or cannot be written, very long ones, and the words of formats.
    public static let texts: [String] =
        [
            "", " ", "\0", "a\0b", "\r", "\n", "\r\n", "a\nb:c", ":", ",", "/", "\\", "\\c\\n", "\"", "'", "<script>",
            "]]>", "%00", "%",
            "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "é",
            "e\u{301}",
            "\u{212A}", "👩‍👩‍👧", "null", "true", "{}", "[]", "[[[[", "-", "--help", "..", "../../etc/passwd", "/dev/zero",
            String(repeating: "a", count: 300), String(repeating: "👩‍👩‍👧", count: 5_000),
            String(repeating: "\0", count: 1_000),
        ] + numbers

    /// Numbers as they are written: those beyond every type, fractions, signs, and what is no number.
    public static let numbers: [String] = [
        "0", "-0", "-1", "1", "1.5", "00", "007", "+1", "0x10", "1e1", "1e3", "1e15", "1e18", "1e19", "1e25", "1e300",
        "-1e300",
        "1e-300", "1e999", "NaN", "nan", "Infinity", "-inf", "255", "256", "65536", "2147483648", "4294967296",
        "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551616",
        "170141183460469231731687303715884105728", String(repeating: "9", count: 400),
    ]

    /// Numbers as a program has them.
    public static let doubles: [Double] = [
        0, -0.0, -1, 0.5, 1e3, 1e15, 1e18, 9.3e18, 1e19, 1e25, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.greatestFiniteMagnitude,
    ]
}
