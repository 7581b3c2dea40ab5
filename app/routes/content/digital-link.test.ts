import { describe, expect, it } from "vitest";
import { makeAnalysis, makeBatch } from "#server/testing/batches.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { loader as batchForm } from "./batch-linked-data.ts";
import { loader } from "./digital-link.ts";

/** As this process is configured. */
const SHOP = "http://127.0.0.1:3000";
const GTIN = "9506000134352";
const ANCHOR = "/01/09506000134352";
const context = await testContext();
const product = await makeProduct(context, {
  name: "Garden Biochar",
  gtin: GTIN,
  documents: [
    { type: "safety_data_sheet", title: "Safety sheet", date: null, url: "/documents/a/sheet.pdf" },
  ],
});
const slug = product.slug;
const batch = await makeBatch(context, { product, code: "2026-03-A" });
await makeAnalysis(context, batch, { organicCarbon: 8_125, ph: 910 });
await makeBatch(context, { product: await makeProduct(context), code: "OTHER-1" });

async function ask(path: string, accept?: string, method = "GET"): Promise<Response> {
  const [, , gtin = ""] = path.split("?", 1)[0]?.split("/") ?? [];
  const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
  const request = new Request(`${SHOP}${path}`, { method, headers });
  try {
    return await loader({ request, params: { gtin }, context: {} });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

describe("a digital link with more behind it than the shop knows", () => {
  it.each([
    ["/21/SN1", () => `${SHOP}/products/${slug}`],
    ["/21/SN%2F1", () => `${SHOP}/products/${slug}`],
    ["/235/TPX1", () => `${SHOP}/products/${slug}`],
    ["/21/SN1/", () => `${SHOP}/products/${slug}`],
    ["?17=271231&3103=005000", () => `${SHOP}/products/${slug}`],
    ["/10/2026%2D03%2DA?17=271231", () => `${SHOP}/batches/2026-03-A`],
    ["/22/V1", () => `${SHOP}/products/${slug}`],
    ["/22/V1/21/SN1", () => `${SHOP}/products/${slug}`],
    ["/10/2026-03-A/21/SN1", () => `${SHOP}/batches/2026-03-A`],
    ["/22/V1/10/2026-03-A/21/SN1", () => `${SHOP}/batches/2026-03-A`],
  ])("%s leads to what it is of", async (behind, to) => {
    const response = await ask(`${ANCHOR}${behind}`);
    expect([response.status, response.headers.get("location")]).toEqual([307, to()]);
  });

  it.each(["/21/SN1/10/2026-03-A", "/99/x", "/21", "/10/OTHER-1/21/SN1", "/21/1/235/2", "/10/2026-03-A%2F"])(
    "%s is not found",
    async (behind) => {
      expect((await ask(`${ANCHOR}${behind}`)).status).toBe(404);
    },
  );

  it("gives JSON to those who ask for JSON", async () => {
    const response = await ask(`${ANCHOR}/21/SN1`, "application/json");
    expect((await response.json()).linkset[0].anchor).toBe(SHOP + ANCHOR);
  });
});

describe("a digital link of a batch", () => {
  it.each([
    [undefined, 307, null],
    ["*/*", 307, null],
    ["text/html,application/xml;q=0.9,*/*;q=0.8", 307, null],
    ["application/ld+json", 200, "application/ld+json"],
    ["application/linkset+json", 200, "application/linkset+json"],
    [
      "application/ld+json;q=0.4, application/linkset+json;q=0.6, text/html;q=0.5",
      200,
      "application/linkset+json",
    ],
    ["image/png", 406, "text/plain; charset=utf-8"],
  ])("answers %j with %i", async (accept, status, type) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await ask(`/01/${GTIN}/10/2026-03-A`, accept, method);
      expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
      expect(response.headers.get("vary")).toBe("Accept");
      if (status === 307) {
        expect(response.headers.get("location")).toBe(`${SHOP}/batches/2026-03-A`);
      }
    }
  });

  it("says where the linkset is, however it answers", async () => {
    const { headers } = await ask(`${ANCHOR}/10/2026-03-A`);
    expect(headers.get("link")).toBe(
      `<${SHOP}${ANCHOR}/10/2026-03-A?linkType=linkset>; rel="linkset"; type="application/linkset+json"`,
    );
  });

  it.each(["linkset", "all"])("has its linkset at ?linkType=%s whatever is accepted", async (linkType) => {
    const response = await ask(`${ANCHOR}/10/2026-03-A?linkType=${linkType}`, "text/html");
    const page = (href: string, title: string) => ({
      href: SHOP + href,
      title,
      type: "text/html",
      hreflang: ["en"],
    });
    const passport = page("/batches/2026-03-A", "Batch 2026-03-A");
    expect(await response.json()).toEqual({
      linkset: [
        {
          anchor: `${SHOP}${ANCHOR}/10/2026-03-A`,
          "https://ref.gs1.org/voc/defaultLink": [passport],
          "https://ref.gs1.org/voc/pip": [page(`/products/${slug}`, "Garden Biochar")],
          "https://ref.gs1.org/voc/dpp": [
            passport,
            {
              href: `${SHOP}/batches/2026-03-A/passport.jsonld`,
              title: "Batch 2026-03-A as linked data",
              type: "application/ld+json",
            },
          ],
          "https://ref.gs1.org/voc/traceability": [passport],
          "https://ref.gs1.org/voc/recallStatus": [
            {
              href: `${SHOP}/api/batches/2026-03-A`,
              title: "Status of batch 2026-03-A",
              type: "application/json",
            },
          ],
          "https://ref.gs1.org/voc/safetyInfo": [
            { href: `${SHOP}/documents/a/sheet.pdf`, title: "Safety sheet", type: "application/pdf" },
          ],
        },
      ],
    });
  });

  it("leads to the link of a type, and says when there is none", async () => {
    const found = await ask(`${ANCHOR}/10/2026-03-A?linkType=gs1:safetyInfo`, "image/png");
    expect([found.status, found.headers.get("location")]).toEqual([307, `${SHOP}/documents/a/sheet.pdf`]);
    expect((await ask(`${ANCHOR}/10/2026-03-A?linkType=gs1:recipeInfo`)).status).toBe(404);
  });

  it("is linked data of one lot, with what was measured", async () => {
    const body: unknown = await (await ask(`${ANCHOR}/10/2026-03-a`, "application/ld+json")).json();
    expect(body).toMatchObject({
      "@type": "SomeProducts",
      gtin: "09506000134352",
      "gs1:hasBatchLotNumber": "2026-03-A",
      hasGS1DigitalLink: `${SHOP}${ANCHOR}/10/2026-03-A`,
      hasDigitalProductPassport: `${SHOP}/batches/2026-03-A`,
      productionDate: "2026-10-01",
      material: "Hardwood forestry residues",
      subjectOf: [{ "@type": "Report", datePublished: "2026-10-10" }],
    });
    expect(body).toHaveProperty(
      "additionalProperty",
      expect.arrayContaining([
        expect.objectContaining({ name: "Organic carbon", value: 81.25, unitText: "% of the dry matter" }),
        expect.objectContaining({ name: "pH", value: 9.1 }),
      ]),
    );
    const own = await batchForm({
      request: new Request(`${SHOP}/batches/2026-03-A/passport.jsonld`),
      params: { code: "2026-03-A" },
      context: {},
    });
    expect(await own.json()).toEqual(body);
  });
});

describe("a digital link of a product", () => {
  it("leads to its page, or tells of it", async () => {
    const page = await ask(ANCHOR);
    expect([page.status, page.headers.get("location")]).toEqual([307, `${SHOP}/products/${slug}`]);
    const data: unknown = await (await ask(ANCHOR, "application/ld+json")).json();
    expect(data).toMatchObject({ "@type": "Product", name: "Garden Biochar", gtin: GTIN });
    const linkset: unknown = await (await ask(ANCHOR, "application/linkset+json")).json();
    expect(linkset).toMatchObject({ linkset: [{ anchor: `${SHOP}${ANCHOR}` }] });
  });
});

describe("what is no digital link of this shop", () => {
  it.each([
    ["/01/09506000134353", 400, "its last one would be 2"],
    ["/01/123", 400, "8, 12, 13 or 14 digits"],
    ["/01/4006381333931", 404, "No product here"],
    ["/01/4006381333931/10/2026-03-A", 404, "no batch of that code"],
    [`${ANCHOR}/10/NONE-1`, 404, "no batch of that code"],
    [`${ANCHOR}/10/OTHER-1`, 404, "no batch of that code"],
  ])("%s is answered with %i", async (path, status, words) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(words);
  });
});
