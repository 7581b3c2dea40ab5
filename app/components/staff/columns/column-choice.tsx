import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { ArrowLeft, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import {
  type ColumnedList,
  type ColumnOf,
  changedColumns,
  columnLabel,
  columnsText,
  everyColumn,
} from "#server/find/list-columns.ts";
import { viewCommands } from "#server/find/list-views.ts";
import { useAddressWith, useColumns } from "./use-columns.ts";

interface ColumnChoiceProps<List extends ColumnedList> {
  list: List;
  /** Of those that there are, which somebody may see; all where it is missing. */
  offered?: readonly ColumnOf<List>[];
}

/** Shows, hides and moves the columns of a list, by links: what is chosen is in the address, and can be kept. */
export function ColumnChoice<List extends ColumnedList>({ list, offered }: ColumnChoiceProps<List>) {
  const columns = useColumns(list).filter((column) => offered?.includes(column) ?? true);
  const hidden = (offered ?? everyColumn(list)).filter((column) => !columns.includes(column));
  const [parameters] = useSearchParams();
  const { pathname, search } = useLocation();
  const addressWith = useAddressWith();
  const to = (next: readonly string[]) => addressWith({ columns: columnsText(next) });
  return (
    <details className="text-sm" open={parameters.has("columns")}>
      <summary className={`${buttonClass({ variant: "secondary", size: "small" })} cursor-pointer`}>
        Columns
      </summary>
      <div className="mt-2 grid w-fit gap-3 rounded-lg border border-line bg-surface p-4">
        <ol className="grid gap-1">
          {columns.map((column, index) => {
            const label = columnLabel(list, column);
            return (
              <li key={column} className="flex items-center justify-between gap-4">
                {label}
                <span className="flex gap-1">
                  {index > 0 && (
                    <ChangeLink
                      to={to(changedColumns(columns, { earlier: column }))}
                      label={`Move ${label} before ${columnLabel(list, columns[index - 1] ?? column)}`}
                    >
                      <ArrowLeft aria-hidden className="size-4" />
                    </ChangeLink>
                  )}
                  {columns.length > 1 && (
                    <ChangeLink to={to(changedColumns(columns, { hide: column }))} label={`Hide ${label}`}>
                      <Minus aria-hidden className="size-4" />
                    </ChangeLink>
                  )}
                </span>
              </li>
            );
          })}
          {hidden.map((column) => (
            <li key={column} className="flex items-center justify-between gap-4 text-ink-soft">
              {columnLabel(list, column)}
              <ChangeLink
                to={to(changedColumns(columns, { show: column }))}
                label={`Show ${columnLabel(list, column)}`}
              >
                <Plus aria-hidden className="size-4" />
              </ChangeLink>
            </li>
          ))}
        </ol>
        {parameters.has("columns") && (
          <form method="post" action={`${pathname}${search}`}>
            <input type="hidden" name="intent" value={viewCommands.keepColumns.name} />
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="columns" value={columnsText(columns)} />
            <Button variant="secondary" size="small">
              Keep these columns for me
            </Button>
          </form>
        )}
      </div>
    </details>
  );
}

function ChangeLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      title={label}
      className="inline-flex size-8 items-center justify-center rounded-full hover:bg-sunken"
    >
      <span className="sr-only">{label}</span>
      {children}
    </Link>
  );
}

/** Keeps the chosen columns when a form asks anew. */
export function ColumnsKept() {
  const columns = useSearchParams()[0].get("columns");
  return columns ? <input type="hidden" name="columns" value={columns} /> : null;
}
