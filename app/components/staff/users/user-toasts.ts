import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage } from "#app/lib/trpc.ts";
import { deleteUser } from "#server/identity/account/account.schema.ts";
import { userCommands } from "#server/users/users.schema.ts";

/** What a person is told when something was done to a user, and when it was not. */
export const userToasts = {
  create: { done: userCommands.create.done, failed: "Failed to create user" },
  edit: { done: userCommands.edit.done, failed: "Failed to update user" },
  delete: { done: deleteUser.done, failed: "Failed to delete user" },
  activate: { done: "User activated", failed: "Failed to update user status" },
  suspend: { done: "User suspended", failed: "Failed to update user status" },
  reset: { done: userCommands.sendPasswordReset.done, failed: "Failed to send reset email" },
  resetTwoFactor: {
    done: userCommands.resetTwoFactor.done,
    failed: "Failed to reset two-factor sign-in",
  },
  verify: { done: userCommands.verify.done, failed: "Failed to verify user" },
} as const;

/** What is asked before a user is deleted. */
export function deleteQuestion(name: string): string {
  return `Are you sure you want to delete user "${name}"? This action cannot be undone.`;
}

type UserAct = keyof typeof userToasts;

export function toastDone(act: UserAct, description?: string): void {
  showToast({ kind: "success", title: userToasts[act].done, ...(description ? { description } : {}) });
}

/** The server's words, where it had any. */
export function toastFailed(act: UserAct, error: unknown): void {
  const title = userToasts[act].failed;
  const message = serverMessage(error, title);
  showToast({ kind: "error", title, ...(message === title ? {} : { description: message }) });
}
