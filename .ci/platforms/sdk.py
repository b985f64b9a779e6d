"""Makes stand-ins for the SDKs of macOS 15, iOS 18 and WebAssembly, enough to type-check this package for them.

- The standard library and Swift Testing are the toolchain's own: their textual interfaces have every `@available`.
- The C headers are Apple's: the PyPI package `ziglang` ships them. WebAssembly gets none.
- Dispatch and Foundation are those of Linux, printed by the toolchain and made into interfaces. What only Apple's
  have is missing: Objective-C classes, their exact annotations, bridging casts. WebAssembly gets neither.
"""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import interfaces
from interfaces import LINUX, TOOLCHAIN

HERE = pathlib.Path(__file__).resolve().parent
ZIGLANG = "ziglang==0.17.1"
# The triple of the compiler, and the name of files for it.
PLATFORMS = {
    "macos": ("x86_64-apple-macosx15.0", "x86_64-apple-macos"),
    "ios": ("x86_64-apple-ios18.0-simulator", "x86_64-apple-ios-simulator"),
    "wasm": ("wasm32-unknown-wasip1", "wasm32-unknown-wasip1"),
}
STANDARD = (
    "Swift SwiftOnoneSupport _Concurrency Synchronization Observation _StringProcessing _RegexParser RegexBuilder "
    "Distributed _Builtin_float _Volatile _TestDiscovery _TestingInterop Testing _Testing_Foundation"
).split()


class SDK:
    """The stand-in for one platform, in a folder."""

    def __init__(self, folder, platform):
        self.folder = pathlib.Path(folder) / platform
        self.platform = platform
        self.triple, self.arch = PLATFORMS[platform]
        self.library = self.folder / "usr/lib/swift"
        self.is_apple = "apple" in self.triple
        # The compiler looks for modules of Apple's platforms in another folder than for those of others.
        self.modules = self.library if self.is_apple else self.library / "wasi"

    def frontend(self, *arguments):
        """The command that runs the compiler for this platform."""
        plugins = TOOLCHAIN / "lib/swift/host"
        return [
            f"{TOOLCHAIN}/bin/swift-frontend", "-frontend", *arguments, "-target", self.triple, "-disable-objc-interop",
            "-sdk", f"{self.folder}", "-resource-dir", f"{self.library}", "-module-cache-path", f"{self.folder}/cache",
            "-in-process-plugin-server-path", f"{plugins}/libSwiftInProcPluginServer.so",
            "-plugin-path", f"{plugins}/plugins", "-plugin-path", f"{plugins}/plugins/testing",
        ]  # fmt: skip

    def interface(self, module):
        return self.modules / f"{module}.swiftmodule" / f"{self.arch}.swiftinterface"

    def write(self, module, text):
        path = self.interface(module)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def add_headers(self, headers):
        self.library.mkdir(parents=True)
        for name in ["shims", "apinotes", "clang"]:
            os.symlink(TOOLCHAIN / "lib/swift" / name, self.library / name)
        if self.is_apple:
            os.symlink(headers, self.folder / "usr/include")

    def add_standard_library(self):
        for module in STANDARD:
            text = (LINUX / f"{module}.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface").read_text()
            text = text.replace("-target x86_64-unknown-linux-gnu", f"-target {self.triple}")
            text = text.replace(" -target-min-inlining-version min", "")
            # Bodies for older systems are not in an interface for Linux.
            text = re.sub(r"@backDeployed\([^)]*\)", "", text)
            text = re.sub(r"(?m)^((?:public )?import) Glibc$", r"\1 Darwin" if self.is_apple else "", text)
            text = text.replace("SwiftGlibc.", "").replace("Glibc.", "")
            text = text.replace("_swift_stdlib_gettid()", "UInt32(0)")
            if not self.is_apple:
                # Functions in C for a type that is there on x86 only.
                text = re.sub(r"self = _stdlib_(remainderl|squareRootl)\([^)]*\)", "fatalError()", text)
            if module == "_Concurrency":
                # The typed failures of asynchronous sequences, which are called otherwise in this interface.
                available = "@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)"
                implements = r"(\s*@_implements\(_Concurrency\.Async(?:Iterator|Sequence)\w*, *(?:Failure|__\w+)\))"
                text = re.sub(rf"@available\([^)]*\)\n{implements}", rf"{available}\n\1", text)
            self.write(module, text)
        shutil.copytree(LINUX / "Testing.swiftcrossimport", self.library / "Testing.swiftcrossimport")

    def add_overlay(self):
        codes = {}
        for line in (self.folder / "usr/include/sys/errno.h").read_text().splitlines():
            match = re.match(r"#define\s+(E[A-Z0-9]+)\s+(\d+)\s", line)
            if match and match[1] != "ELAST":
                codes.setdefault(match[2], match[1])
        cases = "".join(f"    case {name} = {number}\n" for number, name in codes.items())
        module = self.library / "Darwin.swiftmodule"
        module.mkdir()
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "Darwin.swift")
            source.write_text(
                (HERE / "overlay.swift").read_text() + f"public enum POSIXErrorCode: Int32, Sendable {{\n{cases}}}\n"
            )
            options = ["-emit-module", "-module-name", "Darwin", "-o", f"{module}/{self.arch}.swiftmodule"]
            options += ["-swift-version", "5", "-parse-as-library", f"{source}"]
            subprocess.run(self.frontend(*options), check=True)

    def add(self, module, imports, text):
        """Adds a module of Linux, and takes out of it what an interface cannot say."""
        flags = f"-target {self.triple} -disable-objc-interop -enable-library-evolution -swift-version 5"
        self.write(
            module,
            "// swift-interface-format-version: 1.0\n// swift-compiler-version: stand-in\n"
            f"// swift-module-flags: {flags} -module-name {module}\n"
            "import Swift\nimport _Concurrency\nimport _StringProcessing\n"
            + "\n".join([*imports, text, ""]),
        )
        path = self.interface(module)
        with tempfile.TemporaryDirectory() as folder:
            test = pathlib.Path(folder, "test.swift")
            test.write_text(f"import {module}\n")
            for _ in range(20):
                for old in glob.glob(f"{self.folder}/cache/{module}-*"):
                    os.remove(old)
                command = self.frontend("-typecheck", "-swift-version", "6", f"{test}")
                result = subprocess.run(command, capture_output=True, text=True)
                place = re.escape(f"{path}") + r":(\d+):\d+: error: (.*)"
                problems = {int(m[1]) - 1: m[2] for m in re.finditer(place, result.stdout + result.stderr)}
                if not problems and result.returncode == 0:
                    return
                if not problems:
                    break
                path.write_text(interfaces.without(problems, path.read_text().split("\n")))
        sys.exit(f"{module} does not become an interface: {result.stderr[:2000]}")


def add_include(folder):
    """Downloads the C headers of Darwin."""
    include = pathlib.Path(folder, "include")
    with tempfile.TemporaryDirectory() as download:
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--dest", download, ZIGLANG]
        subprocess.run([sys.executable, "-m", "pip", "download", *options], check=True)
        wheel = zipfile.ZipFile(glob.glob(f"{download}/ziglang-*.whl")[0])
        inside = "ziglang/lib/libc/include/any-darwin-any/"
        left_out = (f"{inside}dispatch/", f"{inside}objc/")
        names = [name for name in wheel.namelist() if name.startswith(inside) and not name.startswith(left_out)]
        wheel.extractall(download, names)
        shutil.copytree(f"{download}/{inside}", include)
    shims = TOOLCHAIN / "lib/swift/shims/module.modulemap"
    modules = ["SwiftShims", "SwiftOverlayShims", "_SwiftConcurrencyShims", "_SynchronizationShims"]
    externs = "".join(f'extern module {name} "{shims}"\n' for name in modules)
    (include / "module.modulemap").write_text((HERE / "headers.modulemap").read_text() + externs)
    # It is declared in <util.h>, which is not among the headers.
    (include / "openpty.h").write_text(
        "#include <sys/types.h>\n#include <termios.h>\n#include <sys/ioctl.h>\n"
        "int openpty(int *, int *, char *, struct termios *, struct winsize *);\n"
    )
    return include.resolve()


def make(folder):
    """Makes the stand-ins of all platforms in a folder that is not there yet."""
    pathlib.Path(folder).mkdir(parents=True)
    include = add_include(folder)
    texts = {module: "\n".join(map(interfaces.printed, parts)) for module, _, parts in interfaces.MODULES}
    sdks = [SDK(folder, platform) for platform in PLATFORMS]
    for sdk in sdks:
        sdk.add_headers(include)
        sdk.add_standard_library()
        if not sdk.is_apple:
            continue
        sdk.add_overlay()
        for module, imports, _ in interfaces.MODULES:
            text = texts[module]
            if sdk.platform == "ios":
                # No program starts another one there.
                text = re.sub(r"(?m)^((?:open|public) class Process )", r"@available(iOS, unavailable)\n\1", text)
            sdk.add(module, imports, text)
    return sdks
