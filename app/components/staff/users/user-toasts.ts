import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage } from "#app/lib/trpc.ts";

/** What a person is told when something could not be done to a user. */
export const userFailures = {
  create: "Failed to create user",
  edit: "Failed to update user",
  delete: "Failed to delete user",
  setStatus: "Failed to update user status",
  sendPasswordReset: "Failed to send reset email",
  resetTwoFactor: "Failed to reset two-factor sign-in",
  verify: "Failed to verify user",
} as const;

/** What is asked before a user is deleted. */
export function deleteQuestion(name: string): string {
  return `Are you sure you want to delete user "${name}"? This action cannot be undone.`;
}

/** The server's words, where it had any. */
export function toastFailed(act: keyof typeof userFailures, error: unknown): void {
  const title = userFailures[act];
  const message = serverMessage(error, title);
  showToast({ kind: "error", title, ...(message === title ? {} : { description: message }) });
}
