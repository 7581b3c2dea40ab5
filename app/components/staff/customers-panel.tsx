import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { subscriberList, subscriberStateLabels } from "#server/newsletter/newsletter.schema.ts";
import { type SubscriberState, subscriberStates } from "#server/newsletter/subscriber.ts";
import type { SubscriberView } from "#server/newsletter/subscribers.server.ts";
import { type Column, RowsTable } from "./kit/rows-table.tsx";
import { Filter, StaffList, useAsked } from "./kit/staff-list.tsx";

/** The Customers tab: the newsletter subscribers, and the way to the users. */
export default function CustomersPanel() {
  const { asked } = useAsked(subscriberList);
  const [{ subscribers, next }, list] = trpc.newsletter.subscribers.useSuspenseQuery(asked);
  return (
    <StaffList
      id="subscribers"
      title="Newsletter subscribers"
      note={
        <>
          Only confirmed addresses are mailed. People with an account are among the{" "}
          <TextLink to="/admin?tab=users">users</TextLink>.
        </>
      }
      what="subscribers"
      query={subscriberList}
      list={list}
      file={{ may: "subscribers.export", address: "/admin/subscribers.csv" }}
      text={{ label: "Email" }}
      filters={
        <Filter
          label="State"
          name="state"
          all="Confirmed and pending"
          of={subscriberStates}
          optionLabels={subscriberStateLabels}
        />
      }
      count={subscribers.length}
      none={{ title: "No subscribers found", text: "Nobody has signed up for the newsletter yet." }}
      noneFound={{ title: "No subscribers found", text: "No address matches what you asked for." }}
      next={next}
    >
      <RowsTable caption="Newsletter subscribers, the newest first" rows={subscribers} columns={columns} />
    </StaffList>
  );
}

const stateTones: Record<SubscriberState, BadgeTone> = {
  pending: "outline",
  confirmed: "moss",
  unsubscribed: "neutral",
};

const columns: Column<SubscriberView>[] = [
  { head: "Email", cell: ({ email }) => email, className: "min-w-48 wrap-anywhere" },
  {
    head: "State",
    cell: ({ state }) => <Badge tone={stateTones[state]}>{subscriberStateLabels[state]}</Badge>,
  },
  {
    head: "Signed up",
    cell: ({ createdAt }) => displayMoment(createdAt),
    className: "whitespace-nowrap text-ink-soft tabular-nums",
  },
];
