/*
 * The service worker of /shop-manager/counter. It answers that page and the files that the page is made of, from its own
 * cache, and nothing else: no other page, no data, nothing personal. The route in front of it
 * (app/routes/system/counter-files.ts) writes what it keeps before it; another build is another worker, which takes over
 * at once and removes what the one before kept.
 */

/** What a build of the page is made of. */
export interface CachedPage {
  version: string;
  address: string;
  /** The page itself: the same for everybody. */
  html: string;
  headers: Record<string, string>;
  /** The addresses of its scripts, styles and fonts, whose names have hashes. */
  files: string[];
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface AskedEvent extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response> | Response): void;
}

declare const self: EventTarget & {
  keptPage: CachedPage;
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
};

const PREFIX = "counter-";
const { version, address, html, headers, files } = self.keptPage;
const cacheName = PREFIX + version;

function on<Kind extends WorkerEvent>(name: string, act: (event: Kind) => void): void {
  self.addEventListener(name, (event) => act(event as Kind));
}

on("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(files);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

on("activate", (event) => {
  const takeOver = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

on<AskedEvent>("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === address) event.respondWith(new Response(html, { headers }));
    return;
  }
  if (!files.includes(pathname)) return;
  const answer = async () => (await caches.match(pathname, { cacheName })) ?? fetch(request);
  event.respondWith(answer());
});
