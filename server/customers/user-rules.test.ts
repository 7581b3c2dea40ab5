import { describe, expect, it } from "vitest";
import { type Role, roles } from "#server/core/roles.ts";
import { assignableRoles, creationError, editError, mayDelete } from "./user-rules.ts";

const editor = (role: Role, id = 1) => ({ kind: "user" as const, id, role });
const account = (role: Role, id = 2, isActive = true) => ({ id, role, isActive });

describe("who may make whom", () => {
  const makers: [Role, Role[]][] = [
    ["customer", []],
    ["packer", []],
    ["shop_manager", ["customer", "packer", "shop_manager"]],
    ["administrator", ["customer", "packer", "shop_manager", "administrator"]],
  ];
  for (const [maker, makes] of makers) {
    for (const [made] of makers) {
      const allowed = makes.includes(made);
      it(`a ${maker} ${allowed ? "may" : "may not"} make a ${made}`, () => {
        const refusal = creationError(editor(maker), made);
        if (allowed) expect(refusal).toBeNull();
        else expect(refusal).toMatchObject({ code: "forbidden" });
        expect(assignableRoles(maker).includes(made)).toBe(allowed);
      });
    }
  }

  it("says why a shop manager may not make an administrator", () => {
    expect(creationError(editor("shop_manager"), "administrator")?.message).toBe(
      "Only an administrator may assign the administrator role.",
    );
  });

  it("lets the shop itself make anybody", () => {
    expect(creationError({ kind: "system" }, "administrator")).toBeNull();
  });
});

describe("who may edit whom", () => {
  for (const who of roles) {
    for (const before of roles) {
      for (const after of roles) {
        const allowed = who === "administrator";
        it(`a ${who} ${allowed ? "may" : "may not"} turn a ${before} into a ${after}`, () => {
          const refusal = editError(editor(who), account(before), { role: after, isActive: true }, 2);
          if (allowed) expect(refusal).toBeNull();
          else expect(refusal).toMatchObject({ code: "forbidden" });
        });
      }
    }
    it(`a ${who} ${who === "administrator" ? "may" : "may not"} suspend a customer`, () => {
      const refusal = editError(editor(who), account("customer"), { role: "customer", isActive: false }, 1);
      expect(refusal === null).toBe(who === "administrator");
    });
  }

  it("keeps people from suspending themselves, whatever else they change", () => {
    const self = account("administrator", 1);
    expect(editError(editor("administrator"), self, { role: "customer", isActive: false }, 5)).toMatchObject({
      code: "forbidden",
      message: "You cannot suspend your own account.",
    });
    expect(editError(editor("administrator"), self, { role: "administrator", isActive: true }, 1)).toBeNull();
  });
});

describe("the last active administrator", () => {
  const cases: [string, { role: Role; isActive: boolean }, number, boolean][] = [
    ["keeps the role while the only one", { role: "shop_manager", isActive: true }, 1, false],
    ["is not suspended while the only one", { role: "administrator", isActive: false }, 1, false],
    ["is neither when both are asked", { role: "customer", isActive: false }, 1, false],
    ["may hand over when there is another", { role: "customer", isActive: true }, 2, true],
    ["may be suspended when there is another", { role: "administrator", isActive: false }, 2, true],
    ["may be edited otherwise", { role: "administrator", isActive: true }, 1, true],
  ];
  it.each(cases)("%s", (_name, after, administrators, allowed) => {
    for (const who of [editor("administrator", 9), { kind: "system" as const }]) {
      const refusal = editError(who, account("administrator"), after, administrators);
      if (allowed) expect(refusal).toBeNull();
      else expect(refusal).toMatchObject({ code: "conflict" });
    }
  });

  it("is not one who is suspended already", () => {
    const suspended = account("administrator", 2, false);
    expect(
      editError(editor("administrator"), suspended, { role: "customer", isActive: false }, 1),
    ).toBeNull();
  });
});

describe("who is offered to delete whom", () => {
  it.each(roles)("a %s", (role) => {
    expect(mayDelete({ id: 1, role }, { id: 2 })).toBe(role === "administrator");
    expect(mayDelete({ id: 1, role }, { id: 1 })).toBe(false);
  });
});
