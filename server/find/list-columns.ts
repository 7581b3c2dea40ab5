/** The lists of staff whose columns can be chosen, each with its columns in their usual order. */
const labels = {
  orders: {
    invoice: "Invoice",
    customer: "Customer",
    date: "Date",
    total: "Total",
    status: "Status",
    items: "Items",
    address: "Address",
    phone: "Phone",
    payment: "Payment",
  },
  users: {
    name: "Name",
    email: "Email",
    username: "Username",
    role: "Role",
    type: "Customer type",
    value: "Lifetime value",
    status: "Status",
    created: "Created",
  },
  products: {
    name: "Name",
    category: "Category",
    price: "Price",
    vat: "Tax rate",
    stock: "Stock",
  },
} as const;

export type ColumnedList = keyof typeof labels;
export type ColumnOf<List extends ColumnedList> = keyof (typeof labels)[List] & string;

/** Shown only to those who ask for them. */
const seldom: readonly string[] = ["items", "address", "phone", "payment"];

export function hasColumns(list: string): list is ColumnedList {
  return Object.hasOwn(labels, list);
}

function isColumn<List extends ColumnedList>(list: List, name: string): name is ColumnOf<List> {
  return Object.hasOwn(labels[list], name);
}

/** Every column that a list can have. */
export function everyColumn<List extends ColumnedList>(list: List): ColumnOf<List>[] {
  return Object.keys(labels[list]).filter((name) => isColumn(list, name));
}

export function columnLabel<List extends ColumnedList>(list: List, column: ColumnOf<List>): string {
  return String(labels[list][column]);
}

/**
 * The columns of a list in their order, as an address or what a person keeps has them: "invoice,total". What there is not
 * is left out, and where nothing is left it is the usual ones.
 */
export function columnsIn<List extends ColumnedList>(
  list: List,
  asked: string | null | undefined,
): ColumnOf<List>[] {
  const chosen = (asked ?? "").split(",").filter((name) => isColumn(list, name));
  return chosen.length > 0
    ? [...new Set(chosen)]
    : everyColumn(list).filter((column) => !seldom.includes(column));
}

/** As an address has them. */
export function columnsText(columns: readonly string[]): string {
  return columns.join(",");
}

/** The columns with one of them shown at the end or hidden, or moved before its neighbour. */
export function changedColumns<Column extends string>(
  columns: readonly Column[],
  change: { show: Column } | { hide: Column } | { earlier: Column },
): Column[] {
  if ("show" in change) return [...columns.filter((column) => column !== change.show), change.show];
  if ("hide" in change) return columns.filter((column) => column !== change.hide);
  const at = columns.indexOf(change.earlier);
  const before = columns[at - 1];
  if (before === undefined) return [...columns];
  return [...columns.slice(0, at - 1), change.earlier, before, ...columns.slice(at + 1)];
}
