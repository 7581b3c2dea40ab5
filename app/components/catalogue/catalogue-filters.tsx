import type { RefObject } from "react";
import { SelectField } from "#app/components/ui/fields.tsx";
import { SearchForm } from "#app/components/ui/search-form.tsx";
import {
  ALL_CATEGORIES,
  type CatalogueQuery,
  cataloguePath,
  catalogueSorts,
  sortLabels,
} from "#server/catalogue/catalogue-query.ts";

interface CatalogueFiltersProps {
  query: CatalogueQuery;
  categories: string[];
  searchField: RefObject<HTMLInputElement>;
}

/** Search, category and sort. */
export function CatalogueFilters({ query, categories, searchField }: CatalogueFiltersProps) {
  return (
    <SearchForm
      action="/products"
      label="Products"
      placeholder="Search products..."
      search={query.search}
      field={searchField}
      pathOf={pathIn}
      button="Apply"
      className="grid grid-cols-2 items-end gap-4 lg:flex"
      fieldClassName="col-span-2"
    >
      {(send) => (
        <>
          <SelectField
            key={`category-${query.category}`}
            label="Category"
            className="lg:w-64"
            name="category"
            defaultValue={query.category}
            onChange={send}
            options={[
              { value: ALL_CATEGORIES, label: "All Categories" },
              ...withChosen(categories, query.category).map((category) => ({
                value: category,
                label: category,
              })),
            ]}
          />
          <SelectField
            key={`sort-${query.sort}`}
            label="Sort by"
            className="lg:w-56"
            name="sort"
            defaultValue={query.sort}
            onChange={send}
            options={catalogueSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
          />
        </>
      )}
    </SearchForm>
  );
}

/** Keeps the category of the current filter in the list, even when it has no products any more. */
function withChosen(categories: string[], chosen: string): string[] {
  return chosen === ALL_CATEGORIES || categories.includes(chosen) ? categories : [...categories, chosen];
}

function pathIn(fields: FormData): string {
  return cataloguePath({
    search: String(fields.get("search")).trim(),
    category: String(fields.get("category")),
    sort: catalogueSorts.find((sort) => sort === fields.get("sort")),
  });
}
