import { matchRoutes } from "@remix-run/react";
import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  findBatchLabel,
  type BatchLabel as Label,
  labelCountSchema,
} from "#server/batches/staff-batches.server.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { routes } from "../../routes.ts";
import { BatchLabel } from "./admin-batch-labels.tsx";

const context = await testContext();
const packer = await makeUser(context, { role: "packer" });

async function labelOf(code: string): Promise<Label> {
  const label = await findBatchLabel(asUser(context, packer), code);
  if (!label) throw new Error("no label");
  return label;
}

/** What a phone reads off the drawn label: its QR code, as pixels. */
async function scan(label: Label): Promise<string | undefined> {
  const html = renderToStaticMarkup(<BatchLabel label={label} storeName="Oxbow Biochar" />);
  const svg = /<svg.*<\/svg>/s.exec(html)?.[0] ?? "";
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize(400, 400, { kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** The module of the route that an address belongs to. */
function routeAt(address: string): string | undefined {
  const objects = routes.map(({ path = "", file }) => ({ path, id: file }));
  return matchRoutes(objects, new URL(address).pathname)?.at(-1)?.route.id;
}

describe("the QR code of a label", () => {
  it("is the batch's digital link, read off its picture, and this shop has that address", async () => {
    const product = await makeProduct(context, { gtin: "9506000134369", netGrams: 5_000 });
    await makeBatch(context, { product, code: "2026-11-LONG.CODE-20" });
    const read = await scan(await labelOf("2026-11-long.code-20"));
    expect(read).toBe(`${context.publicUrl}/01/09506000134369/10/2026-11-LONG.CODE-20`);
    expect(routeAt(read ?? "")).toBe("routes/content/digital-link.ts");
  });

  it("is the batch's page where its product has no GTIN", async () => {
    const { code } = await makeBatch(context, { product: await makeProduct(context) });
    const read = await scan(await labelOf(code));
    expect(read).toBe(`${context.publicUrl}/batches/${code}`);
    expect(routeAt(read ?? "")).toBe("routes/content/batch.tsx");
  });
});

describe("a label", () => {
  it("says what is in the bag", async () => {
    const product = await makeProduct(context, { name: "Garden Biochar", netGrams: 12_500 });
    const { code } = await makeBatch(context, { product });
    const html = renderToStaticMarkup(<BatchLabel label={await labelOf(code)} storeName="Oxbow Biochar" />);
    for (const words of ["Oxbow Biochar", "Garden Biochar", "12.5 kg", code, "1 October 2026"]) {
      expect(html).toContain(words);
    }
  });

  it("names the class and number of its certificate, and nothing of one where there is none", async () => {
    const htmlOf = async (code: string) =>
      renderToStaticMarkup(<BatchLabel label={await labelOf(code)} storeName="Oxbow Biochar" />);
    const product = await makeProduct(context);
    const certificate = { certificationClass: "agro", certificateNumber: "EX-17" } as const;
    const certified = await makeBatch(context, { product, ...certificate });
    expect(await htmlOf(certified.code)).toContain("EBC-Agro, number EX-17");
    const plain = await makeBatch(context, { product });
    expect(await htmlOf(plain.code)).not.toMatch(/EBC|certified/i);
  });

  it("is for staff alone", async () => {
    const { code } = await makeBatch(context, { product: await makeProduct(context) });
    await expect(findBatchLabel(context, code)).toBeRefused("unauthenticated");
    expect(await findBatchLabel(asUser(context, packer), "NONE-1")).toBeUndefined();
  });

  it.each([
    ["24", 24],
    ["0", 8],
    ["5000", 8],
    ["many", 8],
    [undefined, 8],
  ])("%j of them asked for are %i", (asked, count) => {
    expect(labelCountSchema.parse(asked)).toBe(count);
  });
});
