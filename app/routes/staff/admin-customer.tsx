import { data, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { type Column, figure, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import {
  ContactFacts,
  CopyButton,
  Fact,
  Facts,
  NoteForm,
  NotThere,
  StaffNote,
  StaffPart,
} from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { SmallButtonLink, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { useMay, useMayAsk } from "#app/lib/use-may.ts";
import { optionalRowId } from "#server/core/fields.ts";
import { mailLink } from "#server/core/phone-and-postcode.ts";
import type { StaffNoteView } from "#server/customers/staff-notes.server.ts";
import { subscriberStateLabels } from "#server/newsletter/newsletter.schema.ts";
import { hasMoney } from "#server/orders/order.ts";
import { orderPath } from "#server/orders/order-search.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { contentsText } from "#server/orders/parcels.ts";
import { type Currency, formatMoney } from "#server/pricing/money.ts";
import { staffPage } from "#server/process/page.server.ts";
import { customerCommands, customerPath, parseCustomerKey } from "#server/staff/customer-view.ts";
import { type CustomerPageView, findCustomer } from "#server/staff/find-customer.server.ts";

const querySchema = z.object({ after: optionalRowId });

export const meta = pageMeta({ title: "Customer", noindex: true });

export const loader = staffPage("customers.view", async ({ context, params, url }) => {
  const asked = parseCustomerKey(params.customer ?? "");
  const { after } = querySchema.parse({ after: url.searchParams.get("after") ?? undefined });
  const customer = asked && (await findCustomer(context, asked, after));
  if (!customer) return data({ customer: null, after: null }, { status: 404 });
  // Each customer has one address, whichever order or enquiry led here.
  const key = parseCustomerKey(customer.key);
  if (key && customer.key !== params.customer) throw redirect(customerPath(key) + url.search, 302);
  return data({ customer, after: after ?? null }, { status: 200 });
});

export default function AdminCustomer() {
  const { customer, after } = useLoaderData<typeof loader>();
  return (
    <StaffQueries>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        {customer ? (
          <CustomerPage key={customer.key} customer={customer} after={after} />
        ) : (
          <NotThere
            title="No such customer"
            list={{ to: "/shop-manager?tab=customers", label: "Back to the customers" }}
          >
            The address may have been mistyped, or the person was erased.
          </NotThere>
        )}
      </div>
    </StaffQueries>
  );
}

interface CustomerPageProps {
  customer: CustomerPageView;
  /** The order that the shown ones go on after; null on the first page. */
  after: number | null;
}

/** All that staff may know of one customer: what they bought and wrote, what they were sent, what staff noted. */
function CustomerPage({ customer, after }: CustomerPageProps) {
  const { account, orders, enquiries, mails } = customer;
  const may = useMayAsk();
  const currency = useStoreCurrency();
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p>
            <TextLink to="/shop-manager?tab=customers">Customers</TextLink>
          </p>
          <h1 className="mt-1 text-3xl wrap-anywhere">{customer.name}</h1>
          {orders && <p className="mt-1 text-ink-soft">{summaryOf(orders, currency)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {may("orders.create") && (
            <ButtonLink to={`/shop-manager?new=order&for=${customer.key}`} size="small">
              Create order
            </ButtonLink>
          )}
          <a href={mailLink(customer.email)} className={buttonClass({ variant: "secondary", size: "small" })}>
            Email
          </a>
          {account && may("users.edit") && (
            <SmallButtonLink to={`/admin/users?user=${account.id}`}>Edit account</SmallButtonLink>
          )}
        </div>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {orders && <CustomerOrders orders={orders} customer={customer.key} after={after} />}
          {enquiries && <Enquiries enquiries={enquiries} />}
          {mails && <Mails mails={mails} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Contact customer={customer} />
          {customer.notes && <CustomerNotes notes={customer.notes} customer={customer} />}
        </div>
      </div>
    </>
  );
}

function summaryOf(
  { count, paid, last }: NonNullable<CustomerPageView["orders"]>,
  currency: Currency,
): string {
  if (count === 0) return "No orders yet";
  const orders = count === 1 ? "1 order" : `${count} orders`;
  const sum = paid !== null && `${formatMoney(paid, currency)} paid`;
  return [orders, sum, last && `the last on ${displayDate(last)}`].filter(Boolean).join(", ");
}

function Contact({ customer }: { customer: CustomerPageView }) {
  const { account, email, phone, newsletter } = customer;
  const lines = account && addressOf(account);
  return (
    <StaffPart title="Contact">
      <Facts>
        {account?.companyName && <Fact label="Company">{account.companyName}</Fact>}
        <ContactFacts {...{ email, phone }} />
        {lines && (
          <Fact label="Address">
            {lines}
            <CopyButton what="the address" text={`${customer.name}, ${lines}`} />
          </Fact>
        )}
        <Fact label="Account">
          {account ? `since ${displayDate(account.createdAt)}` : "none: bought or wrote as a guest"}
          {account && !account.isActive && ", suspended"}
        </Fact>
        {account?.tradeList && <Fact label="Trade list">{account.tradeList}</Fact>}
        {newsletter && (
          <Fact label="Newsletter">
            {newsletter.state ? subscriberStateLabels[newsletter.state] : "not subscribed"}
          </Fact>
        )}
      </Facts>
    </StaffPart>
  );
}

/** An address that staff typed in one line may end with its country already. */
function addressOf({ address, city, postcode, country }: NonNullable<CustomerPageView["account"]>): string {
  const place = [address, city, postcode].filter(Boolean).join(", ");
  return place.endsWith(country) ? place : [place, country].filter(Boolean).join(", ");
}

function Enquiries({ enquiries }: { enquiries: NonNullable<CustomerPageView["enquiries"]> }) {
  return (
    <StaffPart title="Enquiries">
      {enquiries.length === 0 ? (
        <p className="text-ink-soft">None, or none that is still kept.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {enquiries.map(({ id, subject, message, isAnswered, createdAt }) => (
            <li key={id} className="grid gap-1 py-3">
              <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium wrap-anywhere">{subject}</span>
                  <Badge tone={isAnswered ? "moss" : "clay"}>
                    {isAnswered ? "Answered" : "Not answered"}
                  </Badge>
                  <span className="text-sm text-ink-soft">{displayMoment(createdAt)}</span>
                </summary>
                <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p>
        <TextLink to="/admin?tab=enquiries">All enquiries</TextLink>
      </p>
    </StaffPart>
  );
}

function Mails({ mails }: { mails: NonNullable<CustomerPageView["mails"]> }) {
  return (
    <StaffPart title="Mails sent">
      {mails.length === 0 ? (
        <p className="text-ink-soft">None, or none that is still kept.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {mails.map(({ id, subject, createdAt, sentAt }) => (
            <li key={id} className="flex flex-wrap gap-x-3 py-2">
              <Link to={`/admin?tab=emails&email=${id}`} className="wrap-anywhere underline">
                {subject}
              </Link>
              <span className="text-sm text-ink-soft">
                {displayMoment(createdAt)}
                {sentAt === null && ", not sent yet"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </StaffPart>
  );
}

interface CustomerNotesProps {
  notes: readonly StaffNoteView[];
  customer: Pick<CustomerPageView, "key" | "noteKey">;
}

function CustomerNotes({ notes, customer }: CustomerNotesProps) {
  const mayWrite = useMay(customerCommands.addNote.permission);
  return (
    <StaffPart title="Notes">
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id}>
              <StaffNote note={note} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <NoteForm
          command={customerCommands.addNote}
          hidden={{ customer: customer.key, key: customer.noteKey }}
        />
      )}
    </StaffPart>
  );
}

interface CustomerOrdersProps {
  orders: NonNullable<CustomerPageView["orders"]>;
  customer: string;
  after: number | null;
}

/** What a customer bought, the newest first, a page at a time. */
function CustomerOrders({ orders, customer, after }: CustomerOrdersProps) {
  const page = `/admin/customers/${customer}`;
  return (
    <StaffPart title="Orders">
      {orders.shown.length === 0 ? (
        <p className="text-ink-soft">None yet.</p>
      ) : (
        <RowsTable
          caption="Orders of this customer, the newest first"
          rows={orders.shown}
          cellClassName=""
          columns={[
            {
              head: "Order",
              cell: ({ id, invoiceNumber, items }) => (
                <>
                  <Link
                    to={orderPath(id)}
                    discover="none"
                    data-open
                    className="font-medium text-moss underline tabular-nums"
                  >
                    {invoiceNumber}
                  </Link>
                  <span className="block text-sm text-ink-soft">{contentsText(items)}</span>
                </>
              ),
              className: "min-w-48",
            },
            {
              head: "Date",
              cell: ({ createdAt }) => displayDate(createdAt),
              className: "whitespace-nowrap text-ink-soft",
            },
            { head: "Status", cell: ({ status }) => <OrderStatusBadge status={status} /> },
            ...(orders.shown.some(hasMoney) ? [totalColumn] : []),
          ]}
        />
      )}
      {(after !== null || orders.next !== null) && (
        <nav aria-label="Orders: pages" className="flex justify-center gap-3">
          {after !== null && <SmallButtonLink to={page}>Newest</SmallButtonLink>}
          {orders.next !== null && (
            <SmallButtonLink to={`${page}?after=${orders.next}`} rel="next">
              Older
            </SmallButtonLink>
          )}
        </nav>
      )}
    </StaffPart>
  );
}

const totalColumn: Column<PackingOrder> = {
  head: "Total",
  cell: (order) => (hasMoney(order) ? formatMoney(order.totalAmount, order.currency) : null),
  ...figure,
};
