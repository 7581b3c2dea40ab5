import { data, redirect } from "@remix-run/node";
import { handleCommandForm } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { staffCommands } from "#server/trpc/staff-commands.server.ts";

/**
 * Runs the command that a staff form names in its `intent` and redirects to `address`, which may depend on what came of
 * it, or returns the form with its errors.
 */
export async function handleStaffForm(
  context: Context,
  form: FormData,
  address: string | ((returned: unknown) => string | Promise<string>),
) {
  const reply = await handleCommandForm(staffCommands, context, form);
  if ("intent" in reply) return data(reply, reply.status);
  const headers = { "Set-Cookie": await noticeHeader(reply.notice) };
  const next = typeof address === "string" ? address : await address(reply.returned);
  return redirect(next, { status: 303, headers });
}
