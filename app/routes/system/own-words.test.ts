import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ApiReference } from "#app/components/content/api-reference.tsx";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import type { PageFacts } from "#app/routes/content/text-facts.server.tsx";
import { contentPaths, textPage } from "#app/routes/content/text-pages.server.tsx";
import { mapDocument } from "#server/api/public-files.server.ts";
import { restDocument } from "#server/api/rest-app.server.ts";
import { resources } from "#server/content/content-views.ts";
import { researchReportFile, resourceFile } from "#server/content/resources.server.ts";
import { robotsText } from "#server/content/sitemap.server.ts";
import {
  structuredArticle,
  structuredIssue,
  structuredOrganisation,
  structuredWebSite,
} from "#server/content/structured-content.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import {
  type EmailName,
  type EmailProps,
  renderEmail,
  subjectOf,
} from "#server/email/email-templates.server.tsx";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { correctionNoteOf, creditOf } from "#server/orders/correction-note.ts";
import { writeVatDocumentPdf } from "#server/orders/vat-documents.server.ts";
import { type InvoicedOrder, newInvoiceSellerOf, vatInvoiceOf } from "#server/orders/vat-invoice.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { taxLabelsFor } from "#server/settings/company-facts.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { defaultSettings, deliveryRuleOf, type StoreSettings } from "#server/settings/store-settings.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { callRest } from "#server/testing/rest-caller.ts";

/*
 * A shop whose owner has said who they are and what they promise says nothing else to anybody, in a mail, a document or
 * a page (docs/rules.md#settings-5). The journey of the opening reads the same on every address of a running shop.
 */

const publicUrl = "https://teme.example";

const settings: StoreSettings = {
  ...defaultSettings,
  ...shippedStatements,
  storeName: "Teme Char",
  storeDescription: "Char of hazel and willow.",
  storeAddress: "Kiln House, Tenbury Wells WR15 8AA",
  storePhone: "01584 555 666",
  storeEmail: "post@teme.example",
  companyNumber: "07654321",
  vatNumber: "GB987654321",
  registeredOffice: "2 Weir Street, Tenbury Wells",
  dispatchPromise: "on the next market day",
  latestDeliveryDays: 21,
  bulkDelivery: "We bring big bags into your barn.",
  bulkReturns: "We fetch big bags on Mondays, for nothing.",
  countriesServed: "United Kingdom",
  savedTabs: ["General", "Shipping"],
  tabSaves: {},
  version: 2,
  takesRealMoney: false,
};

/** What only the settings that a shop begins with say. */
const SHIPPED =
  /oxbow|shropshire|mill lane|sy8 1aa|01584 000 000|2 working days|30 days of the order|kerb|by pallet|by post: ask|collection costs/i;

/** Also over line breaks and through markup. */
function expectNoShippedTexts(name: string, ...texts: string[]): void {
  for (const text of texts) {
    const words = text.replaceAll(/<[^>]*>/g, (tag) => ` ${tag} `).replaceAll(/\s+/g, " ");
    expect(words.match(SHIPPED)?.[0], name).toBeUndefined();
    const bare = text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
    expect(bare.match(SHIPPED)?.[0], name).toBeUndefined();
  }
}

/** The customers of the API's examples live in Ludlow, as the shop does at first. */
function expectOwnApiWords(name: string, text: string): void {
  expectNoShippedTexts(name, text.replaceAll("1 Mill Lane", "").replaceAll("SY8 1AA", ""));
}

it("a shop begins with each of the words that are searched for", () => {
  const begun = Object.values(defaultSettings).join(" ");
  const { bulkDelivery, bulkReturns, dispatchPromise } = defaultSettings;
  for (const text of [bulkDelivery, bulkReturns, dispatchPromise, begun]) expect(text).toMatch(SHIPPED);
});

const store = storeIdentityOf(settings, publicUrl);
const promises = promisesOf(settings);
const link = `${publicUrl}/somewhere?token=x`;
const person = { store, name: "Gwen Guest" };
const bought = {
  store,
  invoiceNumber: "INV-1772452800000",
  customerName: "Gwen Guest",
  customerEmail: "gwen@example.com",
  orderUrl: link,
  adminUrl: link,
  deliverTo: "Gwen Guest, 3 Hop Lane, Worcester",
  lines: [{ productName: "Big Bag", quantity: 2, unitPrice: 3000, lineTotal: 6000 }],
};
const withdrawn = { lines: ["2 × Big Bag (unsealed)"], reason: "Too heavy" };
const confirmation: EmailProps<"order-confirmation"> = {
  ...bought,
  ...{ subtotal: 6000, vat: 1000, shipping: 999, express: false, total: 6999 },
  orderedOn: displayLongDate("2026-03-02T12:00:00Z"),
  taxWords: taxLabelsFor(settings, 1000),
  promises,
  deliveryToBeAgreed: false,
  isBackorder: false,
  setPassword: null,
  registerUrl: null,
};
const provider = { provider: "stripe", amount: "£12.34", disputeId: "dp_1", orderUrl: link } as const;

/** Every mail in each of its forms. The type makes the list complete: a new template needs an entry here. */
const mails: { [Name in EmailName]: EmailProps<Name>[] } = {
  "order-confirmation": [
    confirmation,
    {
      ...confirmation,
      isBackorder: true,
      deliveryToBeAgreed: true,
      setPassword: { username: "gwen", link },
      registerUrl: link,
    },
    { ...confirmation, counter: { toBePaid: "by bank transfer" } },
    // Where the shop delivers everywhere.
    { ...confirmation, promises: { ...promises, countriesServed: "", bulkDelivery: "" } },
  ],
  "order-dispatched": [[], [{ productName: "Compost", quantity: 1 }]].map((stillToCome) => ({
    ...bought,
    ...{ carrier: "Carrier", trackingNumber: "TR1", note: "By the gate.", stillToCome },
  })),
  "ask-of-use": [{ ...bought, dispatchedOn: "24 November 2026" }],
  "order-ready": ["Saturday 28 November 2026, 10:00 to 10:30", null].map((slot) => ({
    ...bought,
    ...{ slot, code: "ABC234", note: "By the gate.", collectFrom: "Teme Char, Kiln House" },
  })),
  "batch-recall": [1, 3].map((quantity) => ({
    ...bought,
    ...{ batchCode: "2026-03-A", reason: "Too moist", message: "Keep it closed.", quantity, batchUrl: link },
  })),
  "order-refunded": [undefined, "in cash"].map((byHand) => ({
    ...bought,
    ...{ amount: 1000, refundedInAll: 1000, orderTotal: 6999, reason: "Torn", creditNoteNumber: "CN-1" },
    creditNoteUrl: link,
    ...(byHand ? { byHand } : {}),
  })),
  "order-cancelled": [
    { wasPaid: false, owed: 0, creditNote: { number: "CN-1", url: link } },
    { wasPaid: true, owed: 0, creditNote: null },
    { wasPaid: true, owed: 100, creditNote: null },
  ].map((money) => ({ ...bought, ...money, note: "", currency: "gbp" })),
  "payment-received": [{ ...bought, amount: 6999, currency: "gbp", paidBy: "by bank transfer", note: "" }],
  "withdrawal-received": [true, false].map((isLate) => ({
    ...{ ...bought, ...withdrawn, isLate, sendBackBy: isLate ? "8 December 2026" : null },
    ...{ noun: "cancellation", notice: "I give notice that I cancel", orderedOn: "1 November 2026" },
    receivedAt: "24 November 2026 at 10:42:07 GMT",
  })),
  "withdrawal-closed": [{ ...bought, noun: "cancellation", note: "You keep it, as we agreed" }],
  "new-withdrawal": [true, false].map((isLate) => ({
    ...{ ...bought, ...withdrawn, isLate, sendBackBy: isLate ? "8 December 2026" : null },
  })),
  "money-returned": [{ ...bought, amount: "£12.34", reason: "Paid twice", paymentId: "pi_1" }],
  "new-order": [
    {
      ...bought,
      total: 6999,
      deliveryToBeAgreed: true,
      isBackorder: true,
      runningLow: [{ productName: "Big Bag", left: 1 }],
    },
  ],
  "low-stock": [
    { ...bought, products: [{ productName: "Big Bag", left: 0 }], more: 2, changedBy: "Olwen Owner" },
  ],
  "failed-payment": [{ ...bought, amount: 6999, reason: "The card was refused." }],
  "payment-problem": [true, false].map((isReturned) => ({
    ...bought,
    ...{ amount: "£12.34", paymentId: "pi_1", reason: "The goods were gone.", isReturned },
  })),
  "refund-failed": [true, false].map((isWaiting) => ({
    ...bought,
    ...{ amount: "£12.34", paymentId: "pi_1", reason: null, isWaiting },
  })),
  "payment-disputed": ["2 March 2026", null].map((evidenceDue) => ({
    ...bought,
    ...provider,
    reason: "the customer says that the goods did not arrive",
    evidenceDue,
  })),
  "payment-warning": (["review", "fraud"] as const).map((kind) => ({
    ...bought,
    ...provider,
    kind,
    message: "Do not send the goods yet",
  })),
  "newsletter-verification": [{ store, code: "123456", link, unsubscribeUrl: link }],
  "newsletter-issue": [true, false].map((isTest) => ({
    ...{ store, subject: "Frost", isTest, html: "<p>News</p>", issueUrl: link, unsubscribeUrl: link },
  })),
  "stock-alert-confirmation": [{ store, productName: "Premium Biochar", link, unsubscribeUrl: link }],
  "stock-back": [{ store, productName: "Premium Biochar", link, unsubscribeUrl: link }],
  "new-enquiry": [
    { ...person, email: "gwen@example.com", subject: "Beds", message: "How much?", adminUrl: link },
  ],
  "enquiry-answer": [
    { store, subject: "Beds", answer: "Two bags.", message: "How much?", sentOn: "2 March 2026" },
  ],
  "test-mail": [{ store, confirmUrl: link }],
  "verify-email": [{ ...person, link }],
  "confirm-email": [{ ...person, link }],
  "account-exists": [{ ...person, username: "gwen", signInLink: link, resetLink: link }],
  "reset-password": [{ ...person, username: "gwen", link }],
  "set-password": [true, false].map((isRegistering) => ({
    ...person,
    username: "gwen",
    link,
    isRegistering,
  })),
  "password-changed": [0, 2].map((endedKeys) => ({ ...person, endedKeys, resetLink: link })),
  "role-changed": [{ ...person, role: "Shop manager" }],
  "email-changed": [
    { ...person, newEmail: "new@example.com", stage: "requested", link },
    { ...person, newEmail: "new@example.com", stage: "changed", link },
    { ...person, newEmail: "new@example.com", stage: "changed" },
  ],
  "two-factor-changed": (["on", "off", "reset", "new-codes"] as const)
    .map((kind): EmailProps<"two-factor-changed"> => ({ ...person, change: { kind }, resetLink: link }))
    .concat({ ...person, change: { kind: "recovery-code-used", codesLeft: 1 }, resetLink: link }),
  "passkey-changed": [
    { ...person, change: { kind: "added", passkey: "Laptop" }, resetLink: link },
    { ...person, change: { kind: "removed", passkey: "Laptop" }, resetLink: link },
    { ...person, change: { kind: "all-removed" }, resetLink: link },
  ],
  "api-key-made": [
    {
      ...person,
      makerName: "Olwen Owner",
      keyName: "Stock script",
      permissions: ["See products"],
      expires: "2 March 2027",
      keysUrl: link,
    },
  ],
  "staff-two-factor-ended": [{ ...person, byName: "Olwen Owner", settingsUrl: link }],
};

function renderAll<Name extends EmailName>(name: Name) {
  return mails[name].map((props) => ({ ...renderEmail(name, props), subject: subjectOf(name, props) }));
}

describe("a shop that is not called as it began says so itself", () => {
  it.each(Object.keys(mails) as EmailName[])("in the mail %s", async (name) => {
    const rendered = renderAll(name);
    expect(rendered.length).toBeGreaterThan(0);
    for (const { subject, html, text } of rendered) {
      expectNoShippedTexts(name, subject, html, text);
      const words = text.replaceAll(/\s+/g, " ");
      for (const own of [store.name, store.address, store.phone, store.email, ...store.companyFacts]) {
        expect(words).toContain(own);
      }
    }
  });

  it("with its promises in the confirmation, which is the contract", async () => {
    const [{ text } = { text: "" }] = renderAll("order-confirmation");
    const words = text.replaceAll(/\s+/g, " ");
    for (const own of [
      "We normally send orders on the next market day",
      settings.bulkDelivery,
      "within 21 days of the order",
      "We deliver within the United Kingdom only.",
    ]) {
      expect(words).toContain(own);
    }
  });

  it("in invoices and credit notes", async () => {
    const place = {
      ...{ name: "Gwen Guest", address: "3 Hop Lane", city: "Worcester", postcode: "WR1 1AA" },
      ...{ country: "United Kingdom", countryCode: "GB" },
    };
    const moment = new Date("2026-03-02T12:00:00Z");
    const line = {
      id: 1,
      productName: "Big Bag",
      quantity: 2,
      unitPrice: 3000,
      lineTotal: 6000,
      vatRate: 2000,
    };
    const order: InvoicedOrder & { lines: [typeof line] } = {
      invoiceNumber: bought.invoiceNumber,
      vatInvoiceNumber: "TC-000001",
      customerName: "Gwen Guest",
      billingAddress: place,
      shippingAddress: place,
      lines: [line],
      shippingCost: 999,
      totalAmount: 6999,
      currency: "gbp",
      sterling: null,
      paymentMethod: "stripe",
      paidAt: moment,
      taxPointAt: moment,
      createdAt: moment,
      isExport: false,
    };
    for (const takesRealMoney of [false, true]) {
      const seller = newInvoiceSellerOf({ ...settings, takesRealMoney });
      const note = correctionNoteOf(order, {
        kind: "credit",
        number: "CN-1",
        content: creditOf(
          order,
          { credited: [{ lineId: 1, quantity: 0, amount: 1000 }], earlier: [] },
          seller,
        ),
        reason: "Torn",
        issuedAt: moment,
        refunded: 1000,
        counterpart: null,
        sterling: null,
      });
      for (const document of [vatInvoiceOf(order, seller), note]) {
        const file = await writeVatDocumentPdf(document);
        const text = pdfLines(file).join(" ");
        expectNoShippedTexts(document.heading, text, Buffer.from(file).toString("latin1"));
        expect(text).toContain("Teme Char");
      }
    }
  });

  it("in the papers to download", async () => {
    const files = [
      await researchReportFile(settings.storeName),
      ...(await Promise.all(resources.map(({ filename }) => resourceFile(filename, settings.storeName)))),
    ];
    for (const file of files) {
      expectNoShippedTexts("paper", pdfLines(file).join(" "), Buffer.from(file).toString("latin1"));
    }
  });

  it.each(contentPaths)("on %s", (path) => {
    const facts: PageFacts = {
      store: storeSummaryOf(settings),
      deliveryRule: deliveryRuleOf(settings),
      promises,
      signedIn: false,
      claims: settings.claims,
      retailYears: settings.retailYears,
    };
    for (const signedIn of [true, false]) {
      const page = textPage(path, { ...facts, signedIn });
      expect(page).toBeDefined();
      expectNoShippedTexts(
        path,
        page?.title ?? "",
        page?.description ?? "",
        renderToStaticMarkup(page?.body),
      );
    }
  });

  it("in the reference of the API and its examples", async () => {
    const { body } = await callRest("GET", "/api/openapi.json");
    expectOwnApiWords("/api/openapi.json", JSON.stringify(body));
    const reference = { document: restDocument(), storeName: settings.storeName };
    expectOwnApiWords("/api/docs", renderToStaticMarkup(createElement(ApiReference, reference)));
  });

  it("to machines", () => {
    const publishedAt = "2026-03-02T12:00:00Z";
    const article = {
      ...{ id: 1, slug: "a", title: "A", excerpt: "B", html: "<p>C</p>" },
      ...{
        imageUrl: "/pictures/premium-biochar.jpg",
        imageAlt: "A bag",
        publishedAt,
        updatedAt: publishedAt,
      },
    };
    const facts = { publicUrl, storeName: settings.storeName };
    expectNoShippedTexts(
      "machines",
      robotsText(publicUrl),
      mapDocument(settings.storeAddress, { load: true }),
      JSON.stringify([
        structuredOrganisation(settings, publicUrl),
        structuredWebSite(settings.storeName, publicUrl),
        structuredArticle(article, facts),
        structuredIssue({ slug: "a", subject: "A", publishedAt }, facts),
      ]),
    );
  });
});
