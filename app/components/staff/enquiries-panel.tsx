import { SelectField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { enquiryCommands } from "#server/enquiries/enquiry.schema.ts";
import { type EnquiriesPage, enquiryList } from "#server/enquiries/enquiry-search.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { EnquiryRow, SELECTED_ENQUIRIES } from "./enquiry-row.tsx";
import { StaffList, useAsked } from "./kit/staff-list.tsx";
import { SelectionBar, SelectionCommand } from "./selection/selection.tsx";

/** The Enquiries tab: messages of the contact form, answered or not. */
export default function EnquiriesPanel({ first, loadedAt }: DashboardPanelProps<EnquiriesPage>) {
  const { asked } = useAsked(enquiryList);
  const utils = trpc.useUtils();
  const list = trpc.enquiries.search.useQuery(asked, { initialData: first, initialDataUpdatedAt: loadedAt });
  const { enquiries, next } = list.data;
  const mayAnswer = useMay(enquiryCommands.markManyAnswered.permission);
  return (
    <StaffList
      id="enquiries"
      title="Enquiries"
      what="enquiries"
      query={enquiryList}
      list={list}
      onRefresh={() => utils.enquiries.invalidate()}
      text={{ label: "Name, email or subject" }}
      filters={
        <SelectField
          label="State"
          name="state"
          defaultValue={asked.state}
          options={[
            { value: "", label: "Any" },
            { value: "open", label: "Not answered" },
            { value: "answered", label: "Answered" },
          ]}
        />
      }
      count={enquiries.length}
      none={{
        title: "No enquiries found",
        text: "Messages that are sent with the contact form are shown here.",
      }}
      next={next}
    >
      {mayAnswer && (
        <SelectionBar id={SELECTED_ENQUIRIES} what="enquiries" commands={[enquiryCommands.markManyAnswered]}>
          <SelectionCommand command={enquiryCommands.markManyAnswered}>Mark as answered</SelectionCommand>
        </SelectionBar>
      )}
      <ul className="grid gap-3">
        {enquiries.map((enquiry) => (
          <EnquiryRow key={enquiry.id} enquiry={enquiry} />
        ))}
      </ul>
    </StaffList>
  );
}
