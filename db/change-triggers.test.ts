import { expect, it } from "vitest";
import { changeTriggerStatement, changeTriggers } from "./change-triggers.ts";
import { getOrm } from "./orm.server.ts";

/** The database's definition of every trigger that notifies of a change. */
const inForce = `select trigger.tgname as name, pg_get_triggerdef(trigger.oid) as definition
  from pg_trigger trigger join pg_proc on pg_proc.oid = trigger.tgfoid
  where pg_proc.proname = 'tell_of_change' order by trigger.tgname`;

it("the triggers of a migrated database are those that the list makes, and no other", async () => {
  const em = getOrm().em.fork();
  await em.begin();
  try {
    const migrated = await em.execute<{ name: string; definition: string }[]>(inForce);
    expect(migrated.map(({ name }) => name)).toEqual(changeTriggers.map(({ name }) => name).sort());
    for (const { name, table } of changeTriggers) await em.execute(`drop trigger ${name} on ${table}`);
    for (const trigger of changeTriggers) await em.execute(changeTriggerStatement(trigger));
    expect(await em.execute(inForce)).toEqual(migrated);
  } finally {
    await em.rollback();
  }
});
