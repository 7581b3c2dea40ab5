import { dehydrate } from "@tanstack/react-query";
import { createServerSideHelpers } from "@trpc/react-query/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import superjson from "superjson";
import { z } from "zod";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { AnyRead } from "#server/access/read.server.ts";
import { auditCommands, auditList } from "#server/audit/audit-search.ts";
import { revertibleFields } from "#server/audit/change-labels.ts";
import { findChange, findChanges } from "#server/audit/changes.server.ts";
import { revertBatch } from "#server/batches/change-batch.server.ts";
import { revertTradeList } from "#server/catalogue/trade-lists.server.ts";
import { revertProduct } from "#server/catalogue/update-product.server.ts";
import { type AnyCommand, command, runForEach } from "#server/commands/run-command.server.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { type Capability, isStaff } from "#server/core/roles.ts";
import { removeNote } from "#server/customers/staff-notes.server.ts";
import { revertOrderStatus } from "#server/orders/change-status.server.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { revertSettings, saveStatements } from "#server/settings/save-settings.server.ts";
import { addCustomerNote } from "#server/staff/find-customer.server.ts";
import { MOST_IN_BATCH } from "./batch-limit.ts";
import { batchesRouter, evidenceRouter, pricesRouter, productsRouter } from "./goods.router.server.ts";
import {
  apiKeysRouter,
  contentRouter,
  emailsRouter,
  enquiriesRouter,
  findRouter,
  ledgerRouter,
  newsletterRouter,
  openingRouter,
  reportsRouter,
  settingsRouter,
  todayRouter,
  usersRouter,
} from "./office.router.server.ts";
import { ordersRouter, shopRouter } from "./orders.router.server.ts";
import { mutation, query } from "./procedures.server.ts";
import { createCallerFactory, router, toTrpcError } from "./trpc.server.ts";

/** Takes a change back. It stands here because that is the work of the feature it was made in. */
const revertChange = command(auditCommands.revert, async (context, { id }): Promise<{ reverted: number }> => {
  const change = await findChange(context, id);
  if (change.revertedBy !== null) {
    throw new ShopError("conflict", "This change has been taken back already.");
  }
  if (revertibleFields(change).length === 0) {
    throw new ShopError("conflict", "This kind of change cannot be taken back here.");
  }
  if (change.area === "settings") await revertSettings(context, change);
  else if (change.area === "trade-lists") await revertTradeList(context, change);
  else if (change.area === "orders") await revertOrderStatus(context, change);
  else if (change.area === "batches") await revertBatch(context, change);
  else await revertProduct(context, change);
  return { reverted: change.id };
});

/** Takes several changes back, each for itself, the last first. Returns what they were of. */
const revertMany = command(
  auditCommands.revertMany,
  async (context, { id: chosen }): Promise<{ did: string[] }> => {
    const changes = await Promise.all(chosen.map((id) => findChange(context, id)));
    const rows = changes
      .sort((one, other) => other.id - one.id)
      .map(({ id, subjectName }) => ({
        name: subjectName,
        field: "id",
        run: () => revertChange(context, { id }),
      }));
    return { did: await runForEach(rows, "taken back") };
  },
);

const auditRouter = router({
  search: query(findChanges, auditList.schema),
  revert: mutation(revertChange),
  revertMany: mutation(revertMany),
});

const customersRouter = router({
  addNote: mutation(addCustomerNote),
});

const statementsRouter = router({
  save: mutation(saveStatements),
});

const notesRouter = router({
  remove: mutation(removeNote),
});

/** Everything the staff's screens call. */
export const appRouter = router({
  orders: ordersRouter,
  emails: emailsRouter,
  settings: settingsRouter,
  reports: reportsRouter,
  users: usersRouter,
  products: productsRouter,
  prices: pricesRouter,
  ledger: ledgerRouter,
  audit: auditRouter,
  content: contentRouter,
  newsletter: newsletterRouter,
  enquiries: enquiriesRouter,
  evidence: evidenceRouter,
  notes: notesRouter,
  shop: shopRouter,
  apiKeys: apiKeysRouter,
  find: findRouter,
  today: todayRouter,
  batches: batchesRouter,
  customers: customersRouter,
  opening: openingRouter,
  statements: statementsRouter,
});

export type AppRouter = typeof appRouter;

/**
 * Asks procedures without HTTP, for what a page shows first: `queries.orders.recent.fetch()`. The answers, which `loaded`
 * gives to the page's `StaffQueries`, are those of the page's own queries with the same input.
 */
export function queriesFor(context: Context) {
  const queries = createServerSideHelpers({ router: appRouter, ctx: context, transformer: superjson });
  return { queries, loaded: () => dehydrate(queries.queryClient) };
}

/** Calls procedures without HTTP. */
export const callerFor = createCallerFactory(appRouter);

/** At run time the router's procedures are one flat record by their paths, whatever its type says. */
const procedureRecord = z.record(
  z.string(),
  z.custom<{
    _def: { type: string; meta?: { permission?: Capability; reads?: AnyRead; command?: AnyCommand } };
  }>((value) => typeof value === "function"),
);

/** Every procedure of the staff's screens with its path. */
export const procedures = Object.entries(procedureRecord.parse(appRouter._def.procedures));

/** Everything that staff do. */
export const staffCommands: readonly AnyCommand[] = procedures.flatMap(
  ([, { _def }]) => _def.meta?.command ?? [],
);

const ENDPOINT = "/api/trpc";
const batches = new Ceiling("procedures in a batch", MOST_IN_BATCH);

/** Answers a tRPC request; failures that are ours are logged with the request's id and shown without internals. */
export async function handleTrpc(request: Request, loadContext: object): Promise<Response> {
  // Before anything is made for it: each of thousands of paths would be looked up, answered and logged.
  if (countProcedures(request) > MOST_IN_BATCH) {
    batches.countRejection();
    const message = `That is too much at once: a request may ask for ${MOST_IN_BATCH} procedures.`;
    return Response.json({ message, code: "payload_too_large" }, { status: 413 });
  }
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: async () => {
      try {
        return await contextOfCall(request, loadContext);
      } catch (error) {
        const shopError = error instanceof ShopError ? error : outageBehind(error);
        throw shopError ? toTrpcError(shopError) : error;
      }
    },
    onError: ({ error, path, ctx }) => {
      const { cause } = error;
      if (cause instanceof ShopError && cause.detail !== undefined)
        log("warn", "tRPC procedure refused", { path, requestId: ctx?.requestId, detail: cause.detail });
      if (error.code !== "INTERNAL_SERVER_ERROR") return;
      log("error", "tRPC procedure failed", { path, requestId: ctx?.requestId, error: error.cause ?? error });
    },
  });
}

function countProcedures({ url }: Request): number {
  return decodeURIComponent(new URL(url).pathname).split(",").length;
}

/** Everything here is for staff: anybody else is refused, and does not make the shop do so without end. */
async function contextOfCall(request: Request, loadContext: object): Promise<Context> {
  const context = await contextFor(request, loadContext);
  const { actor } = context;
  if (actor.kind !== "user" || !isStaff(actor.role)) await countAgainstLimit(context, "staff-call");
  return context;
}
