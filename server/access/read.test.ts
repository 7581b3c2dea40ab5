import { describe, expect, it, vi } from "vitest";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { read } from "./read.server.ts";

const shop = await testContext();
const manager = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
const administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));

describe("a read", () => {
  const look = vi.fn((_context: Context, thing: string) => `saw ${thing}`);
  const lookAt = read(["orders.view", "settings.view"], look);

  it("reads for anyone who holds all that it needs", async () => {
    expect(await lookAt(administrator, "everything")).toBe("saw everything");
    expect(lookAt.permissions).toEqual(["orders.view", "settings.view"]);
  });

  it("reads nothing for anybody else", async () => {
    look.mockClear();
    await expect(lookAt(manager, "everything")).toBeRefused("forbidden");
    const visitor = { ...manager, actor: { kind: "visitor" } as const };
    await expect(lookAt(visitor, "everything")).toBeRefused("unauthenticated");
    expect(look).not.toHaveBeenCalled();
  });
});
