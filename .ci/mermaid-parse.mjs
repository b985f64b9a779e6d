// Reads a Mermaid diagram from standard input and prints what Mermaid's own parser makes of it, as JSON; a syntax error
// goes to standard error, with exit status 1.
// usage: node mermaid-parse.mjs <parser.bundle.cjs of the PyPI package mermaid-parser-py>
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const parser = createRequire(import.meta.url)(process.argv[2]);
try {
    console.log(await (parser.default ?? globalThis.parse_mermaid)(readFileSync(0, "utf8")));
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
