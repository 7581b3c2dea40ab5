import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { describeCommand, noticeOf } from "./command.ts";
import { command } from "./run-command.server.ts";

const shop = await testContext();
const manager = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
const administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));

const definition = describeCommand({
  name: "products.paint",
  permission: "products.edit",
  alsoNeeds: ["health.view"],
  input: z.object({ colour: z.string("Colour is required"), coats: z.coerce.number().default(1) }),
  done: (coats: string) => ({ title: "Product painted", description: coats }),
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("a command", () => {
  const verb = vi.fn(
    async (_context: Context, { colour, coats }: { colour: string; coats: number }) =>
      `${coats} of ${colour}`,
  );
  const paint = command(definition, verb);

  it("acts for people who hold all required capabilities", async () => {
    expect(await paint(administrator, { colour: "green", coats: 2 })).toBe("2 of green");
    expect(await paint.permit(administrator)(administrator, { colour: "blue", coats: 1 })).toBe("1 of blue");
  });

  it("does nothing for anybody else", async () => {
    verb.mockClear();
    const visitor = { ...manager, actor: { kind: "visitor" } as const };
    const key = {
      ...manager,
      actor: { kind: "api-key", id: 1, name: "k", permissions: ["products.edit"] } as const,
    };
    for (const [context, code] of [
      [manager, "forbidden"],
      [visitor, "unauthenticated"],
      [key, "forbidden"],
    ] as const) {
      await expect(paint(context, { colour: "green", coats: 1 })).rejects.toMatchObject({ code });
      expect(() => paint.permit(context)).toThrow(ShopError);
    }
    expect(verb).not.toHaveBeenCalled();
  });

  it("reads its form, and says that it is done", async () => {
    const value = await paint.readForm(administrator, formOf({ colour: "green", coats: "3" }));
    const result = await paint(administrator, value);
    expect(noticeOf(definition, result)).toEqual({
      kind: "success",
      title: "Product painted",
      description: "3 of green",
    });
  });

  it("refuses a form with what is wrong with its fields, and repeats nothing that was typed", async () => {
    const secrets = { password: "s3cret", code: "s3cret", postcode: "SY8 1AA" };
    const refusal = await paint.readForm(administrator, formOf(secrets)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "validation_failed",
      fields: { colour: ["Colour is required"] },
    });
    expect(JSON.stringify(refusal)).not.toMatch(/s3cret|SY8/);
  });
});
