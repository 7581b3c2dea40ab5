import { useRevalidator } from "@remix-run/react";
import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { z } from "zod";
import { showDone } from "#app/components/staff/form-texts.ts";
import { type Refusal, refusalOf, sendForm } from "#app/lib/trpc.ts";
import type { CommandDefinition } from "#server/commands/command.ts";

/**
 * Sends forms to the procedures of their commands, one at a time. Once one is done a toast says so; once it is done or
 * refused, everything that the screen shows is read again: somebody else may have been faster.
 */
export function useCommand<Result>(onDone?: (result: Result) => void) {
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
      setRefusal(refusalOf(error));
    }
    setPending(false);
    void queries?.invalidateQueries();
    revalidate();
  };
  return { send, pending, refusal, forgetRefusal: () => setRefusal(undefined) };
}
