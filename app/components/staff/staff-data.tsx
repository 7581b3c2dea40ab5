import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { type DehydratedState, HydrationBoundary, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { onUndo, type TakenBack } from "#app/lib/staff-events.ts";
import { forgetUnshown, makeQueryClient, makeTrpcClient, refusalOf, sendForm, trpc } from "#app/lib/trpc.ts";
import { auditCommands } from "#server/audit/audit-search.ts";
import { type CommandDefinition, noticeOf } from "#server/commands/command.ts";
import type { TakenBackBy } from "#server/core/errors.ts";
import { orderCommands } from "#server/orders/order-commands.ts";

interface StaffDataProps {
  /** What the page's loader asked of its queries. */
  loaded?: DehydratedState;
  children: ReactNode;
}

/**
 * Gives a staff screen its data: the loader's first, then what tRPC refetches. One cache per visit of the screen. Takes
 * back what a message told of, when its Undo asks for that.
 */
export function StaffData({ loaded, children }: StaffDataProps) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeTrpcClient);
  // During the render, as hydration is: what it takes in is there for the first view.
  useMemo(() => loaded && forgetUnshown(queryClient), [queryClient, loaded]);
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      onUndo(async (what) => {
        const isDone = await takeBack(what);
        // Prices, stock and settings stand in many places: all of them ask again.
        void queryClient.invalidateQueries();
        if (isDone && typeof what === "object" && what.to !== pathname) navigate(what.to);
        else revalidate();
      }),
    [queryClient, revalidate, navigate, pathname],
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={loaded}>{children}</HydrationBoundary>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

const commands: Record<TakenBackBy["command"], CommandDefinition<z.ZodType, { did: string[] }>> = {
  "audit.revertMany": auditCommands.revertMany,
  "orders.undoDispatch": orderCommands.undoDispatch,
};

/** Tells what came of it, and returns whether all of it was taken back. */
async function takeBack(what: TakenBack): Promise<boolean> {
  const one = typeof what === "number";
  const command = one ? auditCommands.revert : commands[what.command];
  const form = new FormData();
  for (const id of one ? [what] : what.ids) form.append("id", String(id));
  try {
    const result = (await sendForm(command.name, form)) as { did: string[] };
    showToast(noticeOf(command, result));
    return true;
  } catch (error) {
    const { message, fields } = refusalOf(error);
    const description = [message, ...Object.values(fields).flat()].join(" ");
    showToast({ kind: "error", title: "Not taken back", description });
    return false;
  }
}
