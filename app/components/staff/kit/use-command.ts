import { useRevalidator } from "@remix-run/react";
import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { z } from "zod";
import { showDone } from "#app/components/staff/form-texts.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { type Refusal, refusalOf, sendForm } from "#app/lib/trpc.ts";
import type { CommandDefinition } from "#server/commands/command.ts";

/** A toast where it was not done: its title, and its text where the server gave no reason. */
export interface Failure {
  title: string;
  message: string;
}

/**
 * Sends forms to the procedures of their commands, one at a time. Once one is done a toast says so; once it is done or
 * refused, everything that the screen shows is read again: somebody else may have been faster.
 */
export function useCommand<Result>(onDone?: (result: Result) => void, failure?: Failure) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const queries = useContext(QueryClientContext);
  const { revalidate } = useRevalidator();
  const send = async (command: CommandDefinition<z.ZodType, Result>, form: FormData) => {
    if (pending) return;
    setPending(true);
    try {
      // The procedure of a command's name replies what its `done` takes.
      const result = (await sendForm(command.name, form)) as Result;
      setRefusal(undefined);
      showDone(command, result);
      onDone?.(result);
    } catch (error) {
      const refusal = refusalOf(error, failure?.message);
      setRefusal(refusal);
      if (failure) showToast({ kind: "error", title: failure.title, description: refusal.message });
    }
    setPending(false);
    void queries?.invalidateQueries();
    revalidate();
  };
  return { send, pending, refusal, forgetRefusal: () => setRefusal(undefined) };
}
