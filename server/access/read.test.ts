import { globSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { read } from "./read.server.ts";

let manager: Context;
let administrator: Context;

beforeAll(async () => {
  const shop = await testContext();
  manager = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
  administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));
});

describe("a read", () => {
  const look = vi.fn((_context: Context, thing: string) => `saw ${thing}`);
  const lookAt = read(["orders.view", "settings.view"], look);

  it("reads for whoever holds all that it needs", async () => {
    expect(await lookAt(administrator, "everything")).toBe("saw everything");
    expect(lookAt.permissions).toEqual(["orders.view", "settings.view"]);
  });

  it("reads nothing for anybody else", async () => {
    look.mockClear();
    await expect(lookAt(manager, "everything")).rejects.toMatchObject({ code: "forbidden" });
    const visitor = { ...manager, actor: { kind: "visitor" } as const };
    await expect(lookAt(visitor, "everything")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(look).not.toHaveBeenCalled();
  });
});

/** What asks for a permission itself: the makers of commands, reads and procedures, and what people do to their own. */
const askThemselves = [
  "server/access/read.server.ts",
  "server/access/require.server.ts",
  "server/checkout/start-checkout.server.ts",
  "server/commands/run-command.server.ts",
  "server/http/page.server.ts",
  "server/identity/account/own-profile.server.ts",
  "server/orders/lists/find-orders.server.ts",
  "server/orders/lists/find-own-orders.server.ts",
  "server/rest/handle-endpoint.server.ts",
  "server/trpc/procedures.server.ts",
];

it("nothing else asks: what staff do is a command, what they see a read", () => {
  const root = `${import.meta.dirname}/../..`;
  const asking = globSync("{app,server}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /\brequirePermissions?\(/.test(readFileSync(`${root}/${file}`, "utf8")));
  const advice = "make the function with read(…) of server/access/read.server.ts, or a command";
  expect(asking.sort(), advice).toEqual(askThemselves);
});
