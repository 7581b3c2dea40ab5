import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { TradeList, User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { AuditValues } from "#server/audit/change-labels.ts";
import { type ChangeView, recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { slugOf } from "#server/core/text.ts";
import { idRow, rawRows, typedSql, wholeNumber } from "#server/core/typed-sql.server.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import { priceCommands } from "./price-commands.ts";

const CODE_LENGTH = 40;

/** Every list, by name, with how many accounts carry it and how many products have a price for it. */
export const listTradeLists = read("customers.view", (context: Context) => {
  return typedSql(context.em)
    .selectFrom("trade_list")
    .select([
      "code",
      "name",
      "version",
      wholeNumber`(select count(*) from user_account where trade_list_code = trade_list.code)`.as(
        "customers",
      ),
      wholeNumber`(select count(*) from product
        where price_steps @> jsonb_build_array(jsonb_build_object('tradeList', trade_list.code)))`.as(
        "products",
      ),
    ])
    .orderBy("name")
    .execute();
});

export type TradeListView = Awaited<ReturnType<typeof listTradeLists>>[number];

/** The lists that steps name must be there. @throws ShopError `validation_failed` */
export async function requireKnownLists(
  em: EntityManager,
  steps: readonly Pick<PriceStep, "tradeList">[],
): Promise<void> {
  const codes = [...new Set(steps.flatMap(({ tradeList }) => tradeList ?? []))];
  if (codes.length === 0) return;
  const known = await em.find(TradeList, { code: { $in: codes } }, { fields: ["code"] });
  const unknown = codes.find((code) => !known.some((list) => list.code === code));
  if (unknown === undefined) return;
  const message = `There is no trade list "${unknown}".`;
  throw new ShopError("validation_failed", message, { fields: { priceSteps: [message] } });
}

const retried = { retryUniqueViolations: true };

/**
 * Makes a list; its code comes from its name and stays.
 * @throws ShopError `conflict` when a list has that name
 */
export const createTradeList = command(
  priceCommands.createList,
  async (context, { name }): Promise<{ code: string }> =>
    inTransaction(
      context.em,
      async (em) => make(em, context, { name, code: await freeCode(em, name) }),
      retried,
    ),
);

/**
 * Gives a list another name; its code stays, and with it what products and accounts say.
 * @throws ShopError `not_found`, `conflict` when somebody renamed it meanwhile or another list has that name
 */
export const renameTradeList = command(
  priceCommands.renameList,
  async (context, { code, name, seenVersion }): Promise<{ code: string }> =>
    inTransaction(
      context.em,
      async (em) => {
        const list = await findList(em, code);
        if (list.version !== seenVersion)
          throw new ShopError("conflict", `Somebody else has renamed this list to "${list.name}".`);
        return rename(em, context, { list, name });
      },
      retried,
    ),
);

/**
 * Removes a list that nobody carries and no product names.
 * @throws ShopError `not_found`, `conflict` while it is in use
 */
export const removeTradeList = command(
  priceCommands.removeList,
  async (context, { code }): Promise<{ code: string }> =>
    inTransaction(context.em, async (em) => remove(em, context, { list: await findList(em, code) })),
);

const named = z.object({ name: z.string().optional() });

/**
 * Undoes what was done to a list: one that was removed comes back with its code, one that was made goes. Anyone who
 * calls has asked for `audit.revert`. @throws ShopError `not_found`; `conflict` when it has another name since, its
 * name was given to another one, or it is in use
 */
export async function revertTradeList(context: Context, change: ChangeView): Promise<void> {
  const { subjectId: code, id: revertOf } = change;
  const before = named.parse(change.before).name;
  const after = named.parse(change.after).name;
  await inTransaction(
    context.em,
    async (em) => {
      if (after === undefined) {
        if (before !== undefined) await make(em, context, { name: before, code, revertOf });
        return;
      }
      const list = await findList(em, code);
      if (list.name !== after)
        throw new ShopError(
          "conflict",
          `"${list.name}" has been renamed again since. Nothing was taken back.`,
        );
      if (before === undefined) await remove(em, context, { list, revertOf });
      else await rename(em, context, { list, name: before, revertOf });
    },
    retried,
  );
}

interface Reverting {
  /** The audit entry that this takes back. */
  revertOf?: number;
}

async function make(
  em: EntityManager,
  context: Context,
  { name, code, revertOf }: { name: string; code: string } & Reverting,
): Promise<{ code: string }> {
  await requireFreeName(em, name, null);
  em.create(TradeList, { code, name, createdAt: context.clock.now() });
  await written(em, context, { action: "made", code, name, before: {}, after: { name, code }, revertOf });
  return { code };
}

async function rename(
  em: EntityManager,
  context: Context,
  { list, name, revertOf }: { list: TradeList; name: string } & Reverting,
): Promise<{ code: string }> {
  const { code, name: before } = list;
  await requireFreeName(em, name, code);
  list.name = name;
  await written(em, context, {
    ...{ action: "renamed", code, name, revertOf },
    before: { name: before },
    after: { name },
  });
  return { code };
}

async function remove(
  em: EntityManager,
  context: Context,
  { list, revertOf }: { list: TradeList } & Reverting,
): Promise<{ code: string }> {
  const { code, name } = list;
  const customers = await em.count(User, { tradeList: code });
  const products = await rawRows(em, idRow, "select id from product where price_steps @> ?::jsonb limit 1", [
    JSON.stringify([{ tradeList: code }]),
  ]);
  if (customers > 0 || products.length > 0)
    throw new ShopError("conflict", `"${name}" is in use: take it from its customers and products first.`);
  em.remove(list);
  await written(em, context, { action: "removed", code, name, before: { name, code }, after: {}, revertOf });
  return { code };
}

interface Written {
  action: string;
  code: string;
  name: string;
  before: AuditValues;
  after: AuditValues;
  revertOf: number | undefined;
}

async function written(
  em: EntityManager,
  context: Context,
  { code, name, ...change }: Written,
): Promise<void> {
  await em.flush();
  invalidateOnCommit(em, "catalogue");
  await recordChange(em, context, { area: "trade-lists", subjectId: code, subjectName: name, ...change });
}

async function freeCode(em: EntityManager, name: string): Promise<string> {
  const plain = slugOf(name).slice(0, CODE_LENGTH);
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? plain : `${plain}-${number}`;
    if ((await em.count(TradeList, { code })) === 0) return code;
  }
}

async function requireFreeName(em: EntityManager, name: string, ownCode: string | null): Promise<void> {
  const other = await em.findOne(TradeList, { name });
  if (!other || other.code === ownCode) return;
  const message = "Another trade list has this name.";
  throw new ShopError("conflict", message, { fields: { name: [message] } });
}

async function findList(em: EntityManager, code: string): Promise<TradeList> {
  const list = await em.findOne(TradeList, { code });
  if (list) return list;
  throw new ShopError("not_found", "There is no such trade list any more.");
}
