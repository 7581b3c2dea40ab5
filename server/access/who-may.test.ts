import { describe, expect, it } from "vitest";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { allows, type Capability, type Role, roles } from "#server/core/roles.ts";
import { testContext } from "#server/testing/factories.ts";
import { procedures, staffCommands } from "#server/trpc/router.server.ts";
import { permissionsOf } from "../commands/command.ts";
import { requirePermissions } from "./read.server.ts";

/*
 * Who may do what is three things: what a role may (roles.test.ts), how it is asked, and what each command, read and
 * call asks for. The last two are here. That every door asks is tested at the doors: staff-commands.test.ts and
 * router.test.ts, contract-callers.test.ts, staff-pages.test.ts.
 */

describe("a person of whom permissions are asked", () => {
  const user = (role: Role): Actor => ({
    ...{ kind: "user", id: 1, role, name: "U", email: "u@example.com", sessionId: "s" },
  });
  const key = (...permissions: Capability[]): Actor => ({ kind: "api-key", id: 1, name: "K", permissions });

  async function asked(actor: Actor, ...needed: Capability[]): Promise<string> {
    const context: Context = { ...(await testContext()), actor };
    try {
      requirePermissions(context, needed);
      return "let in";
    } catch (error) {
      return String(Reflect.get(Object(error), "code"));
    }
  }

  it("is let in as a person by the role alone", async () => {
    for (const role of roles) {
      const may = allows(role, "orders.refund");
      expect(await asked(user(role), "orders.refund"), role).toBe(may ? "let in" : "forbidden");
    }
    expect(await asked({ kind: "visitor" }, "products.view")).toBe("let in");
    expect(await asked({ kind: "visitor" }, "orders.viewOwn")).toBe("unauthenticated");
  });

  it("is let in as a key by what it was given alone", async () => {
    expect(await asked(key("users.delete"), "users.delete")).toBe("let in");
    expect(await asked(key("users.delete"), "products.view")).toBe("forbidden");
    expect(await asked(key(), "orders.view")).toBe("forbidden");
  });

  it("needs each of several", async () => {
    expect(await asked(key("orders.view", "notes.write"), "notes.write", "orders.view")).toBe("let in");
    expect(await asked(key("orders.view"), "notes.write", "orders.view")).toBe("forbidden");
    expect(await asked(key("notes.write"), "notes.write", "orders.view")).toBe("forbidden");
    expect(await asked(user("packer"), "orders.view", "orders.viewMoney")).toBe("forbidden");
    expect(await asked({ kind: "visitor" }, "products.view", "orders.view")).toBe("unauthenticated");
  });

  it("is let in everywhere as a job of the shop's own", async () => {
    expect(await asked({ kind: "system" }, "users.delete", "shop.open")).toBe("let in");
  });
});

/** The commands and reads of staff, by all that each needs. */
const staffDoors: Record<string, string> = {
  "apiKeys.manage": "apiKeys.create apiKeys.revoke",
  "apiKeys.view": "apiKeys.list",
  "audit.revert": "audit.revert audit.revertMany",
  "audit.view": "audit.search",
  "batches.edit":
    "batches.addAnalysis batches.create batches.markSoldOut batches.quarantine batches.release batches.saveCertificate batches.saveClaims batches.writeOff",
  "batches.recall": "batches.recall",
  "content.edit":
    "content.deleteArticle content.deleteFaqEntry content.saveArticle content.saveFaqEntry newsletter.deleteIssue newsletter.saveIssue newsletter.testIssue",
  "content.view": "content.article content.articles content.faq content.preview",
  "customers.view": "prices.lists prices.products shop.customers",
  "dashboard.view": "find.everything today.counts",
  "emails.resend": "emails.resend emails.resendMany",
  "emails.view": "emails.byId emails.search",
  "enquiries.answer": "enquiries.answer enquiries.markAnswered enquiries.markManyAnswered",
  "enquiries.view": "enquiries.search",
  "evidence.record": "evidence.recordWeighbridge",
  "evidence.view": "evidence.report",
  "failedOrders.dismiss": "orders.dismissFailed orders.dismissManyFailed",
  "failedOrders.view": "orders.failed",
  "newsletter.send": "newsletter.sendIssue newsletter.steerIssue",
  "notes.write": "notes.remove",
  "notes.write customers.view": "customers.addNote",
  "notes.write orders.view": "orders.addNote",
  "orders.cancel": "orders.cancel",
  "orders.changeStatus": "orders.changeStatus orders.completeMany",
  "orders.create": "shop.createOrder shop.discardCounterOrder shop.sendCounterOrder",
  "orders.create products.view customers.view": "shop.counterSheet",
  "orders.dispatch":
    "orders.dispatch orders.dispatchMany orders.goodsBack orders.handOver orders.markReady orders.readTracking orders.undoDispatch",
  "orders.recordPayment": "orders.recordPayment",
  "orders.refund":
    "orders.closeWithdrawal orders.refund orders.release orders.returnGoods orders.settleWithRefund",
  "orders.resendConfirmation": "orders.resendConfirmation",
  "orders.view": "orders.details orders.recent orders.search",
  "orders.viewOwn": "orders.byId",
  "products.archive": "products.archive",
  "products.create": "products.create products.restore",
  "products.edit":
    "prices.createList prices.removeList prices.renameList prices.setSteps products.catalogue products.changeMany products.families products.one products.renameCategory products.reorderHome products.saveDocuments products.savePictures products.update",
  "products.edit products.create": "products.checkImport products.import",
  "products.view": "products.categories products.homeGrid products.list",
  "reconciliation.settle": "ledger.finaliseAgain ledger.refundUnmatched",
  "reconciliation.view": "ledger.month",
  "reports.view": "orders.totals reports.analytics reports.packaging reports.vat",
  "settings.edit":
    "settings.readTariff settings.save settings.saveTariff statements.save users.endStaffTwoFactor",
  "settings.view": "settings.read",
  "shop.open": "opening.askProviders opening.markRead opening.open opening.removeDemo opening.sendTestMail",
  "shop.open settings.edit": "opening.answerVat opening.saveSettings",
  "subscribers.view": "newsletter.subscribers",
  "users.create": "users.create",
  "users.delete": "users.delete",
  "users.edit":
    "users.activateMany users.edit users.resetTwoFactor users.sendPasswordReset users.setStatus users.suspendMany users.verify",
  "users.view": "users.byId users.list",
};

/** The calls of scripts, likewise. */
const calls: Record<string, readonly string[]> = {
  "batches.edit": ["POST /api/admin/batches", "POST /api/admin/batches/{code}/analyses"],
  "batches.view": ["GET /api/admin/batches", "GET /api/admin/batches/{code}/allocations"],
  "customers.view": ["GET /api/admin/trade-lists"],
  "customers.view orders.create": ["GET /api/shop/customers"],
  "failedOrders.view": ["GET /api/admin/failed-orders"],
  "orders.cancel orders.view orders.viewMoney": ["POST /api/admin/orders/{id}/cancel"],
  "orders.create orders.view orders.viewMoney": ["POST /api/shop/orders"],
  "orders.dispatch orders.view": ["POST /api/admin/orders/{id}/parcels"],
  "orders.dispatch orders.view orders.viewMoney": ["POST /api/admin/orders/{id}/hand-over"],
  "orders.place": [
    "POST /api/create-payment-intent",
    "POST /api/orders",
    "POST /paypal/order",
    "POST /paypal/order/{orderId}/capture",
  ],
  "orders.refund orders.view orders.viewMoney": [
    "POST /api/admin/orders/{id}/refunds",
    "POST /api/admin/orders/{id}/returns",
  ],
  "orders.view": ["GET /api/admin/orders/{id}/parcels"],
  "orders.view orders.viewMoney": ["GET /api/admin/orders", "GET /api/admin/orders/{id}"],
  "orders.view orders.viewMoney orders.create": ["GET /api/shop/orders"],
  "products.edit": ["GET /api/admin/products/{id}"],
  "products.edit products.view": ["PUT /api/admin/products/{id}"],
  "products.view": ["GET /api/products", "GET /api/products/{slug}"],
  public: [
    "GET /api/auth/verify",
    "GET /api/batches/{code}",
    "GET /api/blog-posts",
    "GET /api/community",
    "GET /api/delivery-quote",
    "GET /api/openapi.json",
    "GET /api/orders/{invoiceNumber}/statement",
    "GET /api/orders/{invoiceNumber}/withdrawals",
    "GET /paypal/setup",
    "POST /api/admin/login",
    "POST /api/auth/forgot-password",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/register",
    "POST /api/auth/reset-password",
    "POST /api/contact",
    "POST /api/newsletter",
    "POST /api/newsletter/code",
    "POST /api/newsletter/confirm",
    "POST /api/orders/{invoiceNumber}/withdrawals",
  ],
  "reports.view": ["GET /api/admin/stats"],
  "settings.edit settings.view": ["PUT /api/admin/settings"],
  "settings.view": ["GET /api/admin/settings"],
  "signed-in": [
    "GET /api/account/export",
    "GET /api/auth/user",
    "GET /api/customer/orders",
    "GET /api/orders/user",
    "GET /api/research/download",
    "PATCH /api/auth/profile",
    "POST /api/auth/change-password",
  ],
  "subscribers.view": ["GET /api/admin/subscribers"],
  "users.create users.view": ["POST /api/admin/users"],
  "users.delete": ["DELETE /api/admin/users/{id}"],
  "users.edit": ["POST /api/admin/users/{id}/reset-password"],
  "users.edit users.view": [
    "PUT /api/admin/users/{id}",
    "PUT /api/admin/users/{id}/status",
    "PUT /api/admin/users/{id}/verify",
  ],
  "users.view": ["GET /api/admin/users"],
};

function grouped(doors: readonly (readonly [needed: readonly string[], name: string])[]) {
  const groups: Record<string, string[]> = {};
  for (const [needed, name] of doors) groups[needed.join(" ")] = [...(groups[needed.join(" ")] ?? []), name];
  for (const names of Object.values(groups)) names.sort();
  return groups;
}

describe("what asks for permissions", () => {
  it("asks of staff what stands here", () => {
    const reads = procedures.flatMap(([path, { _def }]) =>
      _def.meta?.command ? [] : [[_def.meta?.reads?.permissions ?? [], path] as const],
    );
    const commands = staffCommands.map(
      ({ definition }) => [permissionsOf(definition), definition.name] as const,
    );
    const expected = Object.entries(staffDoors).map(([needed, names]) => [needed, names.split(" ")]);
    expect(grouped([...commands, ...reads])).toEqual(Object.fromEntries(expected));
  });

  it("asks of scripts what stands here", () => {
    const rows = restEndpoints.map(
      ({ permission, alsoNeeds = [], method, path }) =>
        [[permission, ...alsoNeeds], `${method} ${path}`] as const,
    );
    expect(grouped(rows)).toEqual(calls);
  });
});
