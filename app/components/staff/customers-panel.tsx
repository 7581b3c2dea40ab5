import { Link, useSearchParams } from "@remix-run/react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import {
  type SubscriberState,
  type SubscriberView,
  subscriberStates,
} from "#server/newsletter/subscriber.ts";
import {
  parseSubscriberSearch,
  type SubscriberSearch,
  subscriberSearchParameters,
  subscriberStateLabels,
} from "#server/newsletter/subscriber-search.ts";
import type { SubscribersPage } from "#server/newsletter/subscribers.server.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import { ListSearch, SearchTextField } from "./list-search.tsx";
import { OlderLink, StaffPanel } from "./staff-panel.tsx";

/** The Customers tab: the newsletter subscribers, and the way to the users. */
export default function CustomersPanel({ first, loadedAt }: DashboardPanelProps<SubscribersPage>) {
  const [parameters] = useSearchParams();
  const search = parseSubscriberSearch(parameters);
  const utils = trpc.useUtils();
  const list = trpc.newsletter.subscribers.useQuery(search, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { data } = list;
  const isNarrowed = subscriberSearchParameters(search).size > 0;
  return (
    <StaffPanel
      id="subscribers"
      title="Newsletter subscribers"
      note={
        <>
          Only confirmed addresses are mailed. People with an account are among the{" "}
          <Link to="/admin?tab=users" className="text-moss underline">
            users
          </Link>
          .
        </>
      }
      list={list}
      onRefresh={() => utils.newsletter.subscribers.invalidate()}
      actions={
        <DownloadCsv
          may="subscribers.export"
          href={`/admin/subscribers.csv?${subscriberSearchParameters({ ...search, after: undefined })}`}
        />
      }
      search={<SearchForm search={search} />}
      what="the subscribers"
    >
      {data.subscribers.length === 0 ? (
        <EmptyState
          title="No subscribers found"
          headingLevel={3}
          action={
            isNarrowed && (
              <ButtonLink to={addressOf({})} variant="secondary" preventScrollReset>
                All subscribers
              </ButtonLink>
            )
          }
        >
          {isNarrowed
            ? "No address matches what you asked for."
            : "Nobody has signed up for the newsletter yet."}
        </EmptyState>
      ) : (
        <SubscribersTable subscribers={data.subscribers} />
      )}
      <OlderLink
        of="Subscribers"
        to={data.next === null ? null : addressOf({ ...search, after: data.next })}
      />
    </StaffPanel>
  );
}

const stateTones: Record<SubscriberState, BadgeTone> = {
  pending: "outline",
  confirmed: "moss",
  unsubscribed: "neutral",
};

function SearchForm({ search }: { search: SubscriberSearch }) {
  return (
    <ListSearch
      tab="customers"
      label="Newsletter subscribers"
      params={subscriberSearchParameters({ ...search, after: undefined })}
    >
      <SearchTextField label="Email" defaultValue={search.search} />
      <SelectField
        label="State"
        name="state"
        defaultValue={search.state}
        options={[
          { value: "", label: "Confirmed and pending" },
          ...subscriberStates.map((state) => ({ value: state, label: subscriberStateLabels[state] })),
        ]}
      />
    </ListSearch>
  );
}

function SubscribersTable({ subscribers }: { subscribers: SubscriberView[] }) {
  return (
    <Table caption="Newsletter subscribers, the newest first">
      <thead>
        <tr>
          <HeadCell>Email</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Signed up</HeadCell>
        </tr>
      </thead>
      <tbody>
        {subscribers.map(({ id, email, state, createdAt }) => (
          <tr key={id} data-row={id} className="hover:bg-sunken">
            <Cell className="min-w-48 py-2! wrap-anywhere">{email}</Cell>
            <Cell className="py-2!">
              <Badge tone={stateTones[state]}>{subscriberStateLabels[state]}</Badge>
            </Cell>
            <Cell className="py-2! whitespace-nowrap text-ink-soft tabular-nums">
              {displayDate(createdAt)}, {displayTime(createdAt)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function addressOf(search: Partial<SubscriberSearch>): string {
  const parameters = subscriberSearchParameters(search).toString();
  return `/admin?tab=customers${parameters ? `&${parameters}` : ""}`;
}
