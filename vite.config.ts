import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import remixConfig from "./remix.config.js";
import { withClientAddress } from "./server/http/client-address.ts";

/**
 * Every package that browser code imports. Remix's development server otherwise tries to bundle
 * server-only packages for the browser and reloads half-way (docs/decisions/001-remix-on-vite.md).
 */
const browserPackages = [
  "@conform-to/react",
  "@conform-to/zod/v4",
  "@paypal/paypal-js",
  "@stripe/react-stripe-js",
  "@stripe/stripe-js",
  "@tanstack/react-query",
  "@trpc/client",
  "@trpc/react-query",
  "lucide-react",
  "sonner",
  "superjson",
  "zod",
];

/**
 * Bundled into the server build, of which only the parts in use are loaded then: left outside, these packages are some
 * 1,800 modules to find and read at every start.
 */
const bundledOnServer = [
  /^@react-email\//,
  /^@?hono\//,
  /^@trpc\//,
  /^@tanstack\//,
  "hono",
  "lucide-react",
  "stripe",
  "zod",
];

/**
 * Imports each icon from its own file: by way of the index, which names two thousand, all icons of the application would
 * seem to belong to every page that has one.
 */
function iconsByName(): Plugin {
  const namedImport = /import \{([^}]+)\} from "lucide-react";/g;
  return {
    name: "icons-by-name",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/app/") || !code.includes('from "lucide-react"')) return null;
      return code.replace(namedImport, (_statement, names: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name) => `import ${name} from "lucide-react/icons/${inKebabCase(name)}";`)
          .join(" "),
      );
    },
  };
}

function inKebabCase(name: string): string {
  return name
    .replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?=[A-Z])/g, "-")
    .toLowerCase();
}

/** What every page loads: the root route and the browser's entry with all that they import, and what every public page adds. */
const ENTRIES = /\/app\/(root|entry\.client)\.tsx/;
const ON_EVERY_PAGE = /\/app\/components\/(layout\/structured-data|ui\/(card|badge|empty-state))\.tsx/;

/**
 * Modules that are small alone and wanted together: what forms are made of, what customers see of their orders, pictures,
 * prices per measure, and what delivery costs. A group holds everything between its modules: one that is left out, and
 * imports what is in it, makes two files import each other, and neither starts.
 */
const TOGETHER = {
  fields: /\/app\/(components\/ui\/fields|lib\/forms\/checked-form)\./,
  account: /\/app\/components\/account\/(account-fields|account-notices)|\/icons\/eye(-off)?\.mjs/,
  orders: /\/app\/components\/orders\/(own-order-details|order-)/,
  pictures: /\/app\/components\/ui\/(picture|pictures)\.tsx?|\/server\/media\/media-address\.ts/,
  measures: /\/app\/components\/catalogue\/per-measure\.tsx|\/server\/pricing\/price-per-measure\.ts/,
  delivery:
    /\/server\/pricing\/(delivery|delivery-sentences|delivery-zones|loads|served-places|totals|vat)\.ts/,
};

/**
 * Which file a module goes to. Rollup alone would make a file of each set of modules that the same routes share, some
 * forty on a page; what every page loads is one file of packages and one of our own instead.
 */
function frameChunks() {
  const frame = new Set<string>();
  return (id: string, { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): string | undefined => {
    if (frame.size === 0) {
      const waiting = [...getModuleIds()].filter((each) => ENTRIES.test(each) || ON_EVERY_PAGE.test(each));
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (frame.has(next)) continue;
        frame.add(next);
        waiting.push(...(getModuleInfo(next)?.importedIds ?? []));
      }
    }
    if (ENTRIES.test(id)) return undefined;
    if (!frame.has(id)) return Object.entries(TOGETHER).find(([, modules]) => modules.test(id))?.[0];
    // Modules that the bundler makes up (\0) help the packages; in our own file they would make the two import each other.
    const isOfPackages = id.includes("/node_modules/") || id.startsWith("\0");
    return isOfPackages ? "packages" : "frame";
  };
}

/**
 * Left to scripts/bundle-start.ts: the shop's own modules outside app/, which `npm start` needs before the application,
 * would otherwise be there twice, and with them the database's entities.
 */
const forServer = { rollupOptions: { external: /^#(server|db)\// } };

/**
 * terser takes 5 kB more off the packages of every page than Vite's own esbuild (docs/decisions/026), and as long as all
 * the rest of the build: a first `npm start` does without.
 */
const forBrowsers = {
  minify: process.env.QUICK_BUILD ? "esbuild" : "terser",
  terserOptions: { compress: { passes: 2 }, format: { comments: false } },
  rollupOptions: { output: { manualChunks: frameChunks(), onlyExplicitManualChunks: true } },
} as const;

/** The development server tells the application who asks, as the shop's own does. */
function clientAddress(): Plugin {
  return {
    name: "client-address",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) =>
        withClientAddress(() => next(), { trustProxy: false })(request, response),
      );
    },
  };
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [command === "build" && iconsByName(), tailwindcss(), clientAddress(), remix(remixConfig)],
  server: { host: "127.0.0.1", watch: { ignored: ["**/.data/**", "**/.cache/**", "**/build/**"] } },
  optimizeDeps: { noDiscovery: true, include: browserPackages },
  ...(command === "build" ? { ssr: { noExternal: bundledOnServer } } : {}),
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // scripts/build.ts copies it, once its pictures are made.
    copyPublicDir: false,
    ...(isSsrBuild ? forServer : forBrowsers),
  },
}));
