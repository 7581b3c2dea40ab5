import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";

/**
 * What each form is that edits nothing stored, in the order of its file: it searches, adds something, or does one thing
 * and begins from nothing. What edits is in `edit-forms.ts`.
 */
const others: Record<string, string | string[]> = {
  "app/components/account/factor-form.tsx": "switches the second factor",
  "app/components/account/passkeys-card.tsx": ["renames a passkey", "adds a passkey"],
  "app/components/account/research-card.tsx": "asks for a mail",
  "app/components/account/security-tab.tsx": ["a new password", "ends sessions", "ends a session"],
  "app/components/account/sign-out-form.tsx": "signs out",
  "app/components/account/support-tab.tsx": "deletes the account",
  "app/components/account/two-factor-card.tsx": "gives up a second factor that is being set up",
  "app/components/account/verification-forms.tsx": [
    "signs in",
    "sets a first password",
    "deletes the account",
    "stops a change",
  ],
  "app/components/batches/public-batch-list.tsx": "searches",
  "app/components/calculators/application-rate-calculator.tsx": "reckons",
  "app/components/calculators/carbon-offset-calculator.tsx": "reckons",
  "app/components/cart/add-to-cart-form.tsx": "adds to the cart",
  "app/components/cart/clear-cart.tsx": "empties the cart",
  "app/components/cart/postcode-form.tsx": "asks where to",
  "app/components/catalogue/catalogue-filters.tsx": "searches",
  "app/components/catalogue/stock-alert-form.tsx": "asks to be told of a product",
  // It begins from the account, and what is typed goes into the order alone.
  "app/components/checkout/checkout-panels.tsx": "orders",
  "app/components/checkout/stripe/sandbox-card-form.tsx": "pays",
  "app/components/checkout/stripe/stripe-card-form.tsx": "pays",
  "app/components/content/article-search.tsx": "searches",
  "app/components/newsletter/newsletter-section.tsx": "subscribes",
  "app/components/newsletter/newsletter-dialogs.tsx": ["asks for a code", "gives the code"],
  "app/components/orders/own-order-details.tsx": "fills the cart",
  "app/components/orders/withdrawal-check.tsx": "confirms what is cancelled",
  "app/components/orders/withdrawal-form.tsx": "says what is cancelled",
  "app/components/staff/counter/counter-form.tsx": "adds an order",
  "app/components/staff/counter/counter-queue.tsx": "gives up an order that waits",
  "app/components/staff/selection/selection.tsx": "does one thing with the selected rows",
  "app/components/staff/batches/batch-form.tsx":
    "is each form of a batch: enters, analyses, writes off, stops, recalls; a changed value is a step of its own",
  "app/components/staff/batches/batch-list.tsx": "searches",
  "app/routes/staff/admin-batch-labels.tsx": "says how many labels",
  "app/lib/take-back-form.tsx": "takes back what a message told of",
  "app/components/orders/use-question.tsx": "says what the biochar is for",
  "app/components/staff/evidence/evidence-panel.tsx": "asks for a file",
  "app/components/staff/evidence/weighbridge-form.tsx": "records a weighbridge",
  "app/components/staff/find/palette.tsx": "searches",
  "app/components/staff/orders/all-orders.tsx": "searches",
  "app/components/staff/figures/analytics-panel.tsx": "searches",
  "app/components/staff/api-keys/api-keys-panel.tsx": "revokes a key",
  "app/components/staff/api-keys/new-api-key-form.tsx": "adds a key",
  "app/components/staff/audit-panel.tsx": "takes a change back",
  "app/components/staff/content/issue-editor.tsx":
    "is each form of a newsletter: writes, tests, sends, deletes, pauses",
  "app/components/staff/content/markdown-field.tsx": "shows a preview",
  "app/components/staff/email-preview.tsx": "sends a mail again",
  "app/components/staff/enquiry-row.tsx": ["answers an enquiry", "begins an answer"],
  "app/components/staff/orders/failed-order-row.tsx": "dismisses",
  "app/components/staff/orders/failed-orders-panel.tsx": "dismisses",
  "app/components/staff/list-search.tsx": "searches",
  "app/components/staff/opening/claims-form.tsx": "says what the site states",
  "app/components/staff/opening/step-checks.tsx": "does one thing of the opening",
  "app/components/staff/opening/vat-question.tsx": "answers a question",
  "app/components/staff/orders/order-form.tsx": "does one thing with an order",
  "app/components/staff/customers/customer-notes.tsx": "adds a note",
  "app/components/staff/notes/staff-note.tsx": "deletes a note",
  "app/components/staff/orders/staff-timeline.tsx": "adds a note",
  "app/components/staff/orders/order-status-forms.tsx": "moves an order on",
  "app/components/staff/orders/orders-table.tsx": "searches",
  "app/components/staff/packing/packing-bench.tsx": "tells that an order is ready",
  "app/components/staff/packing/packing-checklist.tsx": "dispatches a parcel",
  "app/components/staff/packing/packing-desk.tsx": ["asks for papers", "dispatches many orders"],
  "app/components/staff/packing/tracking-forms.tsx": ["reads a file", "dispatches many orders"],
  "app/components/staff/prices/stepped-products.tsx": "searches",
  "app/components/staff/prices/trade-lists.tsx": [
    "renames a trade list",
    "removes a trade list",
    "makes a trade list",
  ],
  "app/components/staff/products/archive-button.tsx": "archives a product",
  "app/components/staff/products/bulk-form.tsx": "moves prices and stock",
  // Its button fetches the product; the field begins from that, and sends one column.
  "app/components/staff/products/editable-cell.tsx": "changes a price or a stock",
  "app/components/staff/products/catalogue-filters.tsx": "searches",
  "app/components/staff/products/category-editor.tsx": "renames a category",
  // What it keeps must be chosen as a file: the journey packs-and-pictures.spec.ts saves it.
  "app/components/staff/products/media-form.tsx": "arranges pictures or documents",
  "app/components/staff/products/new-product-form.tsx": "adds a product",
  "app/components/staff/settings/end-staff-two-factor.tsx": "asks for a password, and edits nothing else",
  "app/components/staff/settings/rates-panel.tsx":
    "edits the table of rates: e2e/journeys/delivery-rates.spec.ts",
  "app/components/staff/refresh-button.tsx": "shows a page anew",
  "app/components/staff/orders/refund-form.tsx": "refunds",
  "app/components/staff/shop/create-order-form.tsx": "adds an order",
  "app/components/staff/tab-list.tsx": "searches",
  "app/components/staff/trade-gaps-card.tsx": "confirms a VAT rate",
  "app/components/staff/figures/unmatched-payments.tsx": "settles a payment",
  "app/components/staff/users/add-user-dialog.tsx": "adds a user",
  "app/components/staff/users/delete-user-dialog.tsx": "deletes a user",
  "app/components/staff/users/user-filters.tsx": "searches",
  "app/components/staff/users/user-menu.tsx": "does one thing with a user",
  "app/components/staff/figures/vat-panel.tsx": "searches",
  "app/components/cart/cart-lines.tsx": ["takes out of the cart", "takes out what is no longer sold"],
  "app/lib/forms/checked-form.tsx": "is every form that is checked",
  "app/routes/account/account.tsx": "asks for a mail",
  // It begins from what was said before, and the last answer counts; a row that has none is made.
  "app/routes/account/biochar-use.tsx": "says what the biochar is for",
  "app/routes/account/forgot-password.tsx": "asks for a mail",
  "app/routes/account/login-code.tsx": "signs in",
  "app/routes/account/login.tsx": "signs in",
  "app/routes/account/register.tsx": "registers",
  "app/routes/account/reset-password.tsx": "a new password",
  "app/routes/account/undo-email-change.tsx": "takes a change of address back",
  "app/routes/content/blog.tsx": "searches",
  "app/routes/content/contact.tsx": "sends a message",
  "app/routes/content/newsletter-unsubscribe.tsx": "unsubscribes",
  "app/routes/content/newsletter-verify.tsx": "confirms a subscription",
  "app/routes/content/verify-statement.tsx": "checks a statement",
  "app/routes/content/newsletter.tsx": ["subscribes", "asks for a code", "gives the code"],
  "app/routes/shop/catalogue.tsx": "searches",
  "app/routes/shop/stock-alert.tsx": ["confirms a request", "unsubscribes"],
  "app/routes/shop/order-confirmation.tsx": "makes an account of an order",
  "app/routes/staff/admin-find.tsx": "searches",
  "app/routes/staff/admin-login.tsx": "signs in",
  "app/routes/staff/admin-undo.tsx": "takes a change back",
};

/** Forms in the code that no list contains, and listed files whose forms differ. */
export function unlistedForms(editing: readonly string[]): string[] {
  const listed = new Map<string, number>();
  const count = (file: string, forms: number) => listed.set(file, (listed.get(file) ?? 0) + forms);
  for (const file of new Set(editing)) count(file, 1);
  for (const [file, what] of Object.entries(others)) count(file, Array.isArray(what) ? what.length : 1);
  const formsByKey = new Map(componentFiles().flatMap((file) => formsOf(file)));
  return [...new Set([...listed.keys(), ...formsByKey.keys()])]
    .filter((file) => listed.get(file) !== formsByKey.get(file))
    .map((file) => `${file} has ${formsByKey.get(file) ?? 0} forms, ${listed.get(file) ?? 0} are listed`);
}

function componentFiles(): string[] {
  const names = readdirSync(path.join(projectFolder, "app"), { recursive: true, encoding: "utf8" });
  const files = names.map((name) => `app/${name.replaceAll(path.sep, "/")}`);
  return files.filter((file) => /(?<!\.test)\.tsx$/.test(file) && !file.startsWith("app/components/dev/"));
}

/** Counts forms by their tags; a file that writes without one, for example with a button, counts as one. */
function formsOf(file: string): [string, number][] {
  const code = readFileSync(path.join(projectFolder, file), "utf8");
  const forms = [...code.matchAll(/<(?:\w+\.)*(?:[fF]orm|CheckedForm)\b/g)].length;
  const writes = code.includes(".useMutation(");
  return forms > 0 || writes ? [[file, Math.max(forms, 1)]] : [];
}
