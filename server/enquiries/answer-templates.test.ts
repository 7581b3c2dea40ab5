import { describe, expect, it } from "vitest";
import { answerFrom, answerTemplates, isAnswerTemplate } from "./answer-templates.ts";
import type { EnquiryView } from "./enquiries.server.ts";

const shop = { storeName: "Oxbow Biochar", publicUrl: "https://shop.test" };
const order: EnquiryView["orders"][number] = {
  ...{ id: 7, invoiceNumber: "INV-1700000000000", createdAt: "2026-11-20T10:00:00Z", status: "processing" },
  ...{ carrier: null, trackingNumber: null, dispatchedAt: null, readyAt: null },
};

describe("an answer begun from a template", () => {
  it.each(Object.keys(answerTemplates).filter(isAnswerTemplate))("greets and signs: %s", (template) => {
    const text = answerFrom(template, { name: "Kieran Lyle", orders: [order] }, shop);
    expect(text).toMatch(/^Dear Kieran Lyle,\n\n[\s\S]+\n\nKind regards\nOxbow Biochar$/);
    // Nothing is left to be filled in: anyone who sends it unread sends nothing silly.
    expect(text).not.toMatch(/undefined|null|\[|___|…/);
  });

  it.each([
    ["is being made ready", {}],
    ["waits for its payment", { status: "pending" as const }],
    ["was cancelled", { status: "cancelled" as const }],
    ["is ready to be collected", { readyAt: "2026-11-21T10:00:00Z" }],
    [
      "went out on 22 November 2026 with Royal Mail. Its tracking number: AB123456789GB (https://www.royalmail.com/",
      {
        ...{ status: "completed" as const, dispatchedAt: "2026-11-22T10:00:00Z" },
        ...{ carrier: "Royal Mail", trackingNumber: "AB123456789GB" },
      },
    ],
    [
      "went out on 22 November 2026 with the van.",
      { dispatchedAt: "2026-11-22T10:00:00Z", carrier: "the van", trackingNumber: "" },
    ],
    ["was handed over on 22 November 2026", { dispatchedAt: "2026-11-22T10:00:00Z" }],
  ])("tells of the newest order that it %s", (words, changes) => {
    const text = answerFrom(
      "where-is-my-order",
      { name: "Kieran", orders: [{ ...order, ...changes }] },
      shop,
    );
    expect(text).toContain(`Your order INV-1700000000000 of 20 November 2026 ${words}`);
  });

  it("asks for the number where the address has no order", () => {
    expect(answerFrom("where-is-my-order", { name: "Kieran", orders: [] }, shop)).toContain(
      "We find no order under this address.",
    );
  });
});
