import { useLoaderData, useNavigation } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useRef } from "react";
import { ProductCard } from "#app/components/catalogue/product-card.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink, Spinner } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { SelectField } from "#app/components/ui/fields.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { NoMatch, SearchForm } from "#app/components/ui/search-form.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { parseCatalogueQuery } from "#server/catalogue/catalogue-query.schema.ts";
import {
  ALL_CATEGORIES,
  type CatalogueQuery,
  cataloguePath,
  catalogueSorts,
  sortLabels,
} from "#server/catalogue/catalogue-query.ts";
import { findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { findProducts, listCategories } from "#server/catalogue/find-products.server.ts";
import type { ProductView } from "#server/catalogue/product-view.ts";
import { shopTopics } from "#server/http/cacheable-address.ts";
import { sharedPage } from "#server/process/page.server.ts";

const description =
  "Biochar for beds, pots, fields, feed and industry, made in small batches from sustainable British forestry.";

/** The product that the banner promotes. */
const PROMOTED_SLUG = "activated-biochar";

export const meta = pageMeta<typeof loader>(({ query: { search, category, page }, total }) => ({
  title: "Our Products",
  description,
  canonical: cataloguePath({ category, page }),
  // Anybody can link to a category with a name of their own.
  noindex: search !== "" || total === 0,
}));

export const loader = sharedPage(
  { topics: shopTopics, parameters: ["search", "category", "sort", "page"] },
  async ({ context, url }) => {
    const query = parseCatalogueQuery(url.searchParams);
    const [found, categories, promoted] = await Promise.all([
      findProducts(context, query),
      listCategories(context),
      findProductBySlug(context, PROMOTED_SLUG),
    ]);
    const isPromoted = promoted !== undefined;
    return { ...found, query: { ...query, page: found.page }, categories, isPromoted };
  },
);

export default function Catalogue() {
  const { products, total, page, pageCount, instead, query, categories, isPromoted } =
    useLoaderData<typeof loader>();
  const searchField = useRef<HTMLInputElement>(null);
  const { state, location } = useNavigation();
  const loading = useShownWhilePending(state === "loading" && location.pathname === "/products");
  return (
    <div className="frame flex flex-col gap-6 py-8 lg:py-12">
      <StructuredData trail={[["Our Products", "/products"]]} />
      <h1 className="text-title">Our Products</h1>
      {isPromoted && <PromotionBanner />}
      <CatalogueFilters query={query} categories={categories} searchField={searchField} />
      <div className="flex min-h-6 items-center gap-3 text-sm text-ink-soft">
        <p role="status">
          {instead && (
            <span>
              <span>No “{query.search}”</span>, showing <strong className="text-ink">{instead}</strong>
              <span>{instead === query.search.toLowerCase() ? " in any order: " : ": "}</span>
            </span>
          )}
          <span>{total === 1 ? "1 product" : `${total} products`}</span>
        </p>
        {loading && <Spinner className="size-5" label="Loading products" />}
      </div>
      <div
        aria-busy={loading}
        className={classNames("transition-opacity duration-150", loading && "opacity-50")}
      >
        {products.length > 0 ? (
          <ProductGrid products={products} />
        ) : (
          // 'Clear Filters' resets search and category and keeps the sort order.
          <NoMatch
            text="No products found matching your criteria."
            action="/products"
            field={searchField}
            button="Clear Filters"
          >
            <input type="hidden" name="sort" value={query.sort} />
          </NoMatch>
        )}
      </div>
      <Pagination
        label="Products"
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => cataloguePath({ ...query, page: number })}
      />
    </div>
  );
}

function ProductGrid({ products }: { products: ProductView[] }) {
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <ul className="grid auto-rows-fr gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3 xl:grid-cols-4">
        {products.map((product, index) => (
          <li key={product.id} className="flex">
            {/* On a phone it is the only picture visible at first, and would compete with others that load as
                early. */}
            <ProductCard product={product} priority={index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The catalogue's banner for the activated biochar product; not for a shop that no longer sells it. */
function PromotionBanner() {
  return (
    <aside
      aria-labelledby="promotion"
      className="grid overflow-hidden rounded-2xl bg-moss-soft sm:grid-cols-[1fr_12rem] lg:grid-cols-[1fr_18rem]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 p-6 lg:px-10 lg:py-6">
        <div className="flex max-w-prose flex-1 basis-72 flex-col gap-1">
          <p className="text-sm font-medium text-moss-strong">For the biogas industry</p>
          <h2 id="promotion" className="text-2xl lg:text-3xl">
            Activated Biochar
          </h2>
          <p className="mt-1 text-ink-soft">
            A high surface area carrier for anaerobic digesters, supplied by the tub for trials and plant
            operators.
          </p>
        </div>
        <ButtonLink to={`/products/${PROMOTED_SLUG}`}>See Activated Biochar</ButtonLink>
      </div>
      <div className="relative hidden min-h-40 sm:block">
        <Picture
          src="/pictures/activated-biochar.jpg"
          alt=""
          sizes="(min-width: 64rem) 18rem, 14rem"
          className="absolute inset-0 size-full object-cover object-[50%_85%]"
        />
      </div>
    </aside>
  );
}

interface PaginationProps {
  /** The kind of rows, for screen readers: "Products". */
  label: string;
  /** Counts from 1. */
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
}

/** Links to the previous and the next page; nothing when there is only one. */
function Pagination({ label, page, pageCount, hrefOf }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={`${label}: pages`} className="flex items-center justify-center gap-4 py-8">
      {page > 1 && (
        <SmallButtonLink to={hrefOf(page - 1)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" /> Previous
        </SmallButtonLink>
      )}
      <span className="text-sm text-ink-soft">
        Page {page} of {pageCount}
      </span>
      {page < pageCount && (
        <SmallButtonLink to={hrefOf(page + 1)} rel="next">
          Next <ChevronRight aria-hidden className="size-4" />
        </SmallButtonLink>
      )}
    </nav>
  );
}

interface CatalogueFiltersProps {
  query: CatalogueQuery;
  categories: string[];
  searchField: RefObject<HTMLInputElement>;
}

/** Search, category and sort. */
function CatalogueFilters({ query, categories, searchField }: CatalogueFiltersProps) {
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
