import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/* Node reads TypeScript, but not JSX, in which the shop's mails are written. */

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  jsx: ts.JsxEmit.ReactJSX,
  verbatimModuleSyntax: true,
};

registerHooks({
  load(address, context, next) {
    if (!address.endsWith(".tsx")) return next(address, context);
    const source = ts.transpileModule(readFileSync(fileURLToPath(address), "utf8"), { compilerOptions });
    return { format: "module", source: source.outputText, shortCircuit: true };
  },
});
