import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayRate, type TaxedAmount, type VatInvoice } from "#server/orders/vat-invoice.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { VatInvoiceLines } from "./vat-invoice-lines.tsx";

/** An invoice as it would lie on a table, in the order of its PDF. */
export function VatInvoiceSheet({ invoice }: { invoice: VatInvoice }) {
  return (
    <article className="rounded-xl border border-line border-t-8 border-t-moss bg-surface p-5 sm:p-10 print:rounded-none print:border-x-0 print:border-b-0 print:px-0 print:pt-6">
      <header className="grid gap-8 sm:grid-cols-2">
        <div className="sm:order-2">
          <h1 className="text-section">{invoice.heading}</h1>
          <dl className="mt-4 grid gap-1.5 text-[0.9375rem]">
            <Fact label="Invoice number" value={invoice.number} />
            <Fact label="Order number" value={invoice.orderNumber} />
            <Fact label="Issue date" value={invoice.issuedOn} />
            <Fact label="Tax point" value={invoice.taxPoint} />
          </dl>
          {invoice.remark && <p className="mt-3 text-sm text-ink-soft">{invoice.remark}</p>}
        </div>
        <Seller invoice={invoice} />
      </header>
      <div className="mt-8 grid gap-6 text-[0.9375rem] sm:grid-cols-2 sm:gap-8">
        <Party heading="Billed to" lines={invoice.billedTo} />
        <Party heading="Delivered to" lines={invoice.deliveredTo} />
      </div>
      <VatInvoiceLines lines={invoice.lines} />
      <div className="mt-10 grid items-start gap-8 sm:grid-cols-2">
        <RateSummary rates={invoice.rates} />
        <Totals total={invoice.total} />
      </div>
      <p className="mt-8 text-[0.9375rem]">{invoice.payment}</p>
    </article>
  );
}

function Seller({ invoice: { seller } }: { invoice: VatInvoice }) {
  const { storeAddress, storePhone, storeEmail, registeredOffice, companyNumber, vatNumber } = seller;
  return (
    <section aria-label="Seller" className="text-[0.9375rem] text-ink-soft">
      <p className="mb-3 font-display text-section text-moss">{seller.storeName}</p>
      <p>{storeAddress}</p>
      {storePhone && <p>{storePhone}</p>}
      <p className="break-words">{storeEmail}</p>
      {registeredOffice && <p>Registered office: {registeredOffice}</p>}
      {companyNumber && <p>Company number: {companyNumber}</p>}
      {vatNumber && <p>VAT registration number: {vatNumber}</p>}
    </section>
  );
}

function Party({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="mb-1 font-text text-sm font-semibold tracking-normal">{heading}</h2>
      <p className="whitespace-pre-line break-words">{lines.join("\n")}</p>
    </section>
  );
}

function RateSummary({ rates }: { rates: VatInvoice["rates"] }) {
  return (
    <Table caption="VAT by rate" captionVisible className="tabular-nums">
      <thead>
        <tr>
          <HeadCell className="pl-0">VAT rate</HeadCell>
          <HeadCell className="text-right">Net</HeadCell>
          <HeadCell className="text-right">VAT</HeadCell>
          <HeadCell className="pr-0 text-right">Inc. VAT</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ vatRate, net, vat, gross }) => (
          <tr key={vatRate}>
            <th scope="row" className="border-b border-line py-3 pr-3 text-left align-top font-normal">
              {displayRate(vatRate)}
            </th>
            <Cell className="text-right">{formatPounds(net)}</Cell>
            <Cell className="text-right">{formatPounds(vat)}</Cell>
            <Cell className="pr-0 text-right">{formatPounds(gross)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Totals({ total }: { total: TaxedAmount }) {
  return (
    <section aria-label="Total">
      <dl className="grid gap-2 rounded-lg bg-sunken p-5 tabular-nums print:bg-transparent print:p-0">
        <Fact label="Total net" value={formatPounds(total.net)} />
        <Fact label="Total VAT" value={formatPounds(total.vat)} />
        <div className="mt-1 flex justify-between gap-4 border-t border-line-strong pt-3 text-lg font-semibold">
          <dt>Total including VAT</dt>
          <dd>{formatPounds(total.gross)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  );
}
