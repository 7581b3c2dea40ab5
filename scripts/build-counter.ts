import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type InlineConfig, type Rollup } from "vite";
import { projectFolder } from "#server/process/project-folder.ts";

/*
 * Part of `npm run build`: the page of the counter (app/entry.counter.tsx) and its service worker, each as one script
 * without Remix, into the build's client folder. Their names are in build/counter.json, which
 * app/routes/staff/counter-document.server.tsx reads.
 */

const folder = path.join(projectFolder, "build");

const page = await bundle("app/entry.counter.tsx");
const worker = await bundle("app/components/staff/counter/counter-worker.ts");
const name = `/assets/counter-${createHash("sha256").update(page).digest("hex").slice(0, 10)}.js`;
await writeFile(path.join(folder, "client", name), page);
await writeFile(path.join(folder, "counter.json"), JSON.stringify({ script: name, worker }));
console.log(`counter: ${Math.round(page.length / 1000)} kB`);

/** One script of its own, that starts by itself. */
async function bundle(entry: string): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    root: projectFolder,
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: "es2022",
      minify: process.env.QUICK_BUILD ? "esbuild" : "terser",
      write: false,
      rollupOptions: {
        input: path.join(projectFolder, entry),
        output: {
          format: "iife",
          // zod would try `eval` once, which the policy forbids and browsers report.
          banner: "globalThis.__zod_globalConfig={jitless:true};",
        },
      },
    },
  };
  const result = await build(config);
  const [first] = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    "output" in each ? each.output.filter((part): part is Rollup.OutputChunk => part.type === "chunk") : [],
  );
  if (!first) throw new Error(`${entry} came to nothing`);
  return first.code;
}
