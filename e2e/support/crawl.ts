import { Parser } from "htmlparser2";

export interface CrawledPage extends PageParts {
  /** The page's Content-Security-Policy. */
  policy: string;
}

export interface Crawl {
  /** By path and query. */
  pages: Map<string, CrawledPage>;
  /** The addresses in the sitemap. */
  mapped: string[];
  /** The addresses of pages and files with a good response. */
  answered: ReadonlySet<string>;
  /** Each page as it came, whole or refused, that no redirect led to. */
  read: ReadonlyMap<string, ReadPage>;
  /** Errors, with the page where each occurs. */
  broken: string[];
}

export interface ReadPage {
  status: number;
  html: string;
}

interface Found {
  status: number;
  type: string;
  body: string;
  policy: string;
  /** The response header with the content of the robots meta tag. */
  noindex: boolean;
  /** Its redirects; more than one is a chain. */
  redirects: string[];
}

/** Who reads a few pages of each kind. */
export interface SignedIn {
  /** Cookies, as a header. */
  cookie: string;
  /** The start addresses that are read in any case. */
  begin: readonly string[];
  /** More of them, read like links. */
  from: readonly string[];
  /** Pages that a visitor has read already are the same for everybody. */
  publicPages: Crawl;
  /** The kind of page at an address. */
  kindOf: (address: string) => string;
  /** How many of each are read: the orders, months and users that staff see are endless. */
  ofEachKind: number;
}

const AT_ONCE = 8;
/** The status of the page that tells a visitor to sign in. */
export const SIGN_IN_FIRST = 401;
/** More than the site has, to end an endless crawl. */
const MOST_ADDRESSES = 2_000;

/**
 * Reads the whole site as a visitor without a browser: follows every internal link from the home page, the sitemap and
 * some unlinked pages, with every picture in every size, script, style and fragment.
 */
export async function crawlSite(origin: string, from: readonly string[]): Promise<Crawl> {
  const site = new Site(origin);
  const mapped = await site.readMap();
  for (const path of ["/", ...from]) site.follow(path, "the beginning");
  for (const path of mapped) site.follow(path, "the sitemap");
  await site.readAll();
  const { pages, answered, read } = site;
  return { pages, mapped, answered, read, broken: await site.findBroken() };
}

/** A few pages of each kind; of a signed-in person those that a visitor does not see. */
export async function crawlAs(origin: string, signedIn: SignedIn): Promise<Crawl> {
  const site = new Site(origin, signedIn);
  for (const path of signedIn.begin) site.follow(path, "the beginning", true);
  for (const path of signedIn.from) site.follow(path, "the route table");
  await site.readAll();
  const { pages, answered, read } = site;
  return { pages, mapped: [], answered, read, broken: await site.findBroken() };
}

class Site {
  readonly pages = new Map<string, CrawledPage>();
  readonly #origin: string;
  readonly #found = new Map<string, Found>();
  /** The pages that link to an address. */
  readonly #namedBy = new Map<string, Set<string>>();
  #waiting: string[] = [];
  readonly #signedIn: SignedIn | undefined;
  readonly #kinds = new Map<string, number>();

  constructor(origin: string, signedIn?: SignedIn) {
    this.#origin = origin;
    this.#signedIn = signedIn;
  }

  async readMap(): Promise<string[]> {
    const parts = locationsIn((await this.#get("/sitemap.xml")).body);
    const maps = await Promise.all(parts.map((part) => this.#get(this.#pathOf(part, "/") ?? "")));
    return maps.flatMap(({ body }) => locationsIn(body)).map((place) => this.#pathOf(place, "/") ?? place);
  }

  get answered(): ReadonlySet<string> {
    return new Set([...this.#found].filter(([, { status }]) => status === 200).map(([path]) => path));
  }

  get read(): ReadonlyMap<string, ReadPage> {
    const pages = [...this.#found].filter(
      ([, { type, redirects }]) => type.startsWith("text/html") && redirects.length === 0,
    );
    return new Map(pages.map(([path, { status, body: html }]) => [path, { status, html }]));
  }

  /** Notes an address to read, without its fragment, and who links to it. */
  follow(address: string, by: string, inAnyCase = false): void {
    const path = this.#pathOf(address, by.startsWith("/") ? by : "/");
    if (path === undefined || (this.#isReadEnough(path) && !inAnyCase)) return;
    const referrers = this.#namedBy.get(path);
    if (referrers) referrers.add(by);
    else {
      this.#namedBy.set(path, new Set([by]));
      this.#waiting.push(path);
    }
  }

  #isReadEnough(path: string): boolean {
    if (!this.#signedIn || this.#namedBy.has(path)) return false;
    const { publicPages, kindOf, ofEachKind } = this.#signedIn;
    // What a visitor must sign in for, another may see.
    const { status = SIGN_IN_FIRST } = publicPages.read.get(path) ?? {};
    if (publicPages.answered.has(path) || status !== SIGN_IN_FIRST) return true;
    const kind = kindOf(path);
    const count = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, count);
    return count > ofEachKind;
  }

  async readAll(): Promise<void> {
    for (let next = this.#waiting; next.length > 0; next = this.#waiting) {
      this.#waiting = [];
      if (this.#namedBy.size > MOST_ADDRESSES) throw new Error("The site never ends.");
      const lanes = Array.from({ length: AT_ONCE }, async () => {
        for (let path = next.pop(); path !== undefined; path = next.pop()) await this.#read(path);
      });
      await Promise.all(lanes);
    }
  }

  async #read(path: string): Promise<void> {
    const page = await this.#get(path);
    this.#found.set(path, page);
    if (page.type.startsWith("text/css"))
      for (const [, file = ""] of page.body.matchAll(/url\(["']?([^"')]+)/g)) this.follow(file, path);
    if (!page.type.startsWith("text/html") || page.redirects.length > 0) return;
    const parts = partsOf(page.body);
    const { policy, noindex } = page;
    if (page.status === 200) this.pages.set(path, { ...parts, policy, noindex: noindex || parts.noindex });
    for (const address of [...parts.links, ...parts.files]) this.follow(address, path);
  }

  /** Reads a page again before blaming it, because others may change it meanwhile. */
  async findBroken(): Promise<string[]> {
    const broken: string[] = [];
    for (const [path, sources] of this.#namedBy) {
      const wrong = wrongWith(this.#found.get(path));
      if (wrong === undefined) continue;
      // A page that is refused may lead to itself.
      for (const source of sources)
        if (source !== path && (await this.#stillNames(source, path)))
          broken.push(`${source} leads to ${path}: ${wrong}`);
    }
    return [...broken, ...this.#missingFragments()];
  }

  async #stillNames(source: string, path: string): Promise<boolean> {
    if (!source.startsWith("/")) return (await this.readMap()).includes(path) || path === "/";
    const { body, type } = await this.#get(source);
    if (!type.startsWith("text/html")) return true;
    const { links, files } = partsOf(body);
    return [...links, ...files].some((address) => this.#pathOf(address, source) === path);
  }

  #missingFragments(): string[] {
    return [...this.pages].flatMap(([page, { links }]) =>
      links.flatMap((link) => {
        const { hash } = new URL(link, this.#origin + page);
        const target = this.#pathOf(link, page);
        const ids = target === undefined ? undefined : this.pages.get(target)?.ids;
        if (hash === "" || !ids || ids.has(decodeURIComponent(hash.slice(1)))) return [];
        return [`${page} leads to ${link}: there is no such place on the page`];
      }),
    );
  }

  /** Path and query of an address of this site; undefined for any other. */
  #pathOf(address: string, base: string): string | undefined {
    const { origin, pathname, search } = new URL(address, this.#origin + base);
    return origin === this.#origin ? pathname + search : undefined;
  }

  async #get(path: string, redirects: string[] = []): Promise<Found> {
    const headers: Record<string, string> = this.#signedIn ? { cookie: this.#signedIn.cookie } : {};
    const response = await fetch(this.#origin + path, { redirect: "manual", headers });
    const place = response.headers.get("location");
    if (place && redirects.length < 5) {
      await response.arrayBuffer();
      const next = this.#pathOf(place, path);
      if (next !== undefined) return this.#get(next, [...redirects, next]);
    }
    const type = response.headers.get("content-type") ?? "";
    const policy = response.headers.get("content-security-policy") ?? "";
    const noindex = response.headers.get("x-robots-tag")?.includes("noindex") ?? false;
    const body = await response.text();
    return { status: response.status, type, policy, noindex, redirects, body };
  }
}

function wrongWith(page: Found | undefined): string | undefined {
  if (!page) return "was never read";
  if (page.redirects.length > 1) return `a chain of redirects: ${page.redirects.join(", ")}`;
  return page.status === 200 || page.status === SIGN_IN_FIRST ? undefined : `status ${page.status}`;
}

function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = ""]) => place.replaceAll("&amp;", "&"));
}

/** The links and the metadata of a page. */
export interface PageParts {
  /** Addresses of pages, as written. */
  links: string[];
  /** Addresses of pictures, scripts, styles, icons, frames and previews, as written. */
  files: string[];
  ids: Set<string>;
  title: string;
  canonical: string | undefined;
  noindex: boolean;
  /** JSON-LD. */
  structured: { json: string }[];
  /** Inline scripts, with their nonces. */
  inlineScripts: { code: string; nonce: string | undefined }[];
}

/** `rel` values of link elements whose address a browser may fetch. */
const fetched = ["stylesheet", "icon", "preload", "modulepreload", "alternate"];

export function partsOf(html: string): PageParts {
  const parts: PageParts = {
    links: [],
    files: [],
    ids: new Set(),
    title: "",
    canonical: undefined,
    noindex: false,
    structured: [],
    inlineScripts: [],
  };
  let inTitle = false;
  let formAddress: string | undefined;
  let write: ((text: string) => void) | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, href, src, srcset, rel = "", content = "" } = attributes;
      if (id) parts.ids.add(id);
      if (src) parts.files.push(src);
      if (srcset) parts.files.push(...srcset.split(",").map((choice) => choice.trim().split(/\s/)[0] ?? ""));
      if (name === "title") inTitle = parts.title === "";
      if ((name === "a" || name === "area") && href) parts.links.push(href);
      if (name === "form" && attributes.method?.toLowerCase() !== "post") formAddress = attributes.action;
      // No browser sends such a form as it stands.
      if ("required" in attributes) formAddress = undefined;
      if (name === "link" && href) {
        if (rel === "canonical") parts.canonical = href;
        else if (fetched.includes(rel)) parts.files.push(href);
      }
      if (name === "meta") {
        if (attributes.name === "robots") parts.noindex = content.includes("noindex");
        if (attributes.property === "og:image") parts.files.push(content);
      }
      if (name === "script" && attributes.type === "application/ld+json") {
        const structured = { json: "" };
        parts.structured.push(structured);
        write = (text) => {
          structured.json += text;
        };
      } else if (name === "script" && !src && attributes.type !== "application/json") {
        const script = { code: "", nonce: attributes.nonce };
        parts.inlineScripts.push(script);
        write = (text) => {
          script.code += text;
        };
      }
    },
    ontext(text) {
      if (inTitle) parts.title += text;
      write?.(text);
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (name === "script") write = undefined;
      if (name === "form") {
        if (formAddress) parts.links.push(formAddress);
        formAddress = undefined;
      }
    },
  });
  parser.end(html);
  return parts;
}
