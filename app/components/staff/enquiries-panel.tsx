import { Form, Link, useSearchParams } from "@remix-run/react";
import { Search } from "lucide-react";
import { Button, ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField } from "#app/components/ui/select-field.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import { trpc } from "#app/lib/trpc.ts";
import {
  type EnquiriesPage,
  type EnquirySearch,
  enquirySearchParameters,
  parseEnquirySearch,
} from "#server/enquiries/enquiry-search.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { EnquiryRow } from "./enquiry-row.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { RefreshRefused } from "./refresh-refused.tsx";

/** The Enquiries tab: messages of the contact form, answered or not. */
export default function EnquiriesPanel({ first, loadedAt }: DashboardPanelProps<EnquiriesPage>) {
  const [parameters] = useSearchParams();
  const search = parseEnquirySearch(parameters);
  const utils = trpc.useUtils();
  const { data, error, dataUpdatedAt, isFetching } = trpc.enquiries.search.useQuery(search, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  return (
    <section aria-labelledby="enquiries" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="enquiries" className="text-xl">
          Enquiries
        </h2>
        <RefreshButton
          updatedAt={dataUpdatedAt}
          refreshing={isFetching}
          onRefresh={() => utils.enquiries.invalidate()}
        />
      </header>
      <SearchForm search={search} />
      <RefreshRefused what="the enquiries" error={error} />
      {data.enquiries.length === 0 ? (
        <EmptyState
          title="No enquiries found"
          headingLevel={3}
          action={
            <ButtonLink to={addressOf({})} variant="secondary" preventScrollReset>
              All enquiries
            </ButtonLink>
          }
        >
          Messages that are sent with the contact form are shown here.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {data.enquiries.map((enquiry) => (
            <EnquiryRow key={enquiry.id} enquiry={enquiry} />
          ))}
        </ul>
      )}
      {data.next !== null && (
        <nav aria-label="Enquiries: pages" className="flex justify-center py-2">
          <Link
            to={addressOf({ ...search, after: data.next })}
            rel="next"
            className={buttonClass({ variant: "secondary", size: "small" })}
          >
            Older
          </Link>
        </nav>
      )}
    </section>
  );
}

function SearchForm({ search }: { search: EnquirySearch }) {
  return (
    <Form
      key={enquirySearchParameters({ ...search, after: undefined }).toString()}
      method="get"
      action="/admin"
      role="search"
      aria-label="Enquiries"
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value="enquiries" />
      <TextField
        label="Name, email or subject"
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search.search}
        className="min-w-48 flex-1 sm:max-w-96"
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={search.state}
        options={[
          { value: "", label: "Any" },
          { value: "open", label: "Not answered" },
          { value: "answered", label: "Answered" },
        ]}
      />
      <Button>
        <Search aria-hidden className="size-4" /> Search
      </Button>
    </Form>
  );
}

function addressOf(search: Partial<EnquirySearch>): string {
  const parameters = enquirySearchParameters(search).toString();
  return `/admin?tab=enquiries${parameters ? `&${parameters}` : ""}`;
}
