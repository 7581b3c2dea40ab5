import { Form, Link, useSearchParams } from "@remix-run/react";
import { Search } from "lucide-react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField } from "#app/components/ui/select-field.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import { displayDate, displayTime } from "#app/lib/display-date.ts";
import { trpc } from "#app/lib/trpc.ts";
import type { SubscribersPage } from "#server/newsletter/list-subscribers.server.ts";
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
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { RefreshRefused } from "./refresh-refused.tsx";

/** The Customers tab: the newsletter subscribers (spec section 2), and the way to the users (resolution B25). */
export default function CustomersPanel({ first, loadedAt }: DashboardPanelProps<SubscribersPage>) {
  const [parameters] = useSearchParams();
  const search = parseSubscriberSearch(parameters);
  const utils = trpc.useUtils();
  const { data, error, dataUpdatedAt, isFetching } = trpc.newsletter.subscribers.useQuery(search, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  return (
    <section aria-labelledby="subscribers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="subscribers" className="text-xl">
            Newsletter subscribers
          </h2>
          <p className="text-sm text-ink-soft">
            Only confirmed addresses are mailed. People with an account are among the{" "}
            <Link to="/admin?tab=users" className="text-moss underline">
              users
            </Link>
            .
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <RefreshButton
            updatedAt={dataUpdatedAt}
            refreshing={isFetching}
            onRefresh={() => utils.newsletter.subscribers.invalidate()}
          />
          <DownloadCsv
            href={`/admin/subscribers.csv?${subscriberSearchParameters({ ...search, after: undefined })}`}
          />
        </div>
      </header>
      <SearchForm search={search} />
      <RefreshRefused what="the subscribers" error={error} />
      {data.subscribers.length === 0 ? (
        <EmptyState
          title="No subscribers found"
          headingLevel={3}
          action={
            <ButtonLink to={addressOf({})} variant="secondary" preventScrollReset>
              All subscribers
            </ButtonLink>
          }
        >
          No address matches what you asked for.
        </EmptyState>
      ) : (
        <SubscribersTable subscribers={data.subscribers} />
      )}
      {data.next !== null && (
        <nav aria-label="Subscribers: pages" className="flex justify-center py-2">
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

const stateTones: Record<SubscriberState, BadgeTone> = {
  pending: "outline",
  confirmed: "moss",
  unsubscribed: "neutral",
};

function SearchForm({ search }: { search: SubscriberSearch }) {
  return (
    <Form
      key={subscriberSearchParameters({ ...search, after: undefined }).toString()}
      method="get"
      action="/admin"
      role="search"
      aria-label="Newsletter subscribers"
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value="customers" />
      <TextField
        label="Email"
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
          { value: "", label: "Confirmed and pending" },
          ...subscriberStates.map((state) => ({ value: state, label: subscriberStateLabels[state] })),
        ]}
      />
      <Button>
        <Search aria-hidden className="size-4" /> Search
      </Button>
    </Form>
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
          <tr key={id} className="hover:bg-sunken">
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
