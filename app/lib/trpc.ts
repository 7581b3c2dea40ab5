import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createTRPCClient, createTRPCUntypedClient, httpLink } from "@trpc/client";
import {
  createTRPCReact,
  httpBatchLink,
  httpBatchStreamLink,
  splitLink,
  TRPCClientError,
} from "@trpc/react-query";
import superjson from "superjson";
import type { UndoCommand } from "#server/core/errors.ts";
import { MOST_IN_BATCH } from "#server/trpc/batch-limit.ts";
import type { AppRouter } from "#server/trpc/router.server.ts";
import { tellStaffChanged } from "./staff-events.ts";
import { forgetStoredUser } from "./stored-user.ts";

/** Hooks for every procedure of the server. */
export const trpc = createTRPCReact<AppRouter>();

/** Procedures whose response comes in pieces while they work. */
const inPieces = new Set(["products.checkImport"]);

const options = { url: "/api/trpc", transformer: superjson, maxItems: MOST_IN_BATCH };

export function makeTrpcClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ path }) => inPieces.has(path),
        true: httpBatchStreamLink(options),
        false: httpBatchLink(options),
      }),
    ],
  });
}

/** Calls of the server outside of a screen's data. */
export const calls = createTRPCClient<AppRouter>({ links: [httpBatchLink(options)] });

const forms = createTRPCUntypedClient<AppRouter>({ links: [httpLink(options)] });

/** Posts a form, files and all, or what it would state to the procedure of a command, and returns what that replies. */
export async function sendForm(command: string, form: FormData | Record<string, unknown>): Promise<unknown> {
  try {
    const reply = await forms.mutation(command, form);
    tellStaffChanged();
    return reply;
  } catch (error) {
    forgetUserWhenSignedOut(error);
    throw error;
  }
}

/** Why something was not done, as a form shows it. */
export interface CommandError {
  message: string;
  /** Somebody else changed it or took the goods meanwhile, among other reasons. */
  isConflict: boolean;
  /** The payment's provider refused it, which is written down: what comes next is another try. */
  isRefusedByProvider: boolean;
  /** What is wrong with each field. */
  fields: Record<string, string[]>;
  /** Takes back what was done all the same. */
  takeBack?: UndoCommand | undefined;
}

export function toCommandError(
  error: unknown,
  fallback = "The server did not answer. Please try again.",
): CommandError {
  const message = serverMessage(error, fallback);
  const data = isServerAnswer(error) ? error.data : undefined;
  return {
    message,
    isConflict: data?.reason === "conflict" || data?.reason === "out_of_stock",
    isRefusedByProvider: data?.reason === "payment_failed",
    fields: data?.fields ?? {},
    takeBack: data?.takeBack,
  };
}

/**
 * Nothing is fetched again by itself (docs/rules.md#staff-4): no interval, no refetch on focus, never stale, no
 * retries. Data that no component shows are dropped at once, so that a screen starts from its loader's fresh data when
 * somebody comes back to it; what a loader brought waits until the part that shows it has come.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: forgetUserWhenSignedOut }),
    mutationCache: new MutationCache({ onError: forgetUserWhenSignedOut, onSuccess: tellStaffChanged }),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        gcTime: 0,
      },
      mutations: { retry: false },
      hydrate: { queries: { gcTime: 10_000 } },
    },
  });
}

/**
 * Forgets what no part of the screen shows or waits for, before its loader's answer is taken in: hydration keeps what is
 * newer, and the loader's time is that of the server's clock.
 */
export function forgetUnshown(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: "inactive", fetchStatus: "idle" });
}

/** What the server said about a failure, for toasts; the fallback when it said nothing. */
export function serverMessage(error: unknown, fallback: string): string {
  return isServerAnswer(error) ? error.message : fallback;
}

/** The session has ended: the header must not show what belonged to it. */
function forgetUserWhenSignedOut(error: unknown): void {
  if (isServerAnswer(error) && error.data?.httpStatus === 401) forgetStoredUser();
}

function isServerAnswer(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError && error.data !== undefined && error.data !== null;
}
