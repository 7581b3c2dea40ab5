import { Link, useLoaderData } from "@remix-run/react";
import { BatchSearchForm, BatchTable } from "#app/components/staff/batches/batch-list.tsx";
import { NewBatchForm } from "#app/components/staff/batches/new-batch-form.tsx";
import { StaffPart } from "#app/components/staff/staff-part.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMay } from "#app/lib/use-may.ts";
import { actorMay } from "#server/access/roles.ts";
import { batchCommands, batchSearchSchema } from "#server/batches/batch-commands.ts";
import { listProductChoices, searchBatches } from "#server/batches/list-batches.server.ts";
import { staffPage } from "#server/http/page.server.ts";

export const meta = pageMeta({ title: "Batches", noindex: true });

export const loader = staffPage(
  "batches.view",
  async ({ context, url }) => {
    const search = batchSearchSchema.parse(Object.fromEntries(url.searchParams));
    return {
      search,
      found: await searchBatches(context, search),
      products: actorMay(context.actor, batchCommands.create.permission)
        ? await listProductChoices(context)
        : [],
    };
  },
  "sign-in",
);

/** What was made, and what became of it. */
export default function AdminBatches() {
  const { search, found, products } = useLoaderData<typeof loader>();
  const mayEdit = useMay(batchCommands.create.permission);
  const next = new URLSearchParams({
    ...(search.search ? { search: search.search } : {}),
    ...(search.status ? { status: search.status } : {}),
    ...(found.next === null ? {} : { after: String(found.next) }),
  });
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header>
        <p>
          <Link to="/admin" className="text-moss underline">
            Dashboard
          </Link>
        </p>
        <h1 className="mt-1 text-3xl">Batches</h1>
      </header>
      <StaffPart title="What was made">
        <BatchSearchForm search={search} />
        <BatchTable
          batches={found.batches}
          isSearched={search.search !== "" || search.status !== undefined}
        />
        {(found.next !== null || search.after !== undefined) && (
          <p className="flex flex-wrap gap-3">
            {search.after !== undefined && (
              <ButtonLink to="/admin/batches" variant="secondary" size="small">
                Newest
              </ButtonLink>
            )}
            {found.next !== null && (
              <ButtonLink to={`/admin/batches?${next}`} variant="secondary" size="small">
                Older
              </ButtonLink>
            )}
          </p>
        )}
      </StaffPart>
      {mayEdit && (
        <StaffPart title="A new batch">
          <NewBatchForm products={products} />
        </StaffPart>
      )}
    </div>
  );
}
