import { describe, expect, it } from "vitest";
import { PastPrice, Product, TradeList } from "#db/entities/index.ts";
import { valueText } from "#server/audit/change-labels.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import { makeProduct, makeTradeList, makeUser, staffContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { textOf } from "#server/testing/text-of.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { findCheaperInTotal, setPriceSteps } from "./change-products.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { exportProducts, importProducts } from "./product-file.server.ts";
import { createTradeList, listTradeLists, removeTradeList, renameTradeList } from "./trade-lists.server.ts";
import { updateProduct } from "./update-product.server.ts";

const context = await staffContext();

const from = (minQuantity: number, price: number, tradeList: string | null = null): PriceStep => ({
  minQuantity,
  price,
  tradeList,
});

const fresh = () => context.em.fork();
const stepsOf = async (id: number) => (await findStaffProduct({ ...context, em: fresh() }, id)).priceSteps;

type Row = readonly [from: string, price: string, list: string];

/** Posts the form of a product whose first version was seen. */
function post(id: number, rows: readonly Row[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ id: `${id}`, seenVersion: "1" })) form.append(name, value);
  for (const [index, [minQuantity, price, tradeList]] of rows.entries()) {
    form.append(`steps[${index}].minQuantity`, minQuantity);
    form.append(`steps[${index}].price`, price);
    form.append(`steps[${index}].tradeList`, tradeList);
  }
  return postForm(context, "prices.setSteps", form);
}

describe("the form of prices by quantity", () => {
  it("saves its filled rows and leaves the empty ones out", async () => {
    const { id } = await makeProduct(context);
    const list = await makeTradeList(context);
    await post(id, [
      ["", "", ""],
      ["10", "£18.50", ""],
      ["", "", list],
      ["1", "17", list],
    ]);
    expect(await stepsOf(id)).toEqual([from(10, 1850), from(1, 1700, list)]);
  });

  it.each([
    [
      "a price for everybody from 1",
      ["1", "10", ""],
      "minQuantity",
      "From 2 on: the price of one is the product's own",
    ],
    ["no price", ["10", "", ""], "price", "Price must be an amount of money, such as 12.50"],
    ["no quantity", ["", "10", ""], "minQuantity", "From must be a whole number"],
  ] as const)("says beside the field what is wrong with %s", async (_, row, field, message) => {
    const { id } = await makeProduct(context);
    await expect(post(id, [["5", "19", ""], row])).toBeRefused("validation_failed", {
      fields: { [`steps[1].${field}`]: [message] },
    });
    expect(await stepsOf(id)).toEqual([]);
  });

  it("refuses the same step twice, a list that is not there, and somebody else's newer version", async () => {
    const { id } = await makeProduct(context);
    const twice = post(id, [
      ["5", "19", ""],
      ["5", "18", ""],
    ]);
    await expect(twice).rejects.toMatchObject({
      fields: { "steps[1].minQuantity": ["This step is there twice"] },
    });
    const unknown = post(id, [["5", "19", "no-such-list"]]);
    await expect(unknown).rejects.toMatchObject({ message: 'There is no trade list "no-such-list".' });
    await updateProduct(context, { id, change: { name: "Changed" } });
    await expect(post(id, [["5", "19", ""]])).toBeRefused("conflict");
  });
});

describe("a change of prices by quantity", () => {
  it("is in the audit in words, can be taken back, and is no past price", async () => {
    const { id } = await makeProduct(context);
    await setPriceSteps(context, { id, seenVersion: 1, steps: [from(10, 1850)] });
    await setPriceSteps({ ...context, em: fresh() }, { id, seenVersion: 2, steps: [from(10, 1800)] });
    const [entry] = await auditEntriesOf(context, "products", id);
    expect(valueText("products", "priceSteps", entry?.after.priceSteps, "gbp")).toMatch(
      /^from 10: 18\.[05]0$/,
    );
    const audit = callerFor({ ...context, em: fresh() }).audit;
    const { changes } = await audit.search({ area: "products", subject: String(id) });
    await audit.revert({ id: changes[0]?.id ?? 0 });
    expect(await stepsOf(id)).toEqual([from(10, 1850)]);
    expect(await fresh().count(PastPrice, { product: id })).toBe(0);
  });

  it("that changes nothing writes nothing", async () => {
    const { id } = await makeProduct(context, { priceSteps: [from(10, 1850), from(20, 1800)] });
    await setPriceSteps(context, { id, seenVersion: 1, steps: [from(20, 1800), from(10, 1850)] });
    expect((await fresh().findOneOrFail(Product, id)).version).toBe(1);
    expect(await auditEntriesOf(context, "products", id)).toEqual([]);
  });

  it("is written and read by product files", async () => {
    const list = await makeTradeList(context);
    const { id, slug } = await makeProduct(context, { priceSteps: [from(1, 1700, list), from(10, 1850)] });
    const lines = (await textOf(exportProducts(context))).split("\n");
    const line = lines.find((each) => each.startsWith(slug));
    expect(line).toContain(`from 10: 18.50; ${list} from 1: 17.00`);
    const write = (steps: string) =>
      importProducts({ ...context, em: fresh() }, `slug,priceSteps\n${slug},${steps}\n`);
    expect(await write(`${list} from 1: 17.00; from 10: 18.50`)).toMatchObject({ unchanged: 1 });
    expect(await write("from 5: 19")).toMatchObject({ updated: 1 });
    expect(await stepsOf(id)).toEqual([from(5, 1900)]);
    expect(await write("10 for less")).toMatchObject({ errorCount: 1 });
    expect(await write("no-such-list from 5: 19")).toMatchObject({
      errors: [{ messages: ['There is no trade list "no-such-list"'] }],
    });
    expect(await write("")).toMatchObject({ updated: 1 });
    expect(await stepsOf(id)).toEqual([]);
  });
});

it("products of which more costs less in total are found, for everybody and for a list, on sale too", async () => {
  const found = async () =>
    (await findCheaperInTotal({ ...context, em: fresh() })).products.map(({ id }) => id);
  const list = await makeTradeList(context);
  const name = "A bag that is cheaper in total";
  const { id } = await makeProduct(context, { name, price: 2499, priceSteps: [from(10, 2400)] });
  expect(await found()).not.toContain(id);
  const set = async (steps: PriceStep[], more: object = {}) =>
    updateProduct(context, { id, change: { priceSteps: steps, ...more } });
  await set([from(10, 2150)]);
  expect(await found()).toContain(id);
  await set([from(10, 2150)], { salePrice: 2200, onSale: true });
  expect(await found()).not.toContain(id);
  await set([from(10, 1900, list)]);
  expect(await found()).toContain(id);
});

describe("what was done to a trade list", () => {
  const lists = () => listTradeLists({ ...context, em: fresh() });
  const takeBack = async (code: string) => {
    const [newest] = (await auditEntriesOf(context, "trade-lists", code)).toReversed();
    return callerFor(context).audit.revert({ id: newest?.id ?? 0 });
  };
  const makeList = async (name: string) => (await createTradeList(context, { name })).code;

  it("can be taken back: a new name, a removal, and that it was made", async () => {
    const code = await makeList("Take back growers");
    await renameTradeList(context, { code, name: "Take back farmers", seenVersion: 1 });
    await takeBack(code);
    expect(await lists()).toContainEqual(expect.objectContaining({ code, name: "Take back growers" }));
    await removeTradeList(context, { code });
    await takeBack(code);
    expect(await lists()).toContainEqual(expect.objectContaining({ code, name: "Take back growers" }));
    const made = await makeList("Take back nurseries");
    await takeBack(made);
    expect((await lists()).map((list) => list.code)).not.toContain(made);
  });

  it("is not taken back where the list is in use, has another name since, or lost its name to another", async () => {
    const code = await makeList("Held growers");
    await makeUser(context, { tradeList: code });
    await expect(takeBack(code)).rejects.toThrow(/is in use/);
    const [made] = await auditEntriesOf(context, "trade-lists", code);
    await renameTradeList(context, { code, name: "Held farmers", seenVersion: 1 });
    await expect(callerFor(context).audit.revert({ id: made?.id ?? 0 })).rejects.toThrow(
      /renamed again since/,
    );
    await makeList("Held growers");
    await expect(takeBack(code)).rejects.toThrow(/Another trade list has this name/);
    expect(await lists()).toContainEqual(expect.objectContaining({ code, name: "Held farmers" }));
  });
});

describe("a trade list", () => {
  it("keeps its code when it is renamed, and is removed only while nobody uses it", async () => {
    const { code } = await createTradeList(context, { name: "Market gardens, North" });
    expect(code).toBe("market-gardens-north");
    await renameTradeList(context, { code, name: "Market gardens", seenVersion: 1 });
    await makeUser(context, { tradeList: code });
    const { id } = await makeProduct(context, { priceSteps: [from(1, 1700, code)] });
    const lists = await listTradeLists({ ...context, em: fresh() });
    expect(lists.find((list) => list.code === code)).toMatchObject({
      name: "Market gardens",
      customers: 1,
      products: 1,
    });
    const remove = () => removeTradeList({ ...context, em: fresh() }, { code });
    await expect(remove()).toBeRefused("conflict");
    await fresh().execute("update user_account set trade_list_code = null where trade_list_code = ?", [code]);
    await expect(remove()).toBeRefused("conflict");
    await fresh().nativeUpdate(Product, id, { priceSteps: [] });
    await remove();
    expect(await fresh().count(TradeList, { code })).toBe(0);
  });

  it("has a name of its own, and a code of its own where the names are alike", async () => {
    const { code } = await createTradeList(context, { name: "Same!" });
    await expect(createTradeList(context, { name: "Same!" })).toBeRefused("conflict");
    expect((await createTradeList(context, { name: "Same?" })).code).toBe(`${code}-2`);
  });
});
