// Runs a program of `.ci/embedded` that is compiled for WebAssembly, with what it wants of a C library.
// usage: node .ci/embedded-run.mjs <program>.wasm
import { readFileSync, writeSync } from "node:fs";

const printed = [];
let memory;
let end;
const imports = {
    putchar: (character) => printed.push(character),
    // What is freed is not used again: these programs end soon.
    posix_memalign(result, alignment, size) {
        const start = Math.ceil(end / alignment) * alignment;
        end = start + size;
        if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
        new DataView(memory.buffer).setUint32(result, start, true);
        return 0;
    },
    free() {},
    __stack_chk_fail() {
        throw new Error("The stack was overwritten.");
    },
};

const program = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env: imports });
({ memory } = program.instance.exports);
end = memory.buffer.byteLength;
program.instance.exports.__main_argc_argv(0, 0);
writeSync(1, new Uint8Array(printed));
