import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AuditEntry } from "#db/entities/index.ts";
import type { AuditValues } from "#server/audit/change-labels.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import type { Context } from "#server/core/context.ts";
import { auditEntriesOf } from "#server/testing/audit.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { findTradeGaps } from "./find-trade-gaps.server.ts";

let context: Context;

beforeAll(async () => {
  const shop = await testContext();
  context = asUser(shop, await makeUser(shop, { role: "administrator", name: "Ada Admin" }));
});

beforeEach(async () => {
  await context.em.fork().nativeDelete(AuditEntry, {});
});

interface OldEdit {
  before: AuditValues;
  after: AuditValues;
  action?: string;
}

/** An audit entry as the shop wrote it while its form chose 5% by itself. */
async function oldEdit(product: { id: number; name: string }, { before, after, action = "edited" }: OldEdit) {
  const em = context.em.fork();
  const entry = em.create(AuditEntry, {
    at: new Date("2026-02-01T10:00:00Z"),
    actor: null,
    actorName: "Morgan Manager",
    area: "products",
    action,
    subjectId: String(product.id),
    subjectName: product.name,
    before,
    after,
    revertOf: null,
    requestId: "old",
  });
  await em.flush();
  return entry.id;
}

const FAULT: OldEdit = {
  before: { price: 2499, taxRate: null },
  after: { price: 2549, taxRate: 500 },
};

/** A product that was sold at the store's rate until somebody changed its price. */
async function overcome() {
  const product = await makeProduct(context, { name: "Premium Biochar", price: 2549, taxRate: 500 });
  return { id: product.id, changeId: await oldEdit(product, FAULT) };
}

const rateGaps = async () => (await findTradeGaps(context)).filter(({ rate }) => rate !== undefined);
const listed = async () => (await rateGaps()).map(({ rate }) => rate);

const confirm = (by: Context, productId: number, changeId: number) =>
  postForm(by, "products.confirmRate", { productId: String(productId), changeId: String(changeId) });

describe("a VAT rate that was changed together with a price", () => {
  it("is listed with what it was before, who saved it and where to put it right", async () => {
    const { id, changeId } = await overcome();
    const [gap, ...others] = await rateGaps();
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ rate: { productId: id, changeId } });
    expect(gap?.sentence).toContain(
      "“Premium Biochar” has a rate of 5% since 1 February 2026, when Morgan Manager saved it with another price (£24.99, then £25.49); before, it had the store's standard rate.",
    );
    expect(gap?.sentence).toContain(`/admin/settings?tab=Products&edit=${id}`);
  });

  it.each<[string, OldEdit]>([
    ["with a sale price", { before: { onSale: false, taxRate: 2000 }, after: { onSale: true, taxRate: 0 } }],
    ["from the store's rate to 5%, by itself", { before: { taxRate: null }, after: { taxRate: 500 } }],
    ["with another name", { before: { name: "A", taxRate: null }, after: { name: "B", taxRate: 500 } }],
    ["to the store's rate", { before: { price: 1, taxRate: 500 }, after: { price: 2, taxRate: null } }],
  ])("is listed, too, %s", async (_, change) => {
    const { taxRate } = change.after;
    const product = await makeProduct(context, { taxRate: typeof taxRate === "number" ? taxRate : null });
    const changeId = await oldEdit(product, change);
    expect(await listed()).toEqual([{ productId: product.id, changeId }]);
  });

  it.each<[string, OldEdit]>([
    ["changed alone", { before: { taxRate: 500 }, after: { taxRate: 2000 } }],
    ["that came with the product", { before: {}, after: { price: 1, taxRate: 2000 }, action: "created" }],
    [
      "imported from a file",
      { before: { price: 1, taxRate: 500 }, after: { price: 2, taxRate: 2000 }, action: "imported" },
    ],
  ])("is not one %s", async (_, change) => {
    await oldEdit(await makeProduct(context, { taxRate: 2000 }), change);
    expect(await listed()).toEqual([]);
  });

  it("is off the list once it is put back, by hand too", async () => {
    const { id } = await overcome();
    await updateProduct(context, { id, change: { taxRate: null } });
    expect(await listed()).toEqual([]);
    const other = await overcome();
    await context.em.fork().execute("update product set tax_rate = null where id = ?", [other.id]);
    expect(await listed()).toEqual([]);
  });

  it("is off the list once somebody chose it anew, and stays on it when only the price is changed again", async () => {
    const { id } = await overcome();
    await updateProduct(context, { id, change: { price: 2599 } });
    expect(await listed()).toHaveLength(1);
    await updateProduct(context, { id, change: { taxRate: 2000 } });
    await updateProduct(context, { id, change: { taxRate: 500, price: 2699 } });
    expect(await listed()).toEqual([]);
  });

  it("is off the list once somebody says that it is right, which the audit keeps", async () => {
    const { id, changeId } = await overcome();
    const other = await overcome();
    await confirm(context, id, changeId);
    expect(await listed()).toEqual([{ productId: other.id, changeId: other.changeId }]);
    expect((await auditEntriesOf(context, "products", id)).at(-1)).toMatchObject({
      actorName: "Ada Admin",
      action: "VAT rate confirmed",
      after: { taxRate: 500 },
    });
    await expect(confirm(context, id, changeId)).rejects.toMatchObject({
      code: "conflict",
      message: "This rate was changed or confirmed meanwhile. Nothing was written.",
    });
  });

  it("is asked about no product that is no longer sold", async () => {
    const { id } = await overcome();
    await context.em.fork().execute("update product set archived_at = now() where id = ?", [id]);
    expect(await listed()).toEqual([]);
  });
});
