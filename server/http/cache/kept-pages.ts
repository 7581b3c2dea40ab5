import type { Answer } from "../remix-application.ts";
import { SplicedGzip } from "./spliced-gzip.ts";

/** A page is made anew after this long at the latest, whatever was heard of changes. */
const LONGEST_AGE_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** An answer as it is kept: everything but the nonce and, in a shared page, what follows it for each visitor. */
export interface KeptPage {
  version: number;
  madeAt: number;
  headers: [name: string, value: string][];
  /** The Content-Security-Policy around its nonces; none where there is no nonce. */
  policy: string[] | undefined;
  body: SplicedGzip;
  byteLength: number;
}

export interface KeptPagesOptions {
  now?: () => number;
  mostBytes?: number;
}

/** Pages in memory, each at one version of what it is made of; the oldest go when there are too many. */
export class KeptPages {
  readonly #now: () => number;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, KeptPage>();
  readonly #making = new Map<string, { version: number; page: Promise<KeptPage | undefined> }>();
  #bytes = 0;

  constructor({ now = () => performance.now(), mostBytes = MOST_BYTES }: KeptPagesOptions = {}) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** The page of that version, unless it is too old. */
  find(key: string, version: number): KeptPage | undefined {
    const known = this.#kept.get(key);
    return known?.version === version && this.#now() - known.madeAt < LONGEST_AGE_MS ? known : undefined;
  }

  /**
   * The page, made once however many wait for it; undefined where it may not be kept or could not be made. `end` is
   * what a page ends with that something follows in; such a page must end so.
   */
  make(
    key: string,
    version: number,
    answer: () => Promise<Answer | undefined>,
    end = "",
  ): Promise<KeptPage | undefined> {
    const begun = this.#making.get(key);
    if (begun?.version === version) return begun.page;
    const madeAt = this.#now();
    const page = answer()
      .then((answered) => answered && keptPageOf(answered, end, { version, madeAt }))
      // Whoever waited asks the application, and learns from it what is wrong.
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

  #keep(key: string, page: KeptPage): void {
    this.#bytes += page.byteLength - (this.#kept.get(key)?.byteLength ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, page);
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}

/** Set for each answer anew. */
const ownHeaders = new Set(["content-length", "content-security-policy", "vary"]);

function keptPageOf(
  { status, headers, body }: Answer,
  end: string,
  moment: Pick<KeptPage, "version" | "madeAt">,
): KeptPage | undefined {
  if (status !== 200 || !Buffer.isBuffer(body)) return undefined;
  const policy = headers.get("content-security-policy");
  const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy ?? "")?.[1];
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  const forAll =
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !/no-store/.test(headers.get("cache-control") ?? "") &&
    // Those who sent a cookie or a key are not answered from here.
    !/[^\s,]/.test((headers.get("vary") ?? "").replace(/\b(accept-encoding|cookie|authorization)\b/gi, ""));
  if (!forAll || (isPage && !nonce) || (policy && !nonce)) return undefined;
  const isOpen = end !== "";
  const length = body.length - end.length;
  if (isOpen && (!isPage || body.toString("latin1", length) !== end)) return undefined;
  const spliced = new SplicedGzip(body.subarray(0, length), nonce ?? "", { isOpen });
  return {
    ...moment,
    headers: [...headers].filter(([name]) => !ownHeaders.has(name)),
    policy: nonce ? policy?.split(nonce) : undefined,
    body: spliced,
    byteLength: spliced.byteLength,
  };
}
