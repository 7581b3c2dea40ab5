import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  changePasswordSchema,
  dashboardProfileFormSchema,
  forgotPasswordSchema,
  profileChangesSchema,
  profileFormSchema,
  registrationFormSchema,
  resetPasswordFormSchema,
} from "./account.schema.ts";

/** The first message beside each field. */
function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of schema.safeParse(input).error?.issues ?? [])
    errors[issue.path.join(".")] ??= issue.message;
  return errors;
}

describe("the messages, word for word", () => {
  it("on the registration form", () => {
    const expected = {
      name: "Name is required",
      email: "Please enter a valid email address",
      username: "Username must be at least 3 characters",
      password: "Password must be at least 6 characters",
      confirmPassword: "Passwords don't match",
    };
    expect(messages(registrationFormSchema, {})).toEqual(expected);
    const short = {
      name: " ",
      email: "nonsense",
      username: "ab",
      password: "12345",
      confirmPassword: "54321",
    };
    expect(messages(registrationFormSchema, short)).toEqual(expected);
  });

  it("on the reset form", () => {
    expect(messages(resetPasswordFormSchema, { newPassword: "12345", confirmPassword: "x" })).toEqual({
      newPassword: "Password must be at least 6 characters long",
      confirmPassword: "Passwords don't match",
    });
  });

  it("compares no password that is longer than any", () => {
    const typed = { newPassword: "x".repeat(2000), confirmPassword: "another" };
    expect(messages(resetPasswordFormSchema, typed)).toEqual({ newPassword: "Password is too long" });
  });

  it("on the change of password", () => {
    expect(messages(changePasswordSchema, {})).toEqual({
      currentPassword: "Current password is required",
      newPassword: "Password must be at least 6 characters",
      confirmPassword: "Please confirm your password",
    });
    expect(
      messages(changePasswordSchema, { currentPassword: "x", newPassword: "123456", confirmPassword: "1" }),
    ).toEqual({ confirmPassword: "Passwords don't match" });
  });

  it("on the two profile forms", () => {
    expect(messages(profileFormSchema, { name: "", email: "nonsense" })).toEqual({
      name: "Name is required",
      email: "Invalid email address",
    });
    expect(messages(dashboardProfileFormSchema, {})).toEqual({
      name: "Name is required",
      email: "Valid email is required",
    });
  });

  it("on forgot password", () => {
    expect(messages(forgotPasswordSchema, { email: "nonsense" })).toEqual({
      email: "Please enter a valid email address",
    });
  });
});

describe("what the schemas accept", () => {
  it.each(["王", "E", "é".normalize("NFD")])("takes %s for a name, in one spelling", (name) => {
    expect(profileChangesSchema.parse({ name }).name).toBe(name.normalize("NFC"));
    expect(dashboardProfileFormSchema.safeParse({ name, email: "e@example.com" }).success).toBe(true);
  });

  it("takes a password of six characters and keeps its spaces", () => {
    const form = {
      name: "Al",
      email: " al@example.com ",
      username: "alb",
      password: " 12345",
      confirmPassword: " 12345",
    };
    expect(registrationFormSchema.parse(form)).toMatchObject({ email: "al@example.com", password: " 12345" });
  });

  it("keeps only the fields of one's own profile", () => {
    expect(profileChangesSchema.parse({ role: "administrator", isVerified: true, city: "Ludlow" })).toEqual({
      city: "Ludlow",
    });
  });
});
