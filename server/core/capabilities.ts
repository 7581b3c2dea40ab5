/**
 * Everything that somebody may be allowed to do, as people would name it, with what anyone who gives it to an API key
 * reads. Roles are lists of these (`roles.ts`); commands and reads name the one that they need. An own order or
 * profile is that of the person who asks; all others are over anybody's.
 */
const capabilityTable = {
  "orders.place": "Buy: place an order that a payment is for",
  "orders.viewOwn": "See one's own orders",
  "orders.view": "See orders: who gets what, where to, and how far they are",
  "orders.viewMoney": "See what orders came to: prices, payments, refunds and invoices",
  "orders.export": "Download orders as a file",
  "orders.create": "Take orders for customers",
  "orders.changeStatus": "Move orders on",
  "orders.dispatch": "Dispatch orders",
  "orders.recordPayment": "Record that an order was paid",
  "orders.refund": "Refund orders",
  "orders.cancel": "Cancel orders",
  "orders.resendConfirmation": "Send an order's confirmation again",
  "failedOrders.view": "See failed orders",
  "failedOrders.dismiss": "Put failed orders aside",
  "dashboard.view": "See the dashboard",
  "profile.edit": "Change one's own profile",
  "customers.view": "See customers",
  "notes.view": "See what staff noted about orders and customers",
  "notes.write": "Write notes about orders and customers that only staff read",
  "notes.delete": "Delete anybody's notes about orders and customers",
  "subscribers.view": "See who subscribed to the newsletter",
  "subscribers.export": "Download the subscribers as a file",
  "enquiries.view": "See enquiries",
  "enquiries.answer": "Answer enquiries",
  "products.view": "See the catalogue",
  "products.edit": "Change products",
  "products.export": "Download the products as a file",
  "products.create": "Add products, and bring archived ones back",
  "products.archive": "Archive products",
  "batches.view": "See batches: what was made, measured, and which orders it went to",
  "batches.edit": "Enter batches and analyses, write off, and put batches in quarantine",
  "batches.recall": "Recall a batch and mail its customers",
  "reports.view": "See sales figures, charts and VAT",
  "reports.export": "Download the VAT report as a file",
  "evidence.view": "See what became of the biochar that was sold",
  "evidence.record": "Write down what weighbridges say of biochar",
  "evidence.export": "Download what became of the biochar for a registry",
  "reconciliation.view": "See the ledger, and payments that fit no order",
  "reconciliation.settle": "Give back or place payments that fit no order",
  "settings.view": "See the store settings",
  "settings.edit": "Change the store settings",
  "content.view": "See drafts of articles, questions and answers",
  "content.edit": "Write articles, newsletters, questions and answers",
  "newsletter.send": "Send the newsletter",
  "emails.view": "See the mails that the shop sent",
  "emails.resend": "Send a mail again",
  "audit.view": "See who changed what",
  "audit.revert": "Take changes back",
  "apiKeys.view": "See API keys",
  "apiKeys.manage": "Make and revoke API keys",
  "health.view": "See what the shop is not yet fit for",
  "shop.open": "Open the shop for trade, and remove the demo data",
  "users.view": "See users",
  "users.export": "Download the users as a file",
  "users.create": "Add users",
  "users.edit": "Change, verify and suspend users",
  "users.delete": "Delete users",
} as const;

export type Capability = keyof typeof capabilityTable;

/** Every capability, in the order of the table. */
export const capabilities = Object.keys(capabilityTable).filter(isCapability);

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(capabilityTable, name);
}

/** What a capability lets somebody do, in words. */
export function capabilityWords(capability: Capability): string {
  return capabilityTable[capability];
}
