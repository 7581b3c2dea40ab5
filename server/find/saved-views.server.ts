import type { EntityManager } from "@mikro-orm/postgresql";
import { SavedView } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { actorMay } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { columnsIn, columnsText, hasColumns } from "./list-columns.ts";
import { type ListView, type ViewedList, viewCommands, viewIn } from "./list-views.ts";

/** The name of the view that holds the columns which somebody keeps for a list; nobody can type it. */
const USUAL = "";

/** More links above a list are no help. */
const MOST_OF_LIST = 20;

/** The views of a list: those that every shop has, then one's own by name. @throws ShopError `forbidden` */
export const listViews = read(
  "dashboard.view",
  async (context: Context, list: ViewedList): Promise<ListView[]> => {
    const { actor } = context;
    const own =
      actor.kind === "user"
        ? await typedSql(context.em)
            .selectFrom("saved_view")
            .where("user_id", "=", actor.id)
            .where("list", "=", list)
            .where("name", "<>", USUAL)
            .orderBy("name")
            .select(["id", "name", "query"])
            .execute()
        : [];
    return [...viewsOfEveryShop(context, list), ...own];
  },
);

function viewsOfEveryShop({ actor, clock }: Context, list: ViewedList): ListView[] {
  if (list !== "orders") return [];
  const today = shopDay(clock.now());
  const views = [
    { name: "To dispatch", search: { status: "processing" } },
    { name: "Today", search: { from: today, to: today } },
    ...(actorMay(actor, "orders.viewMoney") ? [{ name: "Refunded", search: { status: "refunded" } }] : []),
  ];
  return views.map(({ name, search }) => ({
    id: null,
    name,
    query: viewIn("orders", new URLSearchParams(Object.entries(search))),
  }));
}

/** Keeps a view for whoever saves it; one of the same name is replaced. @throws ShopError `forbidden`, `conflict` */
export const saveView = command(viewCommands.save, async (context, { list, name, query }) => {
  const user = ownerId(context);
  await inTransaction(
    context.em,
    async (em) => {
      const former = await em.findOne(SavedView, { user, list, name });
      if (!former && (await em.count(SavedView, { user, list, name: { $ne: USUAL } })) >= MOST_OF_LIST) {
        throw new ShopError("conflict", `You have ${MOST_OF_LIST} views of this list: remove one first.`);
      }
      const before = former ? { query: former.query } : {};
      const view = former ?? em.create(SavedView, { user, list, name, query });
      view.query = query;
      await em.flush();
      await audit(em, context, view, { action: "saved", before, after: { query } });
    },
    { retryUniqueViolations: true },
  );
  return { name };
});

/** Keeps the columns of a list for whoever chose them; the usual ones are kept by forgetting. @throws ShopError `forbidden` */
export const keepColumns = command(viewCommands.keepColumns, async (context, { list, columns }) => {
  const user = ownerId(context);
  const query = columnsText(columnsIn(list, columns));
  await inTransaction(
    context.em,
    async (em) => {
      const kept = await em.findOne(SavedView, { user, list, name: USUAL });
      if (query === columnsText(columnsIn(list, null))) {
        if (kept) em.remove(kept);
      } else if (kept) kept.query = query;
      else em.create(SavedView, { user, list, name: USUAL, query });
    },
    { retryUniqueViolations: true },
  );
});

/** The columns that somebody keeps for a list, as an address has them; null where they keep none. @throws ShopError `forbidden` */
export const keptColumns = read(
  "dashboard.view",
  async ({ em, actor }: Context, list: string): Promise<string | null> => {
    if (actor.kind !== "user" || !hasColumns(list)) return null;
    const kept = await typedSql(em)
      .selectFrom("saved_view")
      .where("user_id", "=", actor.id)
      .where("list", "=", list)
      .where("name", "=", USUAL)
      .select("query")
      .executeTakeFirst();
    return kept?.query ?? null;
  },
);

/** Removes one's own view. @throws ShopError `forbidden`, `not_found` */
export const removeView = command(viewCommands.remove, async (context, { id }) => {
  const user = ownerId(context);
  return inTransaction(context.em, async (em) => {
    const view = await em.findOne(SavedView, { id, user });
    if (!view) throw new ShopError("not_found", "There is no such view.");
    em.remove(view);
    await audit(em, context, view, { action: "removed", before: { query: view.query }, after: {} });
    return { name: view.name };
  });
});

interface ViewChange {
  action: string;
  before: { query?: string };
  after: { query?: string };
}

async function audit(
  em: EntityManager,
  context: Context,
  view: SavedView,
  change: ViewChange,
): Promise<void> {
  await recordChange(em, context, {
    area: "views",
    subjectId: view.id,
    subjectName: `${view.list}: ${view.name}`,
    ...change,
  });
}

/** Views are people's own: a key or the shop itself has none. */
function ownerId({ actor }: Context): number {
  if (actor.kind === "user") return actor.id;
  throw new ShopError("forbidden", "Only people have views of their own.");
}
