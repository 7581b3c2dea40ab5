import { expect, it } from "vitest";
import { deleteUser } from "#server/accounts/account.schema.ts";
import { noticeOf } from "#server/commands/command.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import { userFailures } from "../kit/use-command.ts";
import { deleteQuestion } from "./users-panel.tsx";

it("users: the toasts have these words", () => {
  expect(noticeOf(userCommands.create, undefined).title).toBe("User created successfully");
  expect(noticeOf(userCommands.edit, undefined).title).toBe("User updated successfully");
  expect(noticeOf(deleteUser, undefined).title).toBe("User deleted successfully");
  expect(noticeOf(userCommands.setStatus, { isActive: true }).title).toBe("User activated");
  expect(noticeOf(userCommands.setStatus, { isActive: false }).title).toBe("User suspended");
  expect(noticeOf(userCommands.sendPasswordReset, { recipient: "ada@example.com" })).toEqual({
    kind: "success",
    title: "Password reset email sent",
    description: "To ada@example.com",
  });
  expect(noticeOf(userCommands.verify, undefined).title).toBe("User verified successfully");
  expect(userFailures).toMatchObject({
    create: { title: "Failed to create user" },
    edit: { title: "Failed to update user" },
    delete: { title: "Failed to delete user" },
    setStatus: { title: "Failed to update user status" },
    sendPasswordReset: { title: "Failed to send reset email" },
    verify: { title: "Failed to verify user" },
  });
});

it("users: before one is deleted this is asked", () => {
  expect(deleteQuestion("Ada Field")).toBe(
    'Are you sure you want to delete user "Ada Field"? This action cannot be undone.',
  );
});
