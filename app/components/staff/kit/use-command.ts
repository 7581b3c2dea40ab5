import { useRevalidator } from "@remix-run/react";
import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { type CommandError, sendForm, toCommandError } from "#app/lib/trpc.ts";
import { type CommandDefinition, noticeOf } from "#server/commands/command.ts";

/** A toast where it was not done: its title, and its text where the server gave no reason. */
export interface Failure {
  title: string;
  message?: string;
}

interface CommandOptions {
  /** What is refused may be done in part: the queries of the screen are read again after every refusal. */
  renewsAnyway?: boolean;
  /** What is sent names the version that is shown: nothing more is sent until that has been read again. */
  hasVersion?: boolean;
}

/**
 * Sends forms, or what they would state, to the procedures of their commands, one at a time. Once one is done a toast
 * says so. Once it is done, or refused because somebody else was faster, everything that the screen shows is read again,
 * and its queries once a payment's provider refused it, which is noted there; after another refusal a read could fail as
 * well, and take away the page with what was typed. Nothing more is sent until a promise that `onDone` returns is kept.
 */
export function useCommand<Result>(
  onDone?: (result: Result) => unknown,
  commonFailure?: Failure,
  { renewsAnyway = false, hasVersion = false }: CommandOptions = {},
) {
  const [stage, setStage] = useState<"idle" | "sent" | "answered">("idle");
  const [error, setError] = useState<CommandError>();
  const queries = useContext(QueryClientContext);
  const { revalidate, state } = useRevalidator();
  const pending = stage !== "idle" || (hasVersion && state === "loading");
  const send = async (
    command: CommandDefinition<z.ZodType, Result>,
    form: FormData | Record<string, unknown>,
    failure = commonFailure,
  ): Promise<void> => {
    if (pending) return;
    setStage("sent");
    let isOld = true;
    let isNoted = false;
    try {
      // The procedure of a command's name replies what its `done` takes.
      const result = (await sendForm(command.name, form)) as Result;
      setError(undefined);
      showToast(noticeOf<Result>(command, result));
      const end = onDone?.(result);
      // What ends at once is drawn at once, with a button that can be pressed again.
      if (end instanceof Promise) await end;
    } catch (error) {
      const commandError = toCommandError(error, failure?.message);
      setError(commandError);
      isOld = commandError.isConflict;
      isNoted = commandError.isRefusedByProvider;
      if (failure) showToast({ kind: "error", title: failure.title, description: commandError.message });
    }
    // What was refused is not on its way any more, however long the screen takes to be read again.
    setStage("answered");
    if (isOld) revalidate();
    const renewed = isOld || isNoted || renewsAnyway ? queries?.invalidateQueries() : undefined;
    if (hasVersion) await renewed;
    setStage("idle");
  };
  return { send, isSent: stage === "sent", pending, error, clearError: () => setError(undefined) };
}

/** What staff are told when something was not saved; the server's words go before. */
export const saveFailures = {
  settings: { title: "Update failed", message: "Failed to update settings" },
  product: { title: "Update failed", message: "Failed to update product" },
} as const;

export const userFailures = {
  create: { title: "Failed to create user" },
  edit: { title: "Failed to update user" },
  delete: { title: "Failed to delete user" },
  setStatus: { title: "Failed to update user status" },
  sendPasswordReset: { title: "Failed to send reset email" },
  resetTwoFactor: { title: "Failed to reset two-factor sign-in" },
  verify: { title: "Failed to verify user" },
} as const;
