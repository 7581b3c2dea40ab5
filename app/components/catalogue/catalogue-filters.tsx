import { Form, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import {
  ALL_CATEGORIES,
  type CatalogueQuery,
  cataloguePath,
  catalogueSorts,
  sortLabels,
} from "#server/catalogue/storefront/catalogue-query.ts";

/** How long typing must pause before the form is submitted. */
const TYPING_PAUSE_MS = 300;

interface CatalogueFiltersProps {
  query: CatalogueQuery;
  categories: string[];
  searchField: RefObject<HTMLInputElement>;
}

/**
 * Search, category and sort as a GET form, so that the address holds them. With JavaScript it submits itself while the
 * person types and chooses. Without it there is an Apply button.
 */
export function CatalogueFilters({ query, categories, searchField }: CatalogueFiltersProps) {
  const searchId = useId();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { sendNow, sendAfterPause } = useSending(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendNow();
  };
  useFollowAddress(searchField, query.search);

  return (
    <Form
      ref={form}
      action="/products"
      onSubmit={submit}
      role="search"
      aria-label="Products"
      className="grid grid-cols-2 items-end gap-4 lg:flex"
    >
      <div className="col-span-2 flex flex-1 flex-col gap-1.5">
        <label htmlFor={searchId} className="text-sm font-medium">
          Search
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
          />
          <input
            ref={searchField}
            id={searchId}
            type="search"
            name="search"
            defaultValue={query.search}
            maxLength={100}
            placeholder="Search products..."
            autoComplete="off"
            onInput={sendAfterPause}
            className="field-edge min-h-11 w-full py-2 pr-3 pl-10 placeholder:text-ink-soft"
          />
        </div>
      </div>
      <SelectField
        key={`category-${query.category}`}
        label="Category"
        className="lg:w-64"
        name="category"
        defaultValue={query.category}
        onChange={sendNow}
        options={[
          { value: ALL_CATEGORIES, label: "All Categories" },
          ...withChosen(categories, query.category).map((category) => ({ value: category, label: category })),
        ]}
      />
      <SelectField
        key={`sort-${query.sort}`}
        label="Sort by"
        className="lg:w-56"
        name="sort"
        defaultValue={query.sort}
        onChange={sendNow}
        options={catalogueSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
      />
      {/* Hidden from the start where scripts run: otherwise its row would collapse after hydration. */}
      {!hydrated && (
        <Button variant="secondary" className="justify-self-start [@media(scripting:enabled)]:hidden">
          Apply
        </Button>
      )}
    </Form>
  );
}

/** Keeps the category of the current filter in the list, even when it has no products any more. */
function withChosen(categories: string[], chosen: string): string[] {
  return chosen === ALL_CATEGORIES || categories.includes(chosen) ? categories : [...categories, chosen];
}

function pathIn(form: HTMLFormElement): string {
  const fields = new FormData(form);
  return cataloguePath({
    search: String(fields.get("search")).trim(),
    category: String(fields.get("category")),
    sort: catalogueSorts.find((sort) => sort === fields.get("sort")),
  });
}

function useSending(form: RefObject<HTMLFormElement>) {
  const navigate = useNavigate();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const sendNow = () => {
    window.clearTimeout(timer.current);
    if (!form.current) return;
    navigate(pathIn(form.current), { replace: true, preventScrollReset: true });
  };
  const sendAfterPause = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(sendNow, TYPING_PAUSE_MS);
  };
  return { sendNow, sendAfterPause };
}

/** Back, forward and 'Clear Filters' change the address, and the field follows unless somebody is typing in it. */
function useFollowAddress(field: RefObject<HTMLInputElement>, search: string) {
  const followed = useRef(search);
  useEffect(() => {
    if (followed.current === search) return;
    followed.current = search;
    if (field.current && field.current !== document.activeElement) field.current.value = search;
  }, [field, search]);
}
