import { expect, it } from "vitest";
import { deleteQuestion, userToasts } from "./user-toasts.ts";

it("users: the toasts have these words", () => {
  expect(userToasts).toMatchObject({
    create: { done: "User created successfully", failed: "Failed to create user" },
    edit: { done: "User updated successfully", failed: "Failed to update user" },
    delete: { done: "User deleted successfully", failed: "Failed to delete user" },
    activate: { done: "User activated", failed: "Failed to update user status" },
    suspend: { done: "User suspended", failed: "Failed to update user status" },
    reset: { done: "Password reset email sent", failed: "Failed to send reset email" },
    verify: { done: "User verified successfully", failed: "Failed to verify user" },
  });
});

it("users: before one is deleted this is asked", () => {
  expect(deleteQuestion("Ada Field")).toBe(
    'Are you sure you want to delete user "Ada Field"? This action cannot be undone.',
  );
});
