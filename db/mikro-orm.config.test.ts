import { MikroORM } from "@mikro-orm/postgresql";
import { expect, it, onTestFinished, vi } from "vitest";
import { SlowQueryLog } from "./connections.ts";
import { databaseConfig } from "./mikro-orm.config.ts";

it("logs a slow statement without its parameters", async () => {
  const write = vi.fn();
  const orm = new MikroORM({
    ...databaseConfig(process.env.DATABASE_URL ?? ""),
    slowQueryThreshold: 0,
    slowQueryLoggerFactory: (options) => new SlowQueryLog(options, write),
  });
  onTestFinished(() => orm.close());
  await orm.em.fork().execute("select ? || 'Jane Brown' as name", ["jane@example.com"]);
  expect(write).toHaveBeenCalledWith("warn", "slow query", {
    ms: expect.any(Number),
    query: expect.stringMatching(/^select .+ as name$/),
  });
  expect(JSON.stringify(write.mock.calls)).not.toMatch(/Jane|jane/);
});

it("no statement, and no wait for a lock, lasts for ever", async () => {
  const orm = new MikroORM(databaseConfig(process.env.DATABASE_URL ?? ""));
  onTestFinished(() => orm.close());
  const [limits] = await orm.em
    .fork()
    .execute(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    );
  expect(limits).toEqual({ statement: "1min", lock: "15s" });
});
