import { describe, expect, it } from "vitest";
import { permissionsOf } from "#server/commands/command.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { allows, type Capability, capabilities, type Role, roles } from "#server/core/roles.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { callerFor, procedures, staffCommands } from "./router.server.ts";

const shop = await testContext();

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
});

describe("anyone who may not", () => {
  it("is refused by every procedure before its input or its form is read", async () => {
    const open = procedures.map(async ([path, { _def }]) => {
      const { command, reads } = _def.meta ?? {};
      const needed = command ? permissionsOf(command.definition) : reads?.permissions;
      const inputs = command ? [undefined, new FormData()] : [undefined];
      const answers = closedTo(needed ?? []).flatMap(({ actor, code }) =>
        inputs.map(async (input) => {
          const refusal = code === "forbidden" ? "FORBIDDEN" : "UNAUTHORIZED";
          const reply = callWith({ ...shop, actor }, path, input);
          return (await codeOf(reply)) === refusal ? [] : [`${path} for a ${actor.kind}`];
        }),
      );
      return needed ? (await Promise.all(answers)).flat() : [`${path}, which names no permission`];
    });
    expect((await Promise.all(open)).flat()).toEqual([]);
  });
});

describe("an empty form", () => {
  it("is read from the least role that may send it", async () => {
    const people = new Map<Role, Context>();
    for (const role of roles) people.set(role, asUser(shop, await makeUser(shop, { role })));
    const unread: string[] = [];
    for (const { definition } of staffCommands) {
      const needed = permissionsOf(definition);
      const role = roles.find((one) => needed.every((capability) => allows(one, capability)));
      const context = people.get(role ?? "customer") ?? shop;
      const form = new FormData();
      const reply = await codeOf(postForm(context, definition.name, form));
      // It is done where nothing is asked, else it is refused with a reason.
      const isDone = definition.input.safeParse({}).success;
      const isRead =
        (isDone && reply === null) ||
        ["bad_request", "conflict", "validation_failed"].includes(String(reply));
      if (!isRead) unread.push(`${definition.name} from a ${role}: ${String(reply)}`);
    }
    expect(unread).toEqual([]);
  });
});

/** Who lacks something of what is needed: a visitor, and for each permission a key that has all others. */
function closedTo(needed: readonly Capability[]): { actor: Actor; code: string }[] {
  const visitor = { actor: { kind: "visitor" }, code: "unauthenticated" } as const;
  const keys = needed.map((lacking) => {
    const permissions = capabilities.filter((one) => one !== lacking);
    return { actor: { kind: "api-key", id: 1, name: "Key", permissions }, code: "forbidden" } as const;
  });
  return needed.every((one) => allows("visitor", one)) ? keys : [visitor, ...keys];
}

/** What a refusal is called; nothing when there was none. */
const codeOf = (reply: Promise<unknown>): Promise<unknown> =>
  reply.then(
    () => null,
    (error: unknown) => Reflect.get(Object(error), "code"),
  );

/** Who may not learns nothing of what it would take. */
async function callWith(context: Context, path: string, input: unknown): Promise<unknown> {
  const [subject = "", name = ""] = path.split(".");
  const call: unknown = Reflect.get(Reflect.get(callerFor(context), subject), name);
  if (typeof call !== "function") throw new Error(`no procedure ${path}`);
  return call(input);
}
