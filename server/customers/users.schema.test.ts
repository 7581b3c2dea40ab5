import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { userCreateSchema, userEditSchema } from "./users.schema.ts";

function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

const created = {
  name: "Ada",
  email: "ada@example.com",
  username: "ada",
  password: "secret",
  role: "customer",
};
const edited = {
  name: "Ada",
  email: "ada@example.com",
  role: "administrator",
  isVerified: true,
  hasResearchAccess: false,
  isActive: true,
};

describe("a user", () => {
  it("is made with five fields, each with its words", () => {
    expect(messages(userCreateSchema, created)).toEqual({});
    const wrong = { name: " ", email: "nonsense", username: "ab", password: "12345", role: "owner" };
    expect(messages(userCreateSchema, wrong)).toEqual({
      name: "Name is required",
      email: "Valid email is required",
      username: "Username must be at least 3 characters",
      password: "Password must be at least 6 characters",
      role: "Choose a role",
    });
  });

  it.each(["customer", "shop_manager", "administrator"])("may be a %s", (role) => {
    expect(messages(userCreateSchema, { ...created, role })).toEqual({});
  });

  it("is edited with name, email, role and the three booleans; all else is optional", () => {
    expect(messages(userEditSchema, edited)).toEqual({});
    expect(messages(userEditSchema, { ...edited, name: "", email: "nonsense" })).toEqual({
      name: "Name is required",
      email: "Valid email is required",
    });
  });

  it.each(["role", "isVerified", "hasResearchAccess", "isActive"] as const)(
    "is not edited without %s",
    (name) => {
      const { [name]: _left, ...rest } = edited;
      expect(messages(userEditSchema, rest)).toHaveProperty(name);
    },
  );

  it.each([
    [-1, false],
    [0, true],
    [100, true],
    [101, false],
  ])("has a lead score of %d: %s", (leadScore, allowed) => {
    expect("leadScore" in messages(userEditSchema, { ...edited, leadScore })).toBe(!allowed);
  });
});
