import { beforeEach, expect, it } from "vitest";
import { type Order, type Product, UseStatement } from "#db/entities/index.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import { exportMyData } from "#server/accounts/export-my-data.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { findConfirmation, resendOwnConfirmation } from "#server/orders/confirmation-page.server.ts";
import { findOwnOrder } from "#server/orders/own-orders.server.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { findUseQuestion, stateUse } from "./state-use.server.ts";

const soil = { use: "soil" as const, usedAs: "" };

let context: Context;
let biochar: Product;
let order: Order;
beforeEach(async () => {
  context = await testContext({ clock: fixedClock("2026-11-24T10:00:00Z") });
  biochar = await makeProduct(context);
  await makeBatch(context, { product: biochar });
  order = await makeOrder(context, { lines: [{ product: biochar, quantity: 2 }] });
});

async function visitor(of: Pick<Order, "invoiceNumber">) {
  const token = await makeConfirmationToken(context.em.fork(), of.invoiceNumber, context.clock.now());
  return { invoiceNumber: of.invoiceNumber, cartId: null, token };
}

it("keeps what a buyer says by the order's link, once, and the last answer counts", async () => {
  const theirs = await visitor(order);
  expect(await findUseQuestion(context, theirs)).toMatchObject({ isStated: false, asksForPlace: false });
  await stateUse(context, theirs, soil);
  await stateUse(context, theirs, soil);
  await stateUse(context, theirs, { use: "other", usedAs: "Filtering a pond" });
  expect(await findUseQuestion(context, theirs)).toMatchObject({
    ...{ isStated: true, use: "other", usedAs: "Filtering a pond" },
  });
  expect(await context.em.fork().count(UseStatement, { order: order.id })).toBe(1);
});

it("tells the buyer's timeline once for each other answer", async () => {
  const customer = await makeUser(context);
  const own = await makeOrder(context, { customer, lines: [{ product: biochar, quantity: 1 }] });
  const theirs = asUser(context, customer);
  const asked = { invoiceNumber: own.invoiceNumber, cartId: null, token: null };
  await stateUse(theirs, asked, soil);
  await stateUse(theirs, asked, soil);
  const { timeline } = await findOwnOrder(theirs, own.id);
  expect(timeline.map(({ message }) => message)).toEqual([
    "Use of the biochar stated: Soil: garden, field, trees or potting mixes",
  ]);
});

it("is nobody else's to read or to answer, and of no order without biochar", async () => {
  const stranger = { invoiceNumber: order.invoiceNumber, cartId: null, token: null };
  await expect(findUseQuestion(context, stranger)).toBeRefused("not_found");
  await expect(stateUse(context, { ...stranger, token: "forged" }, soil)).toBeRefused("not_found");
  const masks = await makeOrder(context);
  await expect(stateUse(context, await visitor(masks), soil)).toBeRefused("not_found");
});

it("refuses a day that has not come, and one before the order", async () => {
  const theirs = await visitor(order);
  for (const appliedOn of ["2026-11-25", "2026-11-23"]) {
    await expect(stateUse(context, theirs, { ...soil, appliedOn })).toBeRefused("validation_failed");
  }
  await stateUse(context, theirs, { ...soil, appliedOn: "2026-11-24", outwardCode: "SY8", tonnes: 1.25 });
  expect(await findUseQuestion(context, theirs)).toMatchObject({
    ...{ appliedOn: "2026-11-24", outwardCode: "SY8", tonnes: 1.25 },
  });
});

it("is asked on the confirmation and in its mail where there is biochar, and only there", async () => {
  const masks = await makeOrder(context, { customerEmail: "masks@example.com" });
  const withBiochar = await makeOrder(context, {
    customerEmail: "biochar@example.com",
    lines: [{ product: biochar, quantity: 1 }],
  });
  for (const [of, isAsked] of [
    [masks, false],
    [withBiochar, true],
  ] as const) {
    const theirs = await visitor(of);
    expect((await findConfirmation(context, theirs))?.asksForUse).toBe(isAsked);
    await resendOwnConfirmation(context, theirs);
    const [mail] = await mailsTo(context, of.customerEmail);
    expect(mail?.text.includes(`/orders/${of.invoiceNumber}/use?t=`)).toBe(isAsked);
  }
});

it("goes with the person, and its kilograms stay", async () => {
  const customer = await makeUser(context);
  const own = await makeOrder(context, {
    ...{ customer, status: "completed" as const, lines: [{ product: biochar, quantity: 1 }] },
  });
  const theirs = asUser(context, customer);
  await stateUse(
    theirs,
    { invoiceNumber: own.invoiceNumber, cartId: null, token: null },
    { use: "other", usedAs: "My pond", outwardCode: "SY8", appliedOn: "2026-11-24", tonnes: 2 },
  );
  const { orders } = await exportMyData(theirs);
  expect(orders).toMatchObject([{ biocharUse: [{ use: "other", usedAs: "My pond", kilograms: 2000 }] }]);

  await eraseTraces(context, { userId: customer.id, email: customer.email, emailIsVerified: true });
  expect(await context.em.fork().findOneOrFail(UseStatement, { order: own.id })).toMatchObject({
    ...{ use: "other", usedAs: "", outwardCode: null, gramsApplied: 2_000_000 },
  });
});

it("leaves what a weighbridge proved as it was proved", async () => {
  const theirs = await visitor(order);
  await stateUse(context, theirs, { ...soil, appliedOn: "2026-11-24", outwardCode: "SY8" });
  const em = context.em.fork();
  await em.nativeUpdate(
    UseStatement,
    { order: order.id },
    { truckArrivalKilograms: 12_000, truckDepartureKilograms: 11_998, applicationRate: 10 },
  );
  await expect(
    stateUse(context, theirs, { ...soil, appliedOn: "2026-11-24", outwardCode: "ZE1" }),
  ).toBeRefused("validation_failed", { fields: { use: [expect.stringContaining("weighed")] } });
  expect(await findUseQuestion(context, theirs)).toMatchObject({ outwardCode: "SY8" });
});
