import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { rowIdFromText } from "#server/core/row-id.ts";
import { searchable } from "#server/core/search-text.ts";

/** The staff's lists that can be narrowed in their address, by the name of their tab. */
export const viewedLists = [
  "orders",
  "customers",
  "users",
  "enquiries",
  "emails",
  "audit",
  "products",
] as const;

export type ViewedList = (typeof viewedLists)[number];

/** What of an address is the view: not the page of the list, nor what is open over it. */
const parametersOf: Record<ViewedList, readonly string[]> = {
  orders: ["search", "status", "from", "to", "sort", "columns"],
  customers: ["search", "state"],
  users: ["search", "role", "customerType", "status", "columns"],
  enquiries: ["search", "state"],
  emails: ["recipient", "state"],
  audit: ["area", "who", "subject", "from", "to"],
  products: ["search", "columns"],
};

export function isViewedList(tab: string): tab is ViewedList {
  return viewedLists.some((list) => list === tab);
}

/** What of an address makes the view of a list, in one order; "" where nothing narrows it. */
export function viewIn(list: ViewedList, parameters: URLSearchParams): string {
  const view = new URLSearchParams();
  for (const name of parametersOf[list]) {
    for (const value of parameters.getAll(name)) if (value) view.append(name, value);
  }
  return view.toString();
}

/** Where a view is shown, on /admin or on the shop manager's screen. */
export function viewAddress(pathname: string, list: ViewedList, query: string): string {
  const parameters = new URLSearchParams({ tab: list, ...(list === "orders" ? { view: "all" } : {}) });
  return [`${pathname}?${parameters}`, query].filter(Boolean).join("&");
}

const LONGEST_NAME = 60;
const LONGEST_QUERY = 1000;

export const viewCommands = {
  save: describeCommand({
    name: "views.save",
    permission: "dashboard.view",
    input: z
      .object({
        list: z.enum(viewedLists),
        name: z
          .string("Give the view a name")
          .transform(searchable)
          .pipe(
            z
              .string()
              .min(1, "Give the view a name")
              .max(LONGEST_NAME, `Must be at most ${LONGEST_NAME} characters`),
          ),
        query: z
          .string("Narrow the list before you save it as a view")
          .max(LONGEST_QUERY, "This is too much to keep as a view"),
      })
      .transform((view) => ({ ...view, query: viewIn(view.list, new URLSearchParams(view.query)) }))
      .refine(({ query }) => query !== "", {
        path: ["query"],
        message: "Narrow the list before you save it as a view",
      }),
    done: ({ name }: { name: string }) => ({ title: `View saved: ${name}` }),
  }),
  keepColumns: describeCommand({
    name: "views.keepColumns",
    permission: "dashboard.view",
    input: z.object({
      list: z.enum(["orders", "users", "products"]),
      columns: z.string("Choose some columns").max(LONGEST_QUERY),
    }),
    done: "The list keeps these columns for you",
  }),
  remove: describeCommand({
    name: "views.remove",
    permission: "dashboard.view",
    input: z.object({ id: rowIdFromText }),
    done: ({ name }: { name: string }) => ({ title: `View removed: ${name}` }),
  }),
};

/** A view as it is offered above its list. */
export interface ListView {
  /** None of those that every shop has. */
  id: number | null;
  name: string;
  query: string;
}
