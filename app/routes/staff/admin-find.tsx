import { redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Search } from "lucide-react";
import { FindResults, WhatCanBeFound } from "#app/components/staff/frame/find.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { searchText } from "#server/core/fields.ts";
import { staffPage } from "#server/process/page.server.ts";
import { findEverything, findOnly } from "#server/staff/find-everything.server.ts";

const longest = 254;
const textSchema = searchText(longest);

export const meta = pageMeta({ title: "Find", noindex: true });

export const loader = staffPage("dashboard.view", async ({ context, url }) => {
  const text = textSchema.parse(url.searchParams.get("q") ?? "");
  const only = await findOnly(context, text);
  if (only) throw redirect(only);
  return { text, ...(await findEverything(context, text)) };
});

/** Everything that a text finds: a form and links alone. */
export default function AdminFind() {
  const { text, groups, needs } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <h1 className="text-2xl">Find</h1>
      <Form
        // A changed address fills the field again.
        key={text}
        method="get"
        action="/admin/find"
        role="search"
        aria-label="Everything"
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          label="Order, person, product, enquiry, page or setting"
          name="q"
          type="search"
          data-key="filter"
          className="min-w-48 flex-1 sm:max-w-96"
          maxLength={longest}
          defaultValue={text}
        />
        <Button>
          <Search aria-hidden className="size-4" /> Find
        </Button>
      </Form>
      {text === "" && <WhatCanBeFound />}
      {text !== "" && groups.length === 0 && (
        <EmptyState title={needs ? "Type a little more" : `Nothing found for “${text}”`}>
          {needs && <p>{needs}</p>}
          <WhatCanBeFound />
        </EmptyState>
      )}
      <FindResults groups={groups} />
    </div>
  );
}
