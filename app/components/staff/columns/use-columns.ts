import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { type ColumnedList, type ColumnOf, columnsIn } from "#server/find/list-columns.ts";

/** What pages with such a list load: the columns that whoever looks keeps for it. */
interface KeptColumns {
  columns?: string | null;
}

/** The columns of a list: those of the address, else those that one keeps, else the usual ones. */
export function useColumns<List extends ColumnedList>(list: List): ColumnOf<List>[] {
  const kept = useLoaderData<KeptColumns | null>()?.columns;
  const [parameters] = useSearchParams();
  return columnsIn(list, parameters.get("columns") ?? kept);
}

/** This address with other parameters; null takes one away. */
export function useAddressWith(): (changes: Record<string, string | null>) => string {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  return (changes) => {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return `${pathname}?${next}`;
  };
}
