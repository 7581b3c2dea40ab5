import { showDone } from "#app/components/staff/form-texts.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { makeTrpcClient, serverMessage } from "#app/lib/trpc.ts";
import { auditCommands } from "#server/audit/audit-search.ts";

/** Tells the screen that what it shows may have been taken back. */
export const CHANGE_UNDONE = "staff-change-undone";

/** Takes back the change that a message told of, as the audit does. */
export async function undoChange(id: number): Promise<void> {
  try {
    await makeTrpcClient().audit.revert.mutate({ id });
    showDone(auditCommands.revert, undefined);
  } catch (error) {
    const description = serverMessage(error, "The server did not answer. Please try again.");
    showToast({ kind: "error", title: "Not taken back", description });
  }
  window.dispatchEvent(new Event(CHANGE_UNDONE));
}
