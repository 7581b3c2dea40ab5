import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { allows, type Role, roles } from "#server/access/roles.ts";
import { handleCommandForm } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "./router.server.ts";
import { procedures, staffCommands } from "./staff-commands.server.ts";

const contexts = new Map<Role | "visitor", Context>();

beforeAll(async () => {
  const context = await testContext();
  contexts.set("visitor", context);
  for (const role of roles) contexts.set(role, asUser(context, await makeUser(context, { role })));
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const isProcedure = (name: string) => procedures.some(([path]) => path === name);

/** Without input: who may is told so, who may not learns nothing of it. */
function callProcedure(context: Context, path: string): Promise<unknown> {
  const [subject = "", name = ""] = path.split(".");
  const call: unknown = Reflect.get(Reflect.get(callerFor(context), subject), name);
  if (typeof call !== "function") throw new Error(`no procedure ${path}`);
  return call();
}

describe("what staff do", () => {
  it("is a command, wherever a tRPC procedure changes something", () => {
    for (const [path, { _def }] of procedures) {
      if (_def.type !== "mutation") continue;
      const advice = `Make ${path} in its router with mutation(…) of a command whose name is "${path}", described in the commands of its subject (server/orders/order-commands.ts is one)`;
      expect(_def.meta?.command?.definition.name, advice).toBe(path);
    }
  });

  it("has one command of each name, and tells that it is done", () => {
    const names = staffCommands.map(({ definition }) => definition.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { definition } of staffCommands) expect(definition.done, definition.name).not.toBe("");
  });

  it("reaches the commands by one handler where there is no JavaScript", () => {
    const routes = `${import.meta.dirname}/../../app/routes/staff`;
    const acting = readdirSync(routes)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && file !== "admin-login.tsx")
      .map((file) => ({ file, source: readFileSync(`${routes}/${file}`, "utf8") }))
      .filter(({ source }) => /export (const|async function|function) action\b/.test(source));
    expect(acting.map(({ file }) => file)).toEqual(
      expect.arrayContaining(["admin.tsx", "admin-settings.tsx", "shop-manager.tsx"]),
    );
    for (const { file, source } of acting) {
      expect(source, `app/routes/staff/${file}: answer its forms with handleStaffForm`).toContain(
        "handleStaffForm(",
      );
      expect(source, `app/routes/staff/${file}: a command reads its form itself`).not.toContain(
        "parseWithZod",
      );
    }
  });
});

describe.each(staffCommands.map(({ definition }) => [definition.name, definition] as const))(
  "the form %s",
  (intent, { permission, alsoNeeds = [], input }) => {
    const needed = [permission, ...alsoNeeds];
    const who = ["visitor", ...roles] as const;
    const closedTo = who.filter((role) => !needed.every((capability) => allows(role, capability)));

    it.each(closedTo)("is refused to a %s before it is read", async (role) => {
      const context = contexts.get(role);
      if (!context) throw new Error(`nobody is a ${role}`);
      const code = role === "visitor" ? "unauthenticated" : "forbidden";
      await expect(
        (async () => handleCommandForm(staffCommands, context, formOf({ intent })))(),
      ).rejects.toMatchObject({ code });
    });

    it.each(isProcedure(intent) ? closedTo : [])("is closed to a %s over tRPC as well", async (role) => {
      const context = contexts.get(role);
      if (!context) throw new Error(`nobody is a ${role}`);
      const code = role === "visitor" ? "UNAUTHORIZED" : "FORBIDDEN";
      await expect(callProcedure(context, intent)).rejects.toMatchObject({ code });
    });

    it.each(who.filter((role) => !closedTo.includes(role)))("is read from a %s", async (role) => {
      const context = contexts.get(role);
      if (!context) throw new Error(`nobody is a ${role}`);
      const response = await (async () =>
        handleCommandForm(staffCommands, context, formOf({ intent })))().catch((error: unknown) => error);
      // Nothing is in it: it is done where nothing is asked, else it comes back, or is none of the page's.
      if (response instanceof ShopError) expect(response.code).toBe("bad_request");
      else if (
        input.safeParse({}).success &&
        response &&
        typeof response === "object" &&
        "returned" in response
      )
        expect(response).toMatchObject({ notice: { kind: "success" } });
      else expect(response).toMatchObject({ intent, status: expect.toBeOneOf([400, 409]) });
    });
  },
);
