"""Makes interfaces of modules of Linux, which Apple's platforms have as well."""
import pathlib
import re
import shutil
import subprocess
import tempfile

TOOLCHAIN = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent
LINUX = TOOLCHAIN / "lib/swift/linux"

DISPATCH = "public typealias dispatch_fd_t = Int32\npublic typealias dispatch_time_t = UInt64"
RANGE = (
    "public struct NSRange: Sendable { public var location: Int; public var length: Int; "
    "public init(); public init(location: Int, length: Int) }"
)
# Each with its imports, and the modules of Linux that it consists of.
MODULES = [
    ("Dispatch", ["@_exported import Darwin", DISPATCH], ["Dispatch"]),
    ("FoundationEssentials", ["import Darwin", "import Synchronization"], ["FoundationEssentials"]),
    (
        "FoundationInternationalization",
        ["import Darwin", "import Synchronization", "import FoundationEssentials"],
        ["FoundationInternationalization"],
    ),
    (
        "Foundation",
        ["import Synchronization"]
        + [f"@_exported import {name}" for name in ["Darwin", "Dispatch", "FoundationEssentials"]]
        + ["@_exported import FoundationInternationalization", RANGE],
        ["Foundation", "FoundationNetworking", "FoundationXML"],
    ),
]


def without(problems, lines):
    """Takes out the declarations in which the compiler found problems."""
    cut = set()
    for number, problem in problems.items():
        if "must not contain stored properties" in problem and "{" not in lines[number]:
            lines[number] += " { get }"
            continue
        end = start = number
        depth = 0
        while True:
            depth += lines[end].count("{") - lines[end].count("}")
            if depth <= 0:
                break
            end += 1
        while re.match(r"^\s*@\w+(\(.*\))?\s*$", lines[start - 1]):
            start -= 1
        cut.update(range(start, end + 1))
    return "\n".join(line for index, line in enumerate(lines) if index not in cut)


def printed(module):
    """The public declarations of a module of Linux, as an interface has them."""
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "text")
        options = ["-module-name", module, "-target", "x86_64-unknown-linux-gnu", "-I", f"{LINUX}", "-o", f"{text}"]
        subprocess.run(["swift-synthesize-interface", *options], check=True)
        text = text.read_text()
    text = re.sub(r"(?m)^\s*//.*\n", "", text)
    text = re.sub(r"(?s)/\*\*.*?\*/", "", text)
    text = re.sub(r"(?m)^import .*\n", "", text)
    lines = []
    for line in text.split("\n"):
        if re.search(r"\bsubscript[(<]", line) and not re.search(r"\{|@available|static func", line):
            line = line.replace("@inlinable ", "") + " { get set }"
        line = re.sub(r"\b(private|internal|fileprivate|package)\(set\) ", "", line)
        line = re.sub(r"^(\s*.*\b)let (.*\{ get \})$", r"\1var \2", line)
        if line.strip():
            lines.append(line)
    text = "\n".join(lines)
    # What the compiler synthesizes is spelt out in an interface.
    raw = "U?Int(?:8|16|32)?|String"
    text = re.sub(
        rf"(?m)^( *)((?:@\w+ )?public )enum (\w+) : ({raw})\b([^{{\n]*)\{{",
        r"\1\2enum \3 : \4\5{\n\1    public init?(rawValue: \4)\n\1    public typealias RawValue = \4\n"
        r"\1    public var rawValue: \4 { get }",
        text,
    )
    # Protocols with an underscore are not printed.
    text = text.replace(
        "public struct URLError : Sendable {",
        "public struct URLError : Error, Sendable {\n    public var code: Code { get }\n"
        "    public var localizedDescription: String { get }\n"
        "    public init(_ code: Code, userInfo: [String: Any] = [:])",
    )
    return text.replace("public class DispatchObject {", "public class DispatchObject {\n    internal init()")
