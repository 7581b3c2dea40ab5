import { describe, expect, it } from "vitest";
import { analysisFigures, certificateText, claimSentence, describeStatus } from "#server/batches/batch.ts";
import { structuredBatch } from "#server/batches/batch-links.ts";
import { makeAnalysis, makeBatch } from "#server/testing/batches.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { loader as showBatch } from "./batch.tsx";
import { loader as listBatches } from "./batches.tsx";

const context = await testContext();
const product = await makeProduct(context, { name: "Garden Biochar" });

const visit = (path: string, params: Record<string, string> = {}) => ({
  request: new Request(`http://shop.test${path}`),
  params,
  context: {},
});

/** What the page of a batch is made of. */
async function batchAt(code: string) {
  const { batch } = await showBatch(visit(`/batches/${code}`, { code }));
  return batch;
}

async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

describe("the page of a batch", () => {
  it("knows from what, how and when it was made, and that nobody has analysed it yet", async () => {
    const { code } = await makeBatch(context, { product });
    const batch = await batchAt(code);
    expect(batch).toMatchObject({
      code,
      product: { name: "Garden Biochar", isArchived: false },
      madeOn: "2026-10-01",
      feedstock: "Hardwood forestry residues",
      feedstockOrigin: "Shropshire",
      kilnCelsius: 550,
      gramsMade: 500_000,
      analyses: [],
    });
    expect(claimSentence(batch)).toBe(
      "Nobody has assessed whether credits are issued for this batch: its removal must not be claimed.",
    );
  });

  it("lists each analysis with what it found, the newest first, and no figure that was not measured", async () => {
    const batch = await makeBatch(context, { product });
    await makeAnalysis(context, batch, { analysedOn: "2026-10-10", organicCarbon: 7_900 });
    await makeAnalysis(context, batch, {
      analysedOn: "2026-11-02",
      ...{ organicCarbon: 8_125, hydrogenToCarbon: 340, ph: 910, pah: 2_600, metals: { Pb: 1_500 } },
    });
    const { analyses } = await batchAt(batch.code);
    expect(analyses.map(({ analysedOn }) => analysedOn)).toEqual(["2026-11-02", "2026-10-10"]);
    expect(analyses.slice(0, 1).map(analysisFigures)).toEqual([
      [
        { label: "Organic carbon", value: "81.25% of the dry matter" },
        { label: "H/Corg", value: "0.34" },
        { label: "pH", value: "9.1" },
        { label: "PAH (16 EPA)", value: "2.6 mg/kg" },
        { label: "Lead (Pb)", value: "1.5 mg/kg" },
      ],
    ]);
  });

  it("says in which class it is certified and under which number, or that it is not", async () => {
    const certificate = { certificationClass: "consumer_materials", certificateNumber: "EX-17" } as const;
    const { code } = await makeBatch(context, { product, ...certificate });
    const shop = { publicUrl: "https://shop.example", storeName: "Shop" };
    const batch = await batchAt(code);
    expect(certificateText(batch)).toBe("EBC-ConsumerMaterials, number EX-17");
    expect(structuredBatch(batch, shop)).toMatchObject({
      hasCertification: {
        "@type": "Certification",
        name: "EBC-ConsumerMaterials",
        certificationIdentification: "EX-17",
      },
      additionalProperty: expect.arrayContaining([
        expect.objectContaining({ name: "Certificate", value: "EBC-ConsumerMaterials, number EX-17" }),
      ]),
    });
    const plain = structuredBatch(await batchAt((await makeBatch(context, { product })).code), shop);
    expect(plain).not.toHaveProperty("hasCertification");
    expect(plain.additionalProperty).toContainEqual(
      expect.objectContaining({ name: "Certificate", value: "Not certified" }),
    );
  });

  it("says plainly that a batch is in quarantine or sold out, and to staff alone why", async () => {
    const quarantineReason = "the thermometer had failed";
    const { code } = await makeBatch(context, { product, status: "quarantined", quarantineReason });
    const batch = await batchAt(code);
    expect(describeStatus(batch).meaning).toContain("We have stopped packing this batch");
    expect(JSON.stringify(batch)).not.toContain("thermometer");
    const sold = await makeBatch(context, { product, status: "sold_out" });
    expect(describeStatus(await batchAt(sold.code)).meaning).toContain(
      "None of this batch is packed any more.",
    );
  });

  it("is not there for a code that no batch has, and has one address however the code is written", async () => {
    const missing = await thrownBy(showBatch(visit("/batches/NONE-1", { code: "NONE-1" })));
    expect(missing).toMatchObject({ init: { status: 404 } });
    const { code } = await makeBatch(context, { product, code: "MIXED-1" });
    const moved = await thrownBy(showBatch(visit("/batches/mixed-1", { code: "mixed-1" })));
    if (!(moved instanceof Response)) throw new Error("no redirect");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `/batches/${code}`]);
  });
});

describe("the list of batches", () => {
  it("leads from the code of a label to its batch, and says when there is none", async () => {
    const { code } = await makeBatch(context, { product });
    const found = await thrownBy(listBatches(visit(`/batches?code=+${code.toLowerCase()}`)));
    if (!(found instanceof Response)) throw new Error("no redirect");
    expect([found.status, found.headers.get("location")]).toEqual([303, `/batches/${code}`]);
    expect(await listBatches(visit("/batches?code=NONE-1"))).toMatchObject({ code: "NONE-1" });
  });

  it("goes through all of them by pages of fifty, the newest first, with the carbon of the newest analysis", async () => {
    const other = await makeProduct(context);
    const newest = await makeBatch(context, { product: other, madeOn: "2027-01-02" });
    await makeAnalysis(context, newest, { analysedOn: "2027-01-05", organicCarbon: 7_000 });
    await makeAnalysis(context, newest, { analysedOn: "2027-01-09", organicCarbon: 8_300 });
    for (let made = 0; made < 60; made += 1)
      await makeBatch(context, { product: other, madeOn: "2025-05-01" });
    const ids = new Set<number>();
    let after: number | null = null;
    let pages = 0;
    do {
      const address: string = after === null ? "/batches" : `/batches?after=${after}`;
      const { page }: Awaited<ReturnType<typeof listBatches>> = await listBatches(visit(address));
      if (after === null) expect(page.batches[0]).toMatchObject({ id: newest.id, organicCarbon: 8_300 });
      for (const { id } of page.batches) ids.add(id);
      expect(page.batches.length).toBeLessThanOrEqual(50);
      after = page.next;
      pages += 1;
    } while (after !== null);
    expect(pages).toBeGreaterThan(1);
    const [all] = await context.em.execute<{ count: number }[]>("select count(*)::int as count from batch");
    expect(ids.size).toBe(all?.count);
  });
});
