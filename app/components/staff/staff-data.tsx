import { useRevalidator } from "@remix-run/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { makeQueryClient, makeTrpcClient, serverMessage, trpc } from "#app/lib/trpc.ts";
import { UNDO } from "#app/lib/undo-event.ts";
import { auditCommands } from "#server/audit/audit-search.ts";
import { showDone } from "./form-texts.ts";

/**
 * Gives a staff screen its data: the loader's first, then what tRPC refetches. One cache per visit of the screen. Takes
 * back the change that a message told of, when its Undo asks for that.
 */
export function StaffData({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeTrpcClient);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const undo = async (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== "number") return;
      try {
        await client.audit.revert.mutate({ id: event.detail });
        showDone(auditCommands.revert, undefined);
      } catch (error) {
        const description = serverMessage(error, "The server did not answer. Please try again.");
        showToast({ kind: "error", title: "Not taken back", description });
      }
      // Prices, stock and settings stand in many places: all of them ask again.
      void queryClient.invalidateQueries();
      revalidate();
    };
    window.addEventListener(UNDO, undo);
    return () => window.removeEventListener(UNDO, undo);
  }, [client, queryClient, revalidate]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
