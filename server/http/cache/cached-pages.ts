import { createHash } from "node:crypto";
import { CompressedPage } from "./compressed-page.ts";

/** The maximum age of a cached page, even if nothing has changed. */
export const LONGEST_AGE_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** A cached response. */
export interface CachedPage {
  version: number;
  madeAt: number;
  headers: [name: string, value: string][];
  body: CompressedPage;
}

export interface CachedPagesOptions {
  now?: () => number;
  mostBytes?: number;
}

/** Pages in memory, each at one version of its topics; the oldest are evicted when there are too many. */
export class CachedPages {
  readonly #now: () => number;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, CachedPage>();
  readonly #making = new Map<string, { version: number; page: Promise<CachedPage | undefined> }>();
  #bytes = 0;

  constructor({ now = () => performance.now(), mostBytes = MOST_BYTES }: CachedPagesOptions = {}) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** The page at that version, unless it is too old. */
  find(key: string, version: number): CachedPage | undefined {
    const cached = this.#kept.get(key);
    return cached?.version === version && this.#now() - cached.madeAt < LONGEST_AGE_MS ? cached : undefined;
  }

  /**
   * The page, rendered once however many requests wait for it; undefined where it may not be cached or could not be
   * rendered.
   */
  make(key: string, version: number, respond: () => Promise<Response>): Promise<CachedPage | undefined> {
    const begun = this.#making.get(key);
    if (begun?.version === version) return begun.page;
    const madeAt = this.#now();
    const page = respond()
      .then((response) => cachedPageOf(response, { version, madeAt }))
      // The requests that waited go to the application, which reports the error.
      .catch(() => undefined)
      .then((made) => {
        if (made) this.#keep(key, made);
        if (this.#making.get(key) === own) this.#making.delete(key);
        return made;
      });
    const own = { version, page };
    this.#making.set(key, own);
    return page;
  }

  #keep(key: string, page: CachedPage): void {
    this.#bytes += page.body.byteLength - (this.#kept.get(key)?.body.byteLength ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, page);
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= body.byteLength;
    }
  }
}

/** Set for each response, or here. */
const ownHeaders = new Set(["content-length", "content-security-policy", "vary"]);

async function cachedPageOf(
  response: Response,
  moment: Pick<CachedPage, "version" | "madeAt">,
): Promise<CachedPage | undefined> {
  const { status, headers } = response;
  if (status !== 200) return undefined;
  const vary = (headers.get("vary") ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const forAll =
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !/no-store/.test(headers.get("cache-control") ?? "") &&
    // A request with a cookie or a key is not answered from the cache; what is accepted decided about the address before
    // (`withNegotiation`).
    vary.every((name) => ["accept", "accept-encoding", "cookie", "authorization"].includes(name));
  if (!forAll) return undefined;
  const pageHeaders: CachedPage["headers"] = [...headers].filter(([name]) => !ownHeaders.has(name));
  pageHeaders.push([
    "vary",
    [
      ...(vary.includes("accept") ? ["Accept"] : []),
      "Accept-Encoding",
      "Cookie",
      ...vary.filter((name) => name === "authorization"),
    ].join(", "),
  ]);
  const policy = headers.get("content-security-policy");
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!isPage) {
    if (policy) return undefined;
    const body = Buffer.from(await response.arrayBuffer());
    return { ...moment, headers: pageHeaders, body: new CompressedPage(body) };
  }
  const page = policy ? withHashes(await response.text(), policy) : undefined;
  if (!page) return undefined;
  pageHeaders.push(["content-security-policy", page.policy]);
  return { ...moment, headers: pageHeaders, body: new CompressedPage(Buffer.from(page.html)) };
}

const isData = /\btype="application\/(ld\+)?json"/;

/**
 * The page with the hashes of its inline scripts in place of their nonce: they are known once the page is rendered,
 * so its bytes can be the same for everybody. A script without the nonce is not the shop's and gets no hash. Script
 * elements that hold data do not run and need neither (CSP Level 3, 4.2.3; HTML, "prepare the script element").
 */
function withHashes(html: string, policy: string): { html: string; policy: string } | undefined {
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy)?.[1];
  if (!nonce) return undefined;
  const carried = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", content = ""] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    if (!attributes.includes(carried) || / src=/.test(attributes) || isData.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  }
  const plain = html.replaceAll(carried, "");
  if (plain.includes(nonce)) return undefined;
  return { html: plain, policy: policy.replace(`'nonce-${nonce}'`, [...hashes].join(" ")) };
}
