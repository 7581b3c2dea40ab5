import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Download, Search, SlidersHorizontal } from "lucide-react";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { type PanelState, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { AskedPage, ListQuery } from "#server/core/list-query.ts";
import type { Capability } from "#server/core/roles.ts";
import { useFocusNearby } from "./use-focus-nearby.ts";

/** The parameters that say which list of a screen is open. */
const OPEN_LIST = ["tab", "view"];

/** What the address asks of a list, and the addresses of what else can be asked of it. */
export function useAsked<Asked extends object>(query: ListQuery<Asked>) {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const openList = [...parameters].filter(([name]) => OPEN_LIST.includes(name));
  return {
    asked: query.read(parameters),
    pathname,
    openList,
    addressOf: (asked: Partial<Asked>) =>
      `${pathname}?${new URLSearchParams([...openList, ...query.write(asked)])}`,
  };
}

interface Said {
  title: string;
  text: ReactNode;
}

interface StaffListProps {
  /** Where it is not what the rows are. */
  id?: string;
  title?: string;
  note?: ReactNode;
  /** What the rows are, as many: "emails". */
  what: string;
  /** None where the list is always all of it. */
  query?: ListQuery<AskedPage>;
  list: PanelState;
  actions?: ReactNode;
  /** The rows that were found as a file. */
  file?: { may: Capability; address: string };
  text?: Partial<ComponentProps<typeof TextField>> & { label: string };
  /** Fields by which the rows are narrowed or sorted. */
  filters?: ReactNode;
  count: number;
  /** Said instead of the rows where the shop has none. */
  none: Said;
  /** Said instead of the rows where none matches. */
  noneFound?: Said;
  /** The pages beside this one; null where there is none. */
  next?: number | null;
  previous?: number | null;
  children: ReactNode;
}

const nothingAsked: ListQuery<AskedPage> = {
  read: () => ({}),
  write: () => new URLSearchParams(),
  writeFilters: () => new URLSearchParams(),
};

/**
 * A list of staff: a search and filters that stand in the address, the rows, and the pages. It is a GET form, so that a
 * list can be shared, kept as a bookmark and come back to.
 */
export function StaffList(props: StaffListProps) {
  const {
    query = nothingAsked,
    what,
    file,
    actions,
    text,
    filters,
    count,
    none,
    noneFound = none,
    children,
  } = props;
  const { asked, addressOf } = useAsked(query);
  const narrowedTo = query.writeFilters(asked);
  const isNarrowed = narrowedTo.size > 0;
  const said = isNarrowed ? noneFound : none;
  return (
    <StaffPanel
      id={props.id ?? what}
      title={props.title ?? capitalised(what)}
      note={props.note}
      list={props.list}
      actions={
        <>
          {file && <DownloadCsv may={file.may} href={`${file.address}?${narrowedTo}`} />}
          {actions}
        </>
      }
      search={
        (text || filters) && (
          // A changed address fills the fields again.
          <SearchForm key={`${narrowedTo}`} query={query} what={what} text={text} isNarrowed={isNarrowed}>
            {filters}
          </SearchForm>
        )
      }
      what={`the ${what}`}
    >
      {count > 0 && children}
      {count === 0 && (
        <EmptyState
          title={said.title}
          headingLevel={3}
          action={
            isNarrowed && (
              <ButtonLink to={addressOf({})} variant="secondary" preventScrollReset>
                All {what}
              </ButtonLink>
            )
          }
        >
          {said.text}
        </EmptyState>
      )}
      <Pages query={query} what={what} next={props.next ?? null} previous={props.previous ?? null} />
    </StaffPanel>
  );
}

/** What a list is narrowed to, as its address says it: for the filters in its form. */
export const NarrowedTo = createContext(new URLSearchParams());

interface SearchFormProps {
  query: ListQuery<AskedPage>;
  what: string;
  text: StaffListProps["text"];
  isNarrowed: boolean;
  children: ReactNode;
}

function SearchForm(props: SearchFormProps) {
  const { query, what, text, isNarrowed, children } = props;
  const { asked, addressOf, pathname, openList } = useAsked(query);
  const narrowedTo = query.writeFilters(asked);
  const filtered = [...narrowedTo.keys()].some((name) => name !== (text?.name ?? "search"));
  const folds = Boolean(text && children);
  const noticePress = useFocusNearby();
  return (
    <Form
      onFocus={({ currentTarget }) => noticePress(currentTarget)}
      method="get"
      action={pathname}
      role="search"
      aria-label={capitalised(what)}
      preventScrollReset
      className="group grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 lg:flex lg:flex-wrap"
    >
      {openList.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {text && (
        <TextField
          name="search"
          maxLength={100}
          autoComplete="off"
          {...text}
          type="search"
          data-key="filter"
          defaultValue={narrowedTo.get(text.name ?? "search") ?? ""}
          className="lg:min-w-36 lg:flex-1"
        />
      )}
      {folds && (
        <Button
          aria-label="Search"
          variant="secondary"
          className="lg:hidden group-has-[details[open]]:hidden"
        >
          <Search aria-hidden className="size-4" />
        </Button>
      )}
      {folds && (
        <Filters open={filtered}>
          <NarrowedTo.Provider value={narrowedTo}>{children}</NarrowedTo.Provider>
          <SearchButton />
        </Filters>
      )}
      {!folds && <NarrowedTo.Provider value={narrowedTo}>{children}</NarrowedTo.Provider>}
      {!folds && <SearchButton />}
      {isNarrowed && (
        <ButtonLink
          to={addressOf({})}
          variant="quiet"
          preventScrollReset
          className="max-lg:justify-self-start"
        >
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}

function SearchButton() {
  return (
    <Button variant="secondary">
      <Search aria-hidden className="size-4" /> Search
    </Button>
  );
}

/**
 * Folded on a phone, where the rows come first, unless something of it is asked for; in line with the text where there
 * is room (app.css).
 */
function Filters({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="narrowing max-lg:col-span-2">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 text-sm font-medium underline lg:supports-[selector(::details-content)]:hidden">
        <SlidersHorizontal aria-hidden className="size-4" />
        Filter
      </summary>
      <div className="mt-2 grid grid-cols-2 items-end gap-3 lg:contents">{children}</div>
    </details>
  );
}

interface FilterProps<Value extends string | number> {
  label: string;
  /** As in the address. */
  name: string;
  /** What is shown without it. */
  all: string;
  of: readonly Value[];
  optionLabels: Record<Value, string> | ((value: Value) => string);
}

/**
 * Narrows a list to one of several values, or to one that is none of them any more: the field says what the rows are.
 */
export function Filter<Value extends string | number>(props: FilterProps<Value>) {
  const { label, name, all, of, optionLabels } = props;
  const narrowedTo = useContext(NarrowedTo);
  const options = of.map((value) => ({
    value: String(value),
    label: typeof optionLabels === "function" ? optionLabels(value) : optionLabels[value],
  }));
  return (
    <SelectField
      label={label}
      name={name}
      defaultValue={narrowedTo.get(name) ?? ""}
      options={[{ value: "", label: all }, ...options]}
    />
  );
}

interface PagesProps {
  query: ListQuery<AskedPage>;
  what: string;
  next: number | null;
  previous: number | null;
}

function Pages({ query, what, next, previous }: PagesProps) {
  const { asked, addressOf } = useAsked(query);
  const isFirst = asked.after === undefined && asked.before === undefined;
  if (isFirst && next === null && previous === null) return null;
  const address = (page: AskedPage) => addressOf({ ...asked, after: undefined, before: undefined, ...page });
  return (
    <nav
      aria-label={`${capitalised(what)}: pages`}
      className="flex flex-wrap items-center justify-center gap-4 py-2"
    >
      {!isFirst && <SmallButtonLink to={address({})}>First page</SmallButtonLink>}
      {previous !== null && (
        <SmallButtonLink to={address({ before: previous })} rel="prev">
          <ChevronLeft aria-hidden className="size-4" /> Previous
        </SmallButtonLink>
      )}
      {next !== null && (
        <SmallButtonLink to={address({ after: next })} rel="next">
          Next <ChevronRight aria-hidden className="size-4" />
        </SmallButtonLink>
      )}
    </nav>
  );
}

interface DownloadCsvProps {
  /** What it takes to have the file. */
  may: Capability;
  href: string;
  label?: string;
}

/** A file of what a list shows, page after page; a plain link, so that the browser saves it while it comes. */
export function DownloadCsv({ may, href, label = "Download CSV" }: DownloadCsvProps) {
  if (!useMay(may)) return null;
  return (
    <a href={href} download className={buttonClass({ variant: "secondary", size: "small" })}>
      <Download aria-hidden className="size-4" /> {label}
    </a>
  );
}

/** "failed orders" as "Failed orders". */
export function capitalised(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
