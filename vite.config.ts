import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

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

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  server: { host: "127.0.0.1", watch: { ignored: ["**/.data/**", "**/.cache/**", "**/build/**"] } },
  optimizeDeps: { noDiscovery: true, include: browserPackages },
  ...(command === "build" ? { ssr: { noExternal: bundledOnServer } } : {}),
  build: { target: "es2022", assetsInlineLimit: 0 },
}));
