import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { describeCommand } from "./command.ts";
import { command, handleCommandForm } from "./run-command.server.ts";

let manager: Context;
let administrator: Context;

beforeAll(async () => {
  const shop = await testContext();
  manager = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
  administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));
});

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
  const verb = vi.fn(async (_context: Context, { colour, coats }: { colour: string; coats: number }) => {
    if (colour === "invisible") throw new ShopError("conflict", "Nobody would see it.");
    if (colour === "red")
      throw new ShopError("validation_failed", "Not red.", { fields: { colour: ["Not red"] } });
    if (colour === "secret")
      throw new ShopError("unauthenticated", "Wrong.", { fields: { colour: ["Wrong password"] } });
    if (colour === "late") throw new ShopError("unauthenticated", "Please sign in to continue.");
    if (colour === "broken") throw new Error("at /srv/shop");
    return `${coats} of ${colour}`;
  });
  const paint = command(definition, verb);

  it("acts for people who hold all required capabilities", async () => {
    expect(await paint(administrator, { colour: "green", coats: 2 })).toBe("2 of green");
    expect(await paint.permit(administrator)(administrator, { colour: "blue", coats: 1 })).toBe("1 of blue");
  });

  it("does nothing for anybody else, by any entry point", async () => {
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
      await expect(paint.handleForm(context, formOf({ colour: "green" }))).rejects.toMatchObject({ code });
    }
    expect(verb).not.toHaveBeenCalled();
  });

  it("reads its form, and says that it is done", async () => {
    expect(await paint.handleForm(administrator, formOf({ colour: "green", coats: "3" }))).toMatchObject({
      notice: { kind: "success", title: "Product painted", description: "3 of green" },
      returned: "3 of green",
    });
  });

  it("sends a form back with its errors and the input, except passwords and codes", async () => {
    const secrets = { password: "s3cret", "changes.currentPassword": "s3cret", code: "s3cret" };
    const reply = await paint.handleForm(administrator, formOf({ ...secrets, postcode: "SY8 1AA" }));
    expect(reply).toMatchObject({
      intent: "products.paint",
      status: 400,
      refusal: null,
      result: { error: { colour: ["Colour is required"] }, initialValue: { postcode: "SY8 1AA" } },
    });
    expect(JSON.stringify(reply)).not.toContain("s3cret");
  });

  it.each([
    ["invisible", { status: 409, refusal: "Nobody would see it." }],
    ["red", { status: 422, refusal: "Not red.", result: { error: { colour: ["Not red"] } } }],
    ["secret", { status: 401, result: { error: { colour: ["Wrong password"] } } }],
  ])("sends a form back with what the verb says of %s", async (colour, expected) => {
    expect(await paint.handleForm(administrator, formOf({ colour }))).toMatchObject(expected);
  });

  it.each(["late", "broken"])("leaves to the page what is not the form's to tell: %s", async (colour) => {
    await expect(paint.handleForm(administrator, formOf({ colour }))).rejects.toThrow();
  });

  it("is found by the intent of a form", async () => {
    const form = formOf({ intent: "products.paint", colour: "green" });
    expect(await handleCommandForm([paint], administrator, form)).toMatchObject({ returned: "1 of green" });
    expect(() => handleCommandForm([paint], administrator, formOf({ intent: "products.burn" }))).toThrow(
      "not known",
    );
  });
});
