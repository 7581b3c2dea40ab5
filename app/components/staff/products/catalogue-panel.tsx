import { useNavigate, useSearchParams } from "@remix-run/react";
import { FileUp, LayoutGrid, Plus, Tags, TicketPercent } from "lucide-react";
import { type ReactNode, useState } from "react";
import { idIn } from "#app/components/staff/dashboard-tab.tsx";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { DownloadCsv, Filter, StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { catalogueList, type StaffCatalogueQuery } from "#server/catalogue/catalogue-query.schema.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { CatalogueTable } from "./catalogue-table.tsx";
import { HomeGridEditor } from "./home-grid-editor.tsx";
import { BulkForm, ImportForm } from "./many-products.tsx";
import { editorOfMedia } from "./media-forms.tsx";
import { NewProductForm } from "./product-forms.tsx";

type Tool = "create" | "import" | "home" | "categories";

/** The catalogue as administrators change it, under the Products tab of the settings. */
export default function CataloguePanel() {
  const { asked } = useAsked(catalogueList);
  // Another search is another list: its selection and its open forms begin again.
  return <Catalogue key={String(catalogueList.write(asked))} />;
}

function Catalogue() {
  const [search] = useSearchParams();
  const { asked, addressOf } = useAsked(catalogueList);
  const [tool, setTool] = useState<Tool | null>(search.get("new") === "on" ? "create" : null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const navigate = useNavigate();
  const [{ products: listed, next }, list] = trpc.products.catalogue.useSuspenseQuery(asked);
  const [categories] = trpc.products.categories.useSuspenseQuery();
  const editedId = idIn(search, "edit");
  const { data: edited } = trpc.products.one.useQuery({ id: editedId ?? 0 }, { enabled: editedId !== null });
  // What somebody is typing into stays when the list has not got it, before the others, until it is closed: a row that
  // goes to another place is scrolled out of sight.
  const [leadingId, setLeadingId] = useState<number | null>(null);
  const others = listed.filter(({ id }) => id !== editedId);
  const isLeading = editedId !== null && leadingId === editedId;
  if (editedId === null ? leadingId !== null : edited && !isLeading && others.length === listed.length) {
    setLeadingId(editedId);
  }
  const products = edited && isLeading ? [edited, ...others] : listed;
  const closed = addressOf(asked);
  const goToMedia = (id: number) => {
    setTool(null);
    navigate(editorOfMedia(id));
  };
  const closeTool = () => setTool(null);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Tools open={tool} onOpen={setTool} />
      {tool === "create" && (
        <NewProductForm categories={categories} onCreated={goToMedia} onClose={closeTool} />
      )}
      {tool === "import" && <ImportForm onDone={closeTool} />}
      {tool === "home" && <HomeGridEditor onDone={closeTool} />}
      {tool === "categories" && <CategoryEditor categories={categories} onDone={closeTool} />}
      <StaffList
        id="catalogue"
        title="Catalogue"
        what="products"
        query={catalogueList}
        list={list}
        text={{ label: "Search products" }}
        filters={<Filters categories={categories} />}
        count={products.length}
        none={{ title: "No products found", text: "Add one, or import a file of them." }}
        noneFound={{ title: "No products found", text: emptyText(asked) }}
        next={next}
      >
        {selectedIds.size > 0 && (
          <BulkForm
            selected={listed.filter(({ id }) => selectedIds.has(id))}
            onDone={() => setSelectedIds(new Set())}
          />
        )}
        <CatalogueTable
          products={products}
          categories={categories}
          edited={editedId !== null && edited && !edited.isArchived ? edited : null}
          addressOfEditor={(id) => `${closed}&edit=${id}`}
          selectedIds={selectedIds}
          onSelect={(ids, selected) =>
            setSelectedIds((current) => {
              const others = [...current].filter((id) => !ids.includes(id));
              return new Set(selected ? [...others, ...ids] : others);
            })
          }
          onCloseEditor={() => navigate(closed, { preventScrollReset: true })}
        />
      </StaffList>
    </Card>
  );
}

const tools: { tool: Tool; label: string; icon: ReactNode }[] = [
  { tool: "create", label: "Add product", icon: <Plus aria-hidden className="size-4" /> },
  { tool: "import", label: "Import CSV", icon: <FileUp aria-hidden className="size-4" /> },
  { tool: "home", label: "Home page grid", icon: <LayoutGrid aria-hidden className="size-4" /> },
  { tool: "categories", label: "Categories", icon: <Tags aria-hidden className="size-4" /> },
];

/** They appear once JavaScript can do something with them, in a place that is kept for them: nothing jumps. */
function Tools({ open, onOpen }: { open: Tool | null; onOpen: (tool: Tool | null) => void }) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-wrap gap-2">
      {tools.map(({ tool, label, icon }) => (
        <Button
          key={tool}
          type="button"
          variant={tool === "create" ? "primary" : "secondary"}
          size="small"
          className={hydrated ? undefined : "invisible"}
          aria-expanded={open === tool}
          onClick={() => onOpen(open === tool ? null : tool)}
        >
          {icon} {label}
        </Button>
      ))}
      <SmallButtonLink to="/admin/prices">
        <TicketPercent aria-hidden className="size-4" /> Prices by quantity
      </SmallButtonLink>
      <DownloadCsv may="products.export" href="/admin/products.csv" label="Export CSV" />
    </div>
  );
}

function Filters({ categories }: { categories: readonly string[] }) {
  return (
    <>
      <Filter label="Category" name="category" all="All" of={categories} optionLabels={(known) => known} />
      <Filter label="Show" name="archived" all="In the shop" of={["1"]} optionLabels={() => "Archived"} />
      <Filter label="Weight" name="unweighed" all="Any" of={["1"]} optionLabels={() => "Not weighed"} />
    </>
  );
}

function emptyText({ archived, search, category, unweighed }: StaffCatalogueQuery): string {
  if (unweighed && !archived && search === "" && category === "") return "Every product has its weight.";
  return archived
    ? "Nothing is archived, or nothing that matches."
    : "Try fewer letters, or clear the filters.";
}

/** Categories come and go with their products; here one gets another name, or joins another. */
function CategoryEditor({ categories, onDone }: { categories: readonly string[]; onDone: () => void }) {
  const first = categories[0] ?? "";
  return (
    <CommandForm
      command={productCommands.renameCategory}
      label="Rename a category"
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
      shown={{ from: first, to: "" }}
      onDone={onDone}
    >
      {({ typed }) => {
        const to = String(typed?.get("to") ?? "").trim();
        const joins = categories.includes(to) && to !== typed?.get("from");
        return (
          <>
            <h3 className="text-lg">Rename a category</h3>
            <p className="max-w-prose text-[0.9375rem]">
              A new category begins with the first product that is given it, and ends with the last.
            </p>
            <div className="flex flex-wrap items-start gap-4">
              <SelectField
                label="Category"
                field="from"
                saved={first}
                options={categories.map((category) => ({ value: category, label: category }))}
              />
              <TextField label="New name" field="to" autoComplete="off" />
            </div>
            {joins && <Notice title={`Its products join “${to}”.`} />}
            <div className="flex flex-wrap gap-3">
              <SubmitButton>Rename</SubmitButton>
              <Button type="button" variant="secondary" onClick={onDone}>
                Close
              </Button>
            </div>
          </>
        );
      }}
    </CommandForm>
  );
}
