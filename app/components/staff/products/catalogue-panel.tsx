import { Link, useActionData, useNavigate, useSearchParams } from "@remix-run/react";
import { FileUp, LayoutGrid, Plus, Tags, TicketPercent } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { RefreshButton } from "#app/components/staff/refresh-button.tsx";
import { UnsavedGuard } from "#app/components/staff/typed/unsaved-guard.tsx";
import { Button, ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { StaffProductPage } from "#server/catalogue/find-staff-products.server.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { staffCatalogueQueryIn } from "#server/catalogue/staff-catalogue-query.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { BulkForm } from "./bulk-form.tsx";
import { CatalogueFilters } from "./catalogue-filters.tsx";
import { CatalogueTable } from "./catalogue-table.tsx";
import { CategoryEditor } from "./category-editor.tsx";
import { editorOfMedia } from "./editor-address.ts";
import { HomeGridEditor } from "./home-grid-editor.tsx";
import { ImportForm } from "./import-form.tsx";
import { NewProductForm } from "./new-product-form.tsx";

export interface FirstCatalogue {
  page: StaffProductPage;
  categories: string[];
  /** The product whose form the address asks for. */
  edited: StaffProduct | null;
}

interface CataloguePanelProps {
  first: FirstCatalogue;
  loadedAt: number;
}

type Tool = "create" | "import" | "home" | "categories";

/** The catalogue as administrators change it, under the Products tab of the settings. */
export default function CataloguePanel({ first, loadedAt }: CataloguePanelProps) {
  const [search] = useSearchParams();
  const { after, ...query } = staffCatalogueQueryIn(search);
  // Another search is another list: its selection and its open forms begin anew.
  const key = JSON.stringify([query, after]);
  return <Catalogue key={key} first={first} loadedAt={loadedAt} query={query} after={after} />;
}

interface CatalogueProps extends CataloguePanelProps {
  query: Omit<ReturnType<typeof staffCatalogueQueryIn>, "after">;
  after: number | null;
}

function Catalogue({ first, loadedAt, query, after }: CatalogueProps) {
  const [search] = useSearchParams();
  const [tool, setTool] = useState<Tool | null>(search.get("new") === "on" ? "create" : null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [newIsDirty, setNewIsDirty] = useState(false);
  /** Products with something typed that is not saved, by id. */
  const [dirty, setDirty] = useState<ReadonlyMap<number, StaffProduct>>(new Map());
  const answer = useActionData<RefusedForm>();
  /** A product that was added here: its form comes next. */
  const [made, setMade] = useState<number | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    // Only now does nothing unsaved stand in the way.
    if (made !== null) navigate(editorOfMedia(made));
  }, [made, navigate]);
  const utils = trpc.useUtils();
  const list = trpc.products.catalogue.useInfiniteQuery(query, {
    initialCursor: after,
    getNextPageParam: ({ next }) => next,
    initialData: { pages: [first.page], pageParams: [after] },
    initialDataUpdatedAt: loadedAt,
  });
  const categories = trpc.products.categories.useQuery(undefined, {
    initialData: first.categories,
    initialDataUpdatedAt: loadedAt,
  }).data;
  const listed = list.data.pages.flatMap(({ products }) => products);
  const { edited } = first;
  // What somebody is typing into stays, also when it has left the list meanwhile.
  const pinned = [...(edited ? [edited] : []), ...dirty.values()];
  const missing = pinned.filter(
    ({ id }, index) =>
      !listed.some((product) => product.id === id) && pinned.findIndex((one) => one.id === id) === index,
  );
  const products = [...missing, ...listed];

  const markDirty = useCallback((product: StaffProduct, isDirty: boolean) => {
    setDirty((current) => {
      if (current.has(product.id) === isDirty) return current;
      const next = new Map(current);
      if (isDirty) next.set(product.id, product);
      else next.delete(product.id);
      return next;
    });
  }, []);
  const close = () => {
    setTool(null);
    setNewIsDirty(false);
  };
  const showSaved = (saved: StaffProduct) => {
    utils.products.catalogue.setInfiniteData(query, (current) => current && withProduct(current, saved));
    void utils.products.categories.invalidate();
    void utils.products.list.invalidate();
  };

  return (
    <Card role="region" aria-labelledby="catalogue" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {(newIsDirty || dirty.size > 0) && <UnsavedGuard dirty />}
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="catalogue" className="text-xl">
          Catalogue
        </h2>
        <RefreshButton
          updatedAt={list.dataUpdatedAt}
          refreshing={list.isFetching}
          onRefresh={() => utils.products.invalidate()}
        />
      </header>
      <Tools open={tool} onOpen={setTool} />
      {tool === "create" && (
        <NewProductForm
          categories={categories}
          answer={answer?.intent === productCommands.create.name ? answer : undefined}
          onDirty={setNewIsDirty}
          onCreated={({ id }) => {
            close();
            void utils.products.invalidate();
            setMade(id);
          }}
          onCancel={close}
        />
      )}
      {tool === "import" && <ImportForm onDone={close} />}
      {tool === "home" && <HomeGridEditor onDone={close} />}
      {tool === "categories" && <CategoryEditor categories={categories} onDone={close} />}
      <CatalogueFilters query={query} categories={categories} />
      {list.error && (
        <Notice tone="error" title="Could not refresh the products">
          {serverMessage(list.error, "What you see is from the time given above. Please try again.")}
        </Notice>
      )}
      {selectedIds.size > 0 && (
        <BulkForm
          selected={products.filter(({ id }) => selectedIds.has(id))}
          onDone={() => setSelectedIds(new Set())}
        />
      )}
      {products.length === 0 ? (
        <EmptyState title="No products found" headingLevel={3}>
          {emptyText(query)}
        </EmptyState>
      ) : (
        <CatalogueTable
          products={products}
          categories={categories}
          editedId={edited?.id ?? null}
          answer={answer}
          selectedIds={selectedIds}
          onSelect={(ids, selected) =>
            setSelectedIds((current) => ids.reduce((all, id) => toggled(all, id, selected), current))
          }
          onDirty={markDirty}
          onSaved={showSaved}
        />
      )}
      <More list={list} last={listed.at(-1)} />
    </Card>
  );
}

const tools: { tool: Tool; label: string; icon: ReactNode }[] = [
  { tool: "create", label: "Add product", icon: <Plus aria-hidden className="size-4" /> },
  { tool: "import", label: "Import CSV", icon: <FileUp aria-hidden className="size-4" /> },
  { tool: "home", label: "Home page grid", icon: <LayoutGrid aria-hidden className="size-4" /> },
  { tool: "categories", label: "Categories", icon: <Tags aria-hidden className="size-4" /> },
];

/**
 * Most need JavaScript, so they appear with it, in a place that is kept for them: nothing jumps. Without it a new
 * product has an address.
 */
function Tools({ open, onOpen }: { open: Tool | null; onOpen: (tool: Tool | null) => void }) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-wrap gap-2">
      {!hydrated && (
        <ButtonLink to="/admin/settings?tab=Products&new=on" size="small">
          <Plus aria-hidden className="size-4" /> Add product
        </ButtonLink>
      )}
      {tools.map(({ tool, label, icon }) => (
        <Button
          key={tool}
          type="button"
          variant={tool === "create" ? "primary" : "secondary"}
          size="small"
          className={hydrated ? undefined : tool === "create" ? "hidden" : "invisible"}
          aria-expanded={open === tool}
          onClick={() => onOpen(open === tool ? null : tool)}
        >
          {icon} {label}
        </Button>
      ))}
      <ButtonLink to="/admin/prices" variant="secondary" size="small">
        <TicketPercent aria-hidden className="size-4" /> Prices by quantity
      </ButtonLink>
      <DownloadCsv may="products.export" href="/admin/products.csv" label="Export CSV" />
    </div>
  );
}

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  last: StaffProduct | undefined;
}

function More({ list, last }: MoreProps) {
  const [search] = useSearchParams();
  if (!list.hasNextPage || !last) return null;
  const onwards = new URLSearchParams(search);
  onwards.set("after", String(last.id));
  return (
    <p className="flex justify-center">
      <Link
        to={`/admin/settings?${onwards}`}
        onClick={(event) => {
          event.preventDefault();
          void list.fetchNextPage();
        }}
        aria-busy={list.isFetchingNextPage || undefined}
        className={buttonClass({ variant: "secondary", size: "small" })}
      >
        Show more products
      </Link>
    </p>
  );
}

function toggled<Id>(ids: ReadonlySet<Id>, id: Id, present: boolean): ReadonlySet<Id> {
  const next = new Set(ids);
  if (present) next.add(id);
  else next.delete(id);
  return next;
}

function withProduct<Data extends { pages: StaffProductPage[] }>(data: Data, saved: StaffProduct): Data {
  const pages = data.pages.map((page) => ({
    ...page,
    products: page.products.map((product) => (product.id === saved.id ? saved : product)),
  }));
  return { ...data, pages };
}

function emptyText({ archived, search, category, unweighed }: CatalogueProps["query"]): string {
  if (unweighed && !archived && search === "" && category === "") return "Every product has its weight.";
  return archived
    ? "Nothing is archived, or nothing that matches."
    : "Try fewer letters, or clear the filters.";
}
