import { expect, it } from "vitest";
import { type KnownPayment, keepKnownPayments } from "./known-payments.server.ts";
import { Store } from "./store.server.ts";
import { charges, paymentIntents } from "./stripe/sandbox-store.server.ts";

const at = Date.parse("2026-11-01T09:00:00Z");
const card: KnownPayment = {
  provider: "stripe",
  id: "pi_known",
  orderId: null,
  checkoutId: "one",
  amount: 5000,
  at,
  refunds: [{ id: "re_known", key: "r-1", amount: 1000, at }],
  dispute: { id: "du_known", amount: 4000, reason: "fraudulent", at, dueAt: at },
};
const payPal: KnownPayment = {
  ...card,
  provider: "paypal",
  id: "CAPTURE",
  orderId: "ORDER",
  refunds: [{ id: "REFUND", key: "r-2", amount: 5000, at }],
  dispute: null,
};
const listed = (store: Store, payments: KnownPayment[]) =>
  store.run(() => keepKnownPayments(store, payments));
const idsIn = (store: Store) => [...store.all()].map(([, kind, id]) => `${kind} ${id}`);

it("what was paid before is known with what went back of it, and what came of it stays when it is told again", () => {
  const store = new Store();
  listed(store, [card, payPal]);
  expect(idsIn(store)).toEqual(
    expect.arrayContaining([
      "payment_intent pi_known",
      "refund re_known",
      "dispute du_known",
      "order ORDER",
      "capture CAPTURE",
      "refund REFUND",
    ]),
  );
  const [charge] = store.list(charges);
  expect(charge).toMatchObject({ at, body: { amount: 5000, amount_refunded: 1000, disputed: true } });
  store.run(() => charge && store.put(charges, { ...charge.body, amount_refunded: 1500 }));
  listed(store, [card, payPal]);
  expect(store.list(charges)).toMatchObject([{ body: { amount_refunded: 1500 } }]);
});

it("what is not told any more is forgotten with all that names it, and other payments are not", () => {
  const store = new Store();
  listed(store, [card, payPal]);
  const intent = store.find(paymentIntents, card.id);
  store.run(() => intent && store.put(paymentIntents, { ...intent, id: "pi_other" }));
  listed(store, []);
  expect(idsIn(store).filter((text) => !text.startsWith("payment_method"))).toEqual([
    "payment_intent pi_other",
  ]);
});
