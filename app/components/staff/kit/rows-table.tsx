import {
  type ComponentProps,
  type FormEvent,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { CommandErrorNotice } from "./command-form.tsx";
import { useCommand } from "./use-command.ts";
import { useFocusNearby } from "./use-focus-nearby.ts";

export interface Column<Row> {
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  className?: string;
  headClassName?: string;
  /** Its cells are the heads of their rows. */
  isRowHead?: boolean;
}

interface DataTableProps<Row>
  extends Pick<ComponentProps<typeof Table>, "caption" | "captionVisible" | "className"> {
  rows: readonly Row[];
  /** All of them together, below the others. */
  foot?: Row;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { "data-row"?: number };
  cellClassName?: string;
}

const rowHead = "border-b border-line px-3 py-1.5 text-left font-medium";

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, foot, columns, keyOf, rowProps, cellClassName, ...table } = props;
  const cellsOf = (row: Row) =>
    columns.map(({ cell, className, isRowHead }, index) =>
      isRowHead ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one table never move
        <th key={index} scope="row" className={classNames(rowHead, className)}>
          {cell(row)}
        </th>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one table never move
        <Cell key={index} className={classNames(cellClassName, className)}>
          {cell(row)}
        </Cell>
      ),
    );
  return (
    <Table {...table}>
      <thead>
        <tr>
          {columns.map(({ head, headClassName }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one table never move
            <HeadCell key={index} className={headClassName}>
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {cellsOf(row)}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot className="font-medium">
          <tr>{cellsOf(foot)}</tr>
        </tfoot>
      )}
    </Table>
  );
}

/** The rows of a list, each of which keys can reach (`data-row`). */
export function RowsTable<Row extends { id: number }>(
  props: Omit<DataTableProps<Row>, "keyOf" | "rowProps">,
) {
  return (
    <DataTable
      cellClassName="py-2!"
      {...props}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ "data-row": id, className: "hover:bg-sunken" })}
    />
  );
}

/** A figure, its unit or its count: at the right, with digits of one width. */
export const figure = {
  className: "text-right whitespace-nowrap tabular-nums",
  headClassName: "text-right",
} as const;

/** The form of a selection, by the name of its boxes. */
const formOf = (name: string) => `selected-${name}`;

interface SelectBoxProps {
  name: string;
  id: number;
  label: string;
}

/** Takes a row into the selection. */
export function SelectBox({ name, id, label }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      form={formOf(name)}
      name={name}
      value={id}
      data-select
      aria-label={`Select ${label}`}
      className="size-6 shrink-0 align-middle accent-moss"
    />
  );
}

interface SelectionBarProps<Result> {
  /** Of the boxes of the rows. */
  name: string;
  what: string;
  /** The commands that the buttons are for. */
  commands: readonly CommandDefinition<z.ZodType, Result>[];
  children: ReactNode;
}

/**
 * What can be done with the selected rows of a list: a form whose buttons are commands, or lead to where something is
 * done. What came of each row stands above it.
 */
export function SelectionBar<Result>({ name, what, commands, children }: SelectionBarProps<Result>) {
  const id = formOf(name);
  const count = useSelectedCount(id);
  const { send, pending, error } = useCommand<Result>();
  const tickAll = (checked: boolean) => {
    for (const box of boxesOf(id)) if (box.checked !== checked) box.click();
  };
  const doIt = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const command = commands.find(({ name }) => name === submitter?.getAttribute("value"));
    if (!command) return;
    event.preventDefault();
    if (!pending) void send(command, new FormData(event.currentTarget));
  };
  return (
    <>
      {error && <CommandErrorNotice error={error} />}
      <form
        id={id}
        onSubmit={doIt}
        aria-label={`The selected ${what}`}
        className="flex min-h-11 flex-wrap items-center gap-2 lg:min-h-9"
      >
        {count !== null && (
          <label className="flex items-center gap-3 pr-2 text-sm">
            <input
              type="checkbox"
              checked={count > 0}
              onChange={(event) => tickAll(event.currentTarget.checked)}
              className="size-6 accent-moss"
            />
            <span>{count === 0 ? `Select all ${what} shown` : `${count} selected`}</span>
          </label>
        )}
        {count !== 0 && children}
      </form>
    </>
  );
}

export function SelectionCommand({ command, children }: { command: CommandDefinition; children: ReactNode }) {
  const hydrated = useHydrated();
  const noticePress = useFocusNearby();
  return (
    <Button
      name="command"
      value={command.name}
      disabled={!hydrated}
      onClick={({ currentTarget }) => noticePress(currentTarget)}
      variant="secondary"
      size="small"
    >
      {children}
    </Button>
  );
}

/** Leads to a page or a file about the selected rows. */
export function SelectionLink({
  to,
  name,
  value,
  mark,
  children,
}: {
  to: string;
  name?: string;
  value?: string;
  mark?: string;
  children: ReactNode;
}) {
  return (
    <Button formAction={to} name={name} value={value} data-key={mark} variant="secondary" size="small">
      {children}
    </Button>
  );
}

/**
 * How many boxes of a form are ticked. They are the browser's own, in whatever rows are shown, so that they
 * are ticked early, too; null before this page is alive.
 */
function useSelectedCount(form: string): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setCount(boxesOf(form).filter(({ checked }) => checked).length);
    look();
    document.addEventListener("change", look);
    // A list that renews itself loses rows, and with them their boxes.
    const observer = new MutationObserver(look);
    observer.observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("change", look);
      observer.disconnect();
    };
  }, [form]);
  return count;
}

function boxesOf(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[data-select][form="${form}"]`)];
}
