import { afterEach, describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { queueWaitingEmails } from "#server/email/queue-email.server.ts";
import { contractTermsOf } from "#server/email/store-identity.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { buyByCard, buyTwo, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeOrder, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { findMail, mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { makeConfirmationToken } from "./confirmation.server.ts";
import { resendConfirmation, resendOwnConfirmation } from "./confirmation-page.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

await runTestSandbox();
const context = await payingContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const factor = process.env.RATE_LIMIT_FACTOR;
afterEach(() => {
  if (factor === undefined) delete process.env.RATE_LIMIT_FACTOR;
  else process.env.RATE_LIMIT_FACTOR = factor;
});

describe("the confirmation", () => {
  it("is sent again by staff with the whole contract, in HTML and in text, and the timeline says so", async () => {
    const customer = await makeUser(context);
    const order = await makeOrder(context, { customer });
    expect(await resendConfirmation(manager, { orderId: order.id })).toEqual({ recipient: customer.email });
    const [mail] = await mailsTo(context, customer.email);
    expect(mail?.subject).toContain(order.invoiceNumber);
    const parts = [
      "Your right to cancel",
      "I hereby give notice that I cancel my contract of sale of the following goods",
      `Order number: ${order.invoiceNumber}`,
      "Address of consumer",
      ...["within 14 days of telling us", "£20.00", "1 Test Lane", context.settings.storeAddress],
      ...contractTermsOf(promisesOf(context.settings), "GBP").flatMap(({ paragraphs }) => paragraphs),
    ];
    // React's HTML has comments between names and numbers.
    const html = (mail?.html ?? "").replaceAll("<!-- -->", "").replaceAll(/\s+/g, " ");
    for (const part of parts) {
      expect(mail?.text.replaceAll(/\s+/g, " ").toLowerCase()).toContain(part.toLowerCase());
      expect(html).toContain(part);
    }
    for (const body of [mail?.text, mail?.html]) expect(body).toContain("order-confirmation?t=");
    const { timeline } = await findStaffOrder(manager, order.id);
    expect(timeline.map(({ message }) => message)).toEqual(["Confirmation sent again by email"]);
  });

  it("is sent again from the order page for those who may see it, and for nobody else", async () => {
    const customerEmail = "resend@example.com";
    const order = await makeOrder(context, { customerEmail });
    const token = await makeConfirmationToken(context.em.fork(), order.invoiceNumber, context.clock.now());
    await resendOwnConfirmation(context, { cartId: null, token });
    expect(await mailsTo(context, customerEmail)).toHaveLength(1);
    const forged = { cartId: null, token: `${order.invoiceNumber}.forged` };
    await expect(resendOwnConfirmation(context, forged)).toBeRefused("not_found");
    await expect(resendConfirmation(context, { orderId: order.id })).toBeRefused("unauthenticated");
    expect(await mailsTo(context, customerEmail)).toHaveLength(1);
  });

  it("is sent again at most five times an hour for one order", async () => {
    process.env.RATE_LIMIT_FACTOR = "1";
    const order = await makeOrder(context, { customerEmail: "often@example.com" });
    for (let time = 1; time <= 5; time += 1) await resendConfirmation(manager, { orderId: order.id });
    await expect(resendConfirmation(manager, { orderId: order.id })).toBeRefused("rate_limited");
    expect(await mailsTo(context, "often@example.com")).toHaveLength(5);
  });
});

describe("a new order", () => {
  it("is mailed to the shopper and to the order notification address, by one job, which is queued afterwards", async () => {
    const lowStockThreshold = 8;
    const notifying = withSettings(context, {
      orderNotificationEmail: "paid@example.com",
      lowStockThreshold,
    });
    const { invoiceNumber } = await buyTwo(notifying);
    const order = await context.em.fork().findOneOrFail(Order, { invoiceNumber });
    const toStaff = await findMail(context, { recipient: "paid@example.com" });
    expect(toStaff.subject).toBe(`New order ${invoiceNumber} from ${order.customerName}`);
    for (const part of ["2 × ", "Running low", "only 8 left", `/admin?tab=orders&order=${order.id}`]) {
      expect(toStaff.text).toContain(part);
    }
    const toShopper = await findMail(context, { key: `order-confirmation:${invoiceNumber}` });
    const mailsOfJobs = async () =>
      (await waitingJobs(context, "send-email")).map(({ emailIds }) =>
        emailIds.filter((id) => id >= toShopper.id),
      );
    expect(await mailsOfJobs()).not.toContainEqual([toShopper.id, toStaff.id]);
    await queueWaitingEmails(context);
    expect(await mailsOfJobs()).toContainEqual([toShopper.id, toStaff.id]);
  });

  it("tells shopper and staff what the driver has to know", async () => {
    const rated = withSettings(context, {
      savedTabs: ["Shipping"],
      shippingCalculationType: "weight",
      deliveryTariff: "zone;places;bulk bag\nHome;United Kingdom;75.00",
      orderNotificationEmail: "bulk@example.com",
    });
    const product = await makeProduct(context, { price: 34_500, handling: "bulk_bag" });
    const { order } = await buyByCard(rated, [{ product, quantity: 1 }], {
      ...{ deliveryOption: "standard", driverAsked: "on", driverAccess: "small" },
      ...{ driverTailLift: true, driverBadDays: "Fridays" },
    });
    const facts = [
      "Access: Only a small lorry or van (7.5 t)",
      ...["Tail lift: needed", "Forklift on site: no", "Days that do not suit: Fridays"],
    ];
    for (const where of [
      { key: `order-confirmation:${order.invoiceNumber}` },
      { recipient: "bulk@example.com" },
    ]) {
      const { text } = await findMail(context, where);
      for (const fact of facts) expect(text, JSON.stringify(where)).toContain(fact);
    }
  });
});

it.each([
  ["price × quantity × rate in a shop that plays, though it is not what is due", {}, 1200],
  ["what is due where real money moves, whether or not prices include it", { takesRealMoney: true }, 1000],
])("the VAT that checkout and confirmation name is %s", async (_what, settings, tax) => {
  const bought = await buyTwo(withSettings(context, settings));
  expect(bought).toMatchObject({ tax, due: 1000, total: 6000 });
  expect(bought.mail).toMatch(new RegExp(`of which VAT\\s+£${tax / 100}\\.00`));
});
