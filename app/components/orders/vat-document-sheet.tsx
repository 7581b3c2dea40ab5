import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayRate, type TaxedAmount, type VatDocument } from "#server/orders/invoices/vat-document.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { VatDocumentLines } from "./vat-document-lines.tsx";

/** An invoice or a credit note as it would lie on a table, in the order of its PDF. */
export function VatDocumentSheet({ written }: { written: VatDocument }) {
  return (
    <article className="rounded-xl border border-line border-t-8 border-t-moss bg-surface p-5 sm:p-10 print:rounded-none print:border-x-0 print:border-b-0 print:px-0 print:pt-6">
      <header className="grid gap-8 sm:grid-cols-2">
        <div className="sm:order-2">
          <h1 className="text-section">{written.heading}</h1>
          <dl className="mt-4 grid gap-1.5 text-[0.9375rem]">
            {written.facts.map(({ label, value }) => (
              <Fact key={label} label={label} value={value} />
            ))}
          </dl>
          {written.remark && <p className="mt-3 text-sm text-ink-soft">{written.remark}</p>}
        </div>
        <Seller seller={written.seller} />
      </header>
      <div className="mt-8 grid gap-6 text-[0.9375rem] sm:grid-cols-2 sm:gap-8">
        {written.blocks.map(({ heading, lines }) => (
          <Block key={heading} heading={heading} lines={lines} />
        ))}
      </div>
      <VatDocumentLines title={written.linesTitle} lines={written.lines} showsVat={written.showsVat} />
      <div className="mt-10 grid items-start gap-8 sm:grid-cols-2">
        {written.showsVat && <RateSummary rates={written.rates} />}
        <Totals total={written.total} showsVat={written.showsVat} />
      </div>
      <p className="mt-8 text-[0.9375rem]">{written.closing}</p>
    </article>
  );
}

function Seller({ seller }: Pick<VatDocument, "seller">) {
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

function Block({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="mb-1 font-text text-sm font-semibold tracking-normal">{heading}</h2>
      <p className="whitespace-pre-line break-words">{lines.join("\n")}</p>
    </section>
  );
}

function RateSummary({ rates }: { rates: VatDocument["rates"] }) {
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

function Totals({ total, showsVat }: { total: TaxedAmount; showsVat: boolean }) {
  return (
    <section aria-label="Total">
      <dl className="grid gap-2 rounded-lg bg-sunken p-5 tabular-nums print:bg-transparent print:p-0">
        {showsVat && (
          <>
            <Fact label="Total net" value={formatPounds(total.net)} />
            <Fact label="Total VAT" value={formatPounds(total.vat)} />
          </>
        )}
        <div
          className={classNames(
            "flex justify-between gap-4 text-lg font-semibold",
            showsVat && "mt-1 border-t border-line-strong pt-3",
          )}
        >
          <dt>{showsVat ? "Total including VAT" : "Total"}</dt>
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
