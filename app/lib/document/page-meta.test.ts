import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type RootData, storeSummaryOf } from "#app/lib/root-data.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { pageMeta } from "./page-meta.ts";

const root: RootData = {
  store: storeSummaryOf({ ...defaultSettings, storeName: "Fen Char" }),
  publicUrl: "https://shop.example",
  actor: { kind: "visitor", signedIn: false, name: null, role: null },
  cart: { lines: [], itemCount: 0 } as unknown as RootData["cart"],
  notice: null,
  testPayments: false,
  work: null,
};

function tagsOf(meta: ReturnType<typeof pageMeta>, path: string, data?: unknown, rootData?: RootData) {
  const location = { pathname: path, search: "?utm_source=mail", hash: "", state: null, key: "" };
  const matches = [{ id: "root", data: rootData }];
  const args = { data, location, matches, params: {} } as unknown as Parameters<typeof meta>[0];
  return meta(args) ?? [];
}

describe("what a page says of itself", () => {
  const about = pageMeta({ title: "About", description: "Who we are." });

  it("names the shop of the settings in the title", () => {
    expect(tagsOf(about, "/about", undefined, root)).toContainEqual({ title: "About | Fen Char" });
  });

  it("is known by its public address, without a trailing slash or what a link carried along", () => {
    const tags = tagsOf(about, "/about/", undefined, root);
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: "https://shop.example/about" });
    expect(tags).toContainEqual({ property: "og:url", content: "https://shop.example/about" });
  });

  it("keeps the slash of the home page", () => {
    const home = pageMeta({ title: (storeName) => `${storeName} · Soil` });
    const tags = tagsOf(home, "/", undefined, root);
    expect(tags).toContainEqual({ title: "Fen Char · Soil" });
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: "https://shop.example/" });
  });

  it("is shared with a picture at a full address, the page's own where it has one", () => {
    const picture = "og:image";
    expect(tagsOf(about, "/about", undefined, root)).toContainEqual({
      property: picture,
      content: "https://shop.example/pictures/og-image.jpg",
    });
    const uploaded = pageMeta({
      title: "Bag",
      picture: { src: "https://cdn.example/bag.jpg", alt: "A bag" },
    });
    expect(tagsOf(uploaded, "/products/bag", undefined, root)).toContainEqual({
      property: picture,
      content: "https://cdn.example/bag.jpg",
    });
  });

  it("is neither found nor shared where that would be wrong", () => {
    const cart = pageMeta({ title: "Your Cart", noindex: true });
    const tags = tagsOf(cart, "/cart", undefined, root);
    expect(tags).toEqual([{ title: "Your Cart | Fen Char" }, { name: "robots", content: "noindex" }]);
  });

  it("is not found when its loader found nothing", () => {
    const product = pageMeta<() => Promise<{ name: string }>>(({ name }) => ({ title: name }), "No Product");
    expect(tagsOf(product as typeof about, "/products/x", { name: "Bag" }, root)).toContainEqual({
      title: "Bag | Fen Char",
    });
    expect(tagsOf(product as typeof about, "/products/x", undefined, root)).toEqual([
      { title: "No Product | Fen Char" },
      { name: "robots", content: "noindex" },
    ]);
  });

  it("still has a title when not even the shop's settings could be read", () => {
    expect(tagsOf(about, "/about")).toContainEqual({ title: "About | Oxbow Biochar" });
  });
});

const routes = path.join(projectFolder, "app", "routes");
/** A page that reads one of these from its address was reached by a link that opens something. */
const readsKey =
  /\.get\("(?:t|token|payment_intent|session_id)"\)|verificationSchema\.safeParse|\borderVisitorOf\(/;

const pagesWithKeys = readdirSync(routes, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, code: readFileSync(path.join(routes, file), "utf8") }))
  .filter(({ code }) => readsKey.test(code) && /export default function/.test(code));

it.each(pagesWithKeys)(
  "$file, whose address is a key, is kept by no cache and told to no site",
  async ({ file }) => {
    const { headers } = await import(path.join(routes, file));
    expect(headers?.()).toMatchObject({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  },
);

it("covers the pages that mails lead to", () => {
  const routes = pagesWithKeys.map(({ file }) => path.basename(file, ".tsx"));
  const mailed = ["reset-password", "undo-email-change", "verify-email", "newsletter-verify"];
  expect(routes).toEqual(
    expect.arrayContaining([
      ...mailed,
      ...["newsletter-unsubscribe", "order-confirmation"],
      ...["biochar-use", "carbon-statement", "vat-document", "withdraw"],
    ]),
  );
});
