import { setTimeout as wait } from "node:timers/promises";
import { MikroORM } from "@mikro-orm/postgresql";
import { expect, it, onTestFinished } from "vitest";
import { databaseConfig } from "./mikro-orm.config.ts";

const POOL_SIZE = 2;

function openOrm(poolSize: number, connectionWaitMs?: number): MikroORM {
  return new MikroORM(
    databaseConfig(process.env.DATABASE_URL ?? "", {
      poolSize,
      ...(connectionWaitMs ? { connectionWaitMs } : {}),
    }),
  );
}

/** A transaction whose connection PostgreSQL cuts in the middle, as it does when it restarts. */
async function cutOff(orm: MikroORM, other: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const [row] = await em.execute<{ pid: number }[]>("select pg_backend_pid() as pid");
    await other.em.fork().execute("select pg_terminate_backend(?)", [row?.pid]);
    await em.execute("select 1");
  });
}

it("goes on answering after more transactions were cut off than it has connections, and closes", async () => {
  const [orm, other] = [openOrm(POOL_SIZE), openOrm(1)];
  onTestFinished(() => other.close());
  for (let cut = 0; cut < POOL_SIZE + 1; cut += 1) await expect(cutOff(orm, other)).rejects.toThrow();
  const [row] = await orm.em.fork().execute<{ answer: number }[]>("select 42 as answer");
  expect(row?.answer).toBe(42);
  await orm.close();
});

it("gives a request that waits for a connection in vain an error instead of nothing", async () => {
  const orm = openOrm(1, 1000);
  onTestFinished(() => orm.close());
  await orm.em.fork().transactional(async (em) => {
    await em.execute("select 1");
    await expect(orm.em.fork().execute("select 1")).rejects.toThrow(/timeout exceeded/);
  });
});

it("closes while its first connection is still being made", async () => {
  for (const milliseconds of [0, 1, 2, 3, 4, 6]) {
    const orm = openOrm(1);
    const asked = orm.em
      .fork()
      .execute("select 1")
      .catch(() => undefined);
    await wait(milliseconds);
    await orm.close();
    await asked;
  }
});
