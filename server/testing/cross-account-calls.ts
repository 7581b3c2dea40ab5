/** What somebody has, to be asked for by others. */
export interface Belongings {
  orderId: number;
  invoiceNumber: string;
  /** Of one of their sessions. */
  sessionId: string;
}

export interface CrossAccountCall {
  what: string;
  /** Of `app/routes.ts`. */
  pattern: string;
  path: (of: Belongings) => string;
  /** What is posted there; nothing where the page is only read. */
  form?: (of: Belongings) => Record<string, string>;
}

/** Ids and numbers of somebody else, through every address that takes one. */
export const crossAccountCalls: readonly CrossAccountCall[] = [
  {
    what: "invoice",
    pattern: "orders/:invoiceNumber/invoice",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/invoice`,
  },
  {
    what: "invoice with a token of one's own making",
    pattern: "orders/:invoiceNumber/invoice",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/invoice?t=${invoiceNumber}.forged`,
  },
  {
    what: "invoice as PDF",
    pattern: "orders/:invoiceNumber/invoice.pdf",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/invoice.pdf`,
  },
  {
    what: "credit note",
    pattern: "orders/:invoiceNumber/notes/:noteNumber",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/notes/CN-000001`,
  },
  {
    what: "credit note as PDF",
    pattern: "orders/:invoiceNumber/notes/:noteNumber/pdf",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/notes/CN-000001/pdf`,
  },
  {
    what: "credit note by the address of old mails",
    pattern: "orders/:invoiceNumber/credit-notes/:noteNumber",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/credit-notes/CN-000001`,
  },
  {
    what: "credit note as PDF by the address of old mails",
    pattern: "orders/:invoiceNumber/credit-notes/:noteNumber/pdf",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/credit-notes/CN-000001/pdf`,
  },
  {
    what: "order to cancel",
    pattern: "orders/:invoiceNumber/withdraw",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/withdraw`,
  },
  {
    what: "order to cancel with a token of one's own making",
    pattern: "orders/:invoiceNumber/withdraw",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/withdraw?t=${invoiceNumber}.forged`,
  },
  {
    what: "order, cancelled",
    pattern: "orders/:invoiceNumber/withdraw",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/withdraw?t=${invoiceNumber}.forged`,
    form: () => ({ step: "confirm", what: "everything", key: "0b61f6ae-6a2f-4a3e-9f0f-4b9b2f4c8d11" }),
  },
  {
    what: "carbon statement",
    pattern: "orders/:invoiceNumber/statement",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/statement`,
  },
  {
    what: "carbon statement with a token of one's own making",
    pattern: "orders/:invoiceNumber/statement",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/statement?t=${invoiceNumber}.forged`,
  },
  {
    what: "carbon statement as PDF",
    pattern: "orders/:invoiceNumber/statement.pdf",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/statement.pdf`,
  },
  {
    what: "carbon statement as credential",
    pattern: "orders/:invoiceNumber/statement.json",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/statement.json`,
  },
  {
    what: "biochar and what it is for",
    pattern: "orders/:invoiceNumber/use",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/use`,
  },
  {
    what: "biochar, said to be for something",
    pattern: "orders/:invoiceNumber/use",
    path: ({ invoiceNumber }) => `/orders/${invoiceNumber}/use?t=${invoiceNumber}.forged`,
    form: () => ({ use: "soil" }),
  },
  {
    what: "order in the settings",
    pattern: "account/settings",
    path: ({ orderId }) => `/account/settings?tab=orders&order=${orderId}`,
  },
  {
    what: "order in the dashboard",
    pattern: "customer-dashboard",
    path: ({ orderId }) => `/customer-dashboard?order=${orderId}`,
  },
  {
    what: "orders after one of theirs",
    pattern: "customer-dashboard",
    path: ({ orderId }) => `/customer-dashboard?after=${orderId + 1}`,
  },
  {
    what: "confirmation",
    pattern: "order-confirmation",
    path: ({ orderId }) => `/order-confirmation?t=${orderId}.forged`,
  },
  {
    what: "order, as staff see it",
    pattern: "admin/orders/:order",
    path: ({ orderId }) => `/admin/orders/${orderId}`,
  },
  {
    what: "order, as staff see it, by its number",
    pattern: "admin/orders/:order",
    path: ({ invoiceNumber }) => `/admin/orders/${invoiceNumber}`,
  },
  {
    what: "order on the packing bench",
    pattern: "admin/packing/:orderId",
    path: ({ orderId }) => `/admin/packing/${orderId}`,
  },
  ...["", "/labels", "/recall", "/recall.csv"].map((part) => ({
    what: `batch, as staff see it${part}`,
    pattern: `admin/batches/:code${part}`,
    path: () => `/admin/batches/CROSS-ACCOUNT${part}`,
  })),
  {
    what: "page as a customer, as staff see it",
    pattern: "admin/customers/:customer",
    path: ({ orderId }) => `/admin/customers/order-${orderId}`,
  },
  { what: "mail in the outbox", pattern: "dev/mail/:id", path: () => "/dev/mail/1" },
  {
    what: "order to buy again",
    pattern: "account/settings",
    path: () => "/account/settings",
    form: ({ orderId }) => ({ intent: "buy-again", orderId: String(orderId) }),
  },
  {
    what: "session to end",
    pattern: "account/settings",
    path: () => "/account/settings",
    form: ({ sessionId }) => ({ intent: "end-session", sessionId }),
  },
  {
    what: "passkey to remove",
    pattern: "account/settings",
    path: () => "/account/settings",
    form: () => ({ intent: "passkey-remove", passkeyId: "1", password: "wrong" }),
  },
];

/** Addresses with a part to choose that anybody may ask for; all others are above. */
export const publicAddressesWithIds: readonly string[] = [
  "manufacturing/:page",
  ":page",
  "sitemap/:part",
  "products/:slug",
  // What its label leads everybody to.
  "batches/:code",
  "blog/:slug",
  // Only issues that were sent: send-issue.test.ts.
  "newsletter/issues/:slug",
  // A step, and whose request it is stands in a signed token: stock-alerts.test.ts.
  "stock-alerts/:step",
  // Nothing of who has some of it: batch.test.ts.
  "batches/:code",
  "batches/:code/passport.jsonld",
  "batches/:code/linkset.json",
  "01/:gtin",
  "01/:gtin/*",
  "01/:gtin/10/:code",
  "resources/:file",
  "media/:file",
  "documents/:hash/:name",
  // What stands there is proven by its signature.
  "webhooks/:provider",
  // Places and bits, for whoever verifies a statement.
  "statements/status/:list",
];
