import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { z } from "zod";
import type { CachedPage } from "#app/components/staff/counter/counter-worker.ts";
import frauncesFile from "../../fonts/fraunces.woff2?url";
import interFile from "../../fonts/inter.woff2?url";
import stylesheet from "../../styles/app.css?url";

/** The page of the counter, and the service worker's scope. */
export const COUNTER_ADDRESS = "/shop-manager/counter";
export const COUNTER_WORKER = "/counter-worker.js";
export const COUNTER_MANIFEST = "/counter.webmanifest";

/** What scripts/build-counter.ts made; null where nothing is built, as in development. */
interface CounterBuild {
  script: string;
  worker: string;
}

const buildSchema = z.object({ script: z.string(), worker: z.string() });

let build: CounterBuild | null | undefined;

/** Read once: a new build comes with a new process. */
function counterBuild(): CounterBuild | null {
  if (process.env.NODE_ENV === "development") return null;
  build ??= readBuild();
  return build;
}

function readBuild(): CounterBuild | null {
  try {
    // The folder in which the shop runs is the project's (server/start.ts).
    return buildSchema.parse(JSON.parse(readFileSync("build/counter.json", "utf8")));
  } catch {
    return null;
  }
}

/** The development server's own: what it puts before modules with components, and the page's module. */
const DEVELOPMENT_SCRIPTS = ["/@id/__x00__virtual:remix/inject-hmr-runtime", "/app/entry.counter.tsx"];

/**
 * The document of the counter, the same for everybody, with its policy: nothing in it is personal, so that a service
 * worker may keep it. Its script asks the shop for what is.
 */
export function counterDocument(storeName: string): Pick<CachedPage, "html" | "headers" | "files"> {
  const made = counterBuild();
  const isDevelopment = process.env.NODE_ENV === "development";
  const files = [stylesheet, interFile, frauncesFile, ...(made ? [made.script] : [])];
  const page = (
    <html lang="en-GB" {...(made ? { "data-worker": COUNTER_WORKER, "data-scope": COUNTER_ADDRESS } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17191a" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex" />
        <title>{`Counter | ${storeName}`}</title>
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={interFile} />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={frauncesFile} />
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={COUNTER_MANIFEST} />
        {made && <script defer src={made.script} />}
        {isDevelopment &&
          DEVELOPMENT_SCRIPTS.map((address) => <script key={address} type="module" src={address} />)}
      </head>
      <body className="min-h-dvh">
        <main className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
          <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
            <div>
              <p className="text-sm text-ink-soft">{storeName}</p>
              <h1 className="text-3xl">Counter</h1>
            </div>
            <nav aria-label="Staff">
              <a href="/shop-manager" className="underline">
                Shop Manager
              </a>
            </nav>
          </header>
          <div id="counter">
            {/* Until the script is there, or for good. */}
            <p className="text-ink-soft">
              This page needs JavaScript: it keeps orders on this device. Orders are in the{" "}
              <a href="/shop-manager" className="underline">
                shop manager's usual screen
              </a>
              .
            </p>
          </div>
        </main>
      </body>
    </html>
  );
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy(isDevelopment),
    },
    files,
  };
}

/** Nothing but what the page is made of: its own files, the shop's answers, its manifest and its worker. */
function policy(isDevelopment: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The service worker, with the page that it keeps before it: another build, or another name of the shop, is another
 * worker. Where nothing is built it takes itself away.
 */
export function counterWorkerScript(storeName: string): string {
  const made = counterBuild();
  if (!made) return "self.registration.unregister();";
  const content = { address: COUNTER_ADDRESS, ...counterDocument(storeName) };
  const version = createHash("sha256")
    .update(JSON.stringify(content))
    .update(made.worker)
    .digest("hex")
    .slice(0, 16);
  const page: CachedPage = { version, ...content };
  return `self.keptPage = ${JSON.stringify(page)};\n${made.worker}`;
}
