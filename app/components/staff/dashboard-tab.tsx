import { Link, type ShouldRevalidateFunction, useSearchParams } from "@remix-run/react";
import type { ComponentType } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { isRowId } from "#server/core/fields.ts";
import type { queriesFor } from "#server/trpc/router.server.ts";

interface TabRequest {
  /** Every query of the server, in the name of the person who looks. */
  queries: ReturnType<typeof queriesFor>["queries"];
  /** The search of the address: filters, sort and page of the tab's list. */
  search: URLSearchParams;
}

/** What the dashboard gives to a tab's panel. */
export interface PanelProps {
  /** The id of the row that the address opens, where there is no such row. */
  missing: number | null;
}

export interface StaffTab {
  /** As in the address: `/admin?tab=orders`. */
  key: string;
  /** Asks what the panel's queries ask, so that it shows something at once. */
  load: (request: TabRequest) => Promise<unknown>;
  /** The same for the row that the address opens: see `missingRow`. */
  open?: (request: TabRequest) => Promise<number | null>;
  Panel: ComponentType<PanelProps>;
}

/**
 * The first tab of each screen that has any: open when the address names none, or one that is not for the person who looks.
 */
const FIRST_TAB = "orders";

export function openTab<Tab extends { key: string }>(
  tabs: readonly Tab[],
  search: URLSearchParams,
): Tab | undefined {
  const key = search.get("tab") ?? FIRST_TAB;
  return tabs.find((tab) => tab.key === key) ?? tabs.find((tab) => tab.key === FIRST_TAB) ?? tabs[0];
}

/** The id behind this name in the address, when it is one. */
export function idIn(search: URLSearchParams, name: string): number | null {
  const id = Number(search.get(name));
  return isRowId(id) ? id : null;
}

/**
 * Reads the row that the address opens in full: `?order=12`. Returns its id where there is no such row: the list says
 * so.
 */
export async function missingRow(
  search: URLSearchParams,
  name: string,
  read: (id: number) => Promise<unknown>,
): Promise<number | null> {
  const id = Number(search.get(name));
  // The database has no larger ones.
  if (!isRowId(id)) return Number.isSafeInteger(id) && id > 0 ? id : null;
  try {
    await read(id);
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "NOT_FOUND") return id;
    throw error;
  }
}

/** Says that the address names a row that there is not. `name` is the parameter that opens it. */
export function NoSuchRow({ what, missing, name }: { what: string; missing: number | null; name: string }) {
  const [search] = useSearchParams();
  if (missing === null) return null;
  return (
    <Notice tone="error" title={`There is no ${what} with the number ${missing}.`} className="mb-4">
      It may have been mistyped. What there is stands in the list.{" "}
      <Link to={`?${parametersWith(search, { [name]: null })}`} preventScrollReset className="underline">
        Close
      </Link>
    </Notice>
  );
}

/**
 * Changes parameters of the address; what is null goes. The address that is shown stays as it is: where the question
 * about what was typed holds the next one back, a dialog stays open.
 */
export function useSetParameters() {
  const [, setSearch] = useSearchParams();
  return (changes: Record<string, string | null>) =>
    setSearch((current) => parametersWith(current, changes), { preventScrollReset: true });
}

function parametersWith(current: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The row that the address opens, unless there is no such row, and how it is closed. */
export function useOpened(name: string, { missing }: PanelProps) {
  const [search] = useSearchParams();
  const setParameters = useSetParameters();
  const isMissing = missing !== null && Number(search.get(name)) === missing;
  return {
    id: isMissing ? null : idIn(search, name),
    missing: isMissing ? missing : null,
    close: () => setParameters({ [name]: null }),
  };
}

/** Opening or closing a dialog, as these parameters do, reloads nothing that the page already has. */
export function unlessDialog(...dialogs: string[]): ShouldRevalidateFunction {
  const behindDialogs = ({ pathname, search }: URL) => {
    const parameters = new URLSearchParams(search);
    for (const dialog of dialogs) parameters.delete(dialog);
    // The first tab is the same page with or without its name in the address.
    if (parameters.get("tab") === FIRST_TAB) parameters.delete("tab");
    return `${pathname}?${parameters}`;
  };
  return ({ currentUrl, nextUrl, formMethod = "GET", defaultShouldRevalidate }) => {
    const isAsked = formMethod.toUpperCase() !== "GET" || currentUrl.href === nextUrl.href;
    const isSame = !isAsked && behindDialogs(currentUrl) === behindDialogs(nextUrl);
    return isSame ? false : defaultShouldRevalidate;
  };
}
