import type { ComponentProps, HTMLAttributes, ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";

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
export const figure = { className: "text-right tabular-nums", headClassName: "text-right" } as const;
