import { useRevalidator } from "@remix-run/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { makeQueryClient, makeTrpcClient, trpc } from "#app/lib/trpc.ts";
import { CHANGE_UNDONE } from "./undo/undo-change.ts";

/** Gives a staff screen its data: the loader's first, then what tRPC refetches. One cache per visit of the screen. */
export function StaffData({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeTrpcClient);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Prices, stock and settings stand in many places: all of them ask again.
    const askAgain = () => {
      void queryClient.invalidateQueries();
      revalidate();
    };
    window.addEventListener(CHANGE_UNDONE, askAgain);
    return () => window.removeEventListener(CHANGE_UNDONE, askAgain);
  }, [queryClient, revalidate]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
