import { useSearchParams } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { enquiryCommands } from "#server/enquiries/enquiry.schema.ts";
import {
  type EnquiriesPage,
  type EnquirySearch,
  enquirySearchParameters,
  parseEnquirySearch,
} from "#server/enquiries/enquiry-search.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { EnquiryRow, SELECTED_ENQUIRIES } from "./enquiry-row.tsx";
import { isAbout } from "./form-texts.ts";
import { ListSearch, SearchTextField } from "./list-search.tsx";
import { SelectionBar, SelectionCommand } from "./selection/selection.tsx";
import { OlderLink, StaffPanel } from "./staff-panel.tsx";

/** The Enquiries tab: messages of the contact form, answered or not. */
export default function EnquiriesPanel({ first, loadedAt, answer }: DashboardPanelProps<EnquiriesPage>) {
  const [parameters] = useSearchParams();
  const search = parseEnquirySearch(parameters);
  const utils = trpc.useUtils();
  const list = trpc.enquiries.search.useQuery(search, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { data } = list;
  const mayAnswer = useMay(enquiryCommands.markManyAnswered.permission);
  return (
    <StaffPanel
      id="enquiries"
      title="Enquiries"
      list={list}
      onRefresh={() => utils.enquiries.invalidate()}
      search={<SearchForm search={search} />}
      what="the enquiries"
    >
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
        <>
          {mayAnswer && (
            <SelectionBar
              id={SELECTED_ENQUIRIES}
              what="enquiries"
              answer={answer}
              commands={[enquiryCommands.markManyAnswered]}
            >
              <SelectionCommand command={enquiryCommands.markManyAnswered}>Mark as answered</SelectionCommand>
            </SelectionBar>
          )}
          <ul className="grid gap-3">
            {data.enquiries.map((enquiry) => (
              <EnquiryRow
                key={enquiry.id}
                enquiry={enquiry}
                cameBack={
                  isAbout(answer, enquiryCommands.answer, "id", String(enquiry.id)) ? answer : undefined
                }
              />
            ))}
          </ul>
        </>
      )}
      <OlderLink of="Enquiries" to={data.next === null ? null : addressOf({ ...search, after: data.next })} />
    </StaffPanel>
  );
}

function SearchForm({ search }: { search: EnquirySearch }) {
  return (
    <ListSearch
      tab="enquiries"
      label="Enquiries"
      params={enquirySearchParameters({ ...search, after: undefined })}
    >
      <SearchTextField label="Name, email or subject" defaultValue={search.search} />
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
    </ListSearch>
  );
}

function addressOf(search: Partial<EnquirySearch>): string {
  const parameters = enquirySearchParameters(search).toString();
  return `/admin?tab=enquiries${parameters ? `&${parameters}` : ""}`;
}
