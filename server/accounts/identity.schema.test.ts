import { expect, it } from "vitest";
import { customerSignInSchema, staffSignInSchema } from "./account.schema.ts";

it("the two sign-in forms say what is missing", () => {
  const customer = customerSignInSchema.safeParse({ username: " ", password: "" });
  expect(customer.error?.issues.map(({ message }) => message)).toEqual([
    "Username is required",
    "Password is required",
  ]);
  const staff = staffSignInSchema.safeParse({ email: "nonsense" });
  expect(staff.error?.issues.map(({ message }) => message)).toEqual([
    "Please enter a valid email address",
    "Password is required",
  ]);
});
