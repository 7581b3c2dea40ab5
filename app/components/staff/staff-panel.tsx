import { Link, useRevalidator } from "@remix-run/react";
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClientContext,
  QueryClientProvider,
} from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { z } from "zod";
import { SpinnerInPlace } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { displayTime } from "#app/lib/display.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { onUndone, type Undo } from "#app/lib/staff-events.ts";
import {
  forgetUnshown,
  makeQueryClient,
  makeTrpcClient,
  sendForm,
  serverMessage,
  toCommandError,
  trpc,
} from "#app/lib/trpc.ts";
import { auditCommands } from "#server/audit/audit-search.ts";
import { type CommandDefinition, noticeOf } from "#server/commands/command.ts";
import type { UndoCommand } from "#server/core/errors.ts";
import { orderCommands } from "#server/orders/order-commands.ts";

interface StaffQueriesProps {
  /** What the page's loader asked of its queries. */
  loaded?: DehydratedState;
  children: ReactNode;
}

/** Gives a staff screen its data: the loader's first, then what tRPC refetches. One cache per visit of the screen. */
export function StaffQueries({ loaded, children }: StaffQueriesProps) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeTrpcClient);
  // During the render, as hydration is: what it takes in is there for the first view.
  useMemo(() => loaded && forgetUnshown(queryClient), [queryClient, loaded]);
  // Prices, stock and settings stand in many places: all of them ask again.
  useEffect(() => onUndone(() => void queryClient.invalidateQueries()), [queryClient]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={loaded}>{children}</HydrationBoundary>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

const commands: Record<UndoCommand["command"], CommandDefinition<z.ZodType, { did: string[] }>> = {
  "audit.revertMany": auditCommands.revertMany,
  "orders.undoDispatch": orderCommands.undoDispatch,
};

/** Takes it back and tells what came of it. Returns whether all of it was. */
export async function undo(what: Undo): Promise<boolean> {
  const one = typeof what === "number";
  const command = one ? auditCommands.revert : commands[what.command];
  const form = new FormData();
  for (const id of one ? [what] : what.ids) form.append("id", String(id));
  try {
    const result = (await sendForm(command.name, form)) as { did: string[] };
    showToast(noticeOf(command, result));
    return true;
  } catch (error) {
    const { message, fields } = toCommandError(error);
    const description = [message, ...Object.values(fields).flat()].join(" ");
    showToast({ kind: "error", title: "Not taken back", description });
    return false;
  }
}

/** What a panel tells of what it shows: of its query's answer, or when its page was loaded, in milliseconds. */
export type PanelState = { dataUpdatedAt: number; isFetching: boolean; error: unknown } | number;

interface StaffPanelProps {
  id: string;
  title: string;
  note?: ReactNode;
  list: PanelState;
  actions?: ReactNode;
  search?: ReactNode;
  /** "the enquiries": what could not be refreshed. */
  what: string;
  children: ReactNode;
}

/** What is inside a tab of the staff's screens: a title, a visible refresh, a search, and what was found. */
export function StaffPanel(props: StaffPanelProps) {
  const { id, title, note, list, actions, search, what, children } = props;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {note && <p className="text-sm text-ink-soft">{note}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">
          <RefreshButton list={list} />
          {actions}
        </div>
      </header>
      {search}
      {typeof list === "object" && <RefreshError what={what} error={list.error} />}
      {children}
    </section>
  );
}

/** Reads all that the screen shows again: staff screens never do that by themselves. */
export function RefreshButton({ list }: { list: PanelState }) {
  const queries = useContext(QueryClientContext);
  const { state, revalidate } = useRevalidator();
  const isLoaders = typeof list === "number";
  const refreshing = isLoaders ? state === "loading" : list.isFetching;
  return (
    <div className="flex items-center gap-3">
      <span role="status" className="text-sm text-ink-soft tabular-nums max-sm:sr-only">
        updated {displayTime(isLoaders ? list : list.dataUpdatedAt)}
      </span>
      <SmallButton
        pending={refreshing}
        onClick={() => (isLoaders ? revalidate() : void queries?.invalidateQueries())}
      >
        {!refreshing && <RefreshCw aria-hidden className="size-4" />}
        <span>Refresh</span>
      </SmallButton>
    </div>
  );
}

/** A refetch that failed: what is on the screen stays, and says that it is old. */
function RefreshError({ what, error }: { what: string; error: unknown }) {
  if (!error) return null;
  return (
    <Notice tone="error" title={`Could not refresh ${what}`}>
      {serverMessage(error, "What you see is from the time given above. Please try again.")}{" "}
      <Link to="/admin/login?next=/admin" className="underline">
        Admin Login
      </Link>
    </Notice>
  );
}

/** Says how old the figures of earlier days are; nothing where all are live. */
export function AsOf({ moment }: { moment: string | null }) {
  if (moment === null) return null;
  return (
    <p className="text-sm text-ink-soft">Today is live; earlier days are as of {displayTime(moment)}.</p>
  );
}

interface AnswerProps<Data> {
  query: { data: Data; error: unknown };
  /** "the order" */
  what: string;
  children: (data: NonNullable<Data>) => ReactNode;
}

/** What a query of a dialog answers, once it does. */
export function Answer<Data>({ query: { data, error }, what, children }: AnswerProps<Data>) {
  if (data) return <>{children(data)}</>;
  if (!error) return <SpinnerInPlace label={`Loading ${what}`} />;
  return (
    <Notice tone="error" title={`Could not load ${what}`}>
      {serverMessage(error, "Please try again.")}
    </Notice>
  );
}

/** How long typing must rest before the server is asked, in milliseconds. */
export const SEARCH_DELAY = 200;

/** What is said of a search: how many it found, or why none. */
export function foundStatus(count: number | undefined, error: unknown): string {
  if (error) return serverMessage(error, "The server did not answer. Please type again.");
  if (count === undefined) return "Searching";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 found" : `${count} found`;
}
