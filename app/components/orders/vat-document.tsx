import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import {
  displayRate,
  perMeasureOf,
  type VatDocument,
  type VatDocumentLine,
} from "#server/orders/vat-document.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";

/** The same message for a number that does not exist and for somebody else's; another error is the page's. */
export function NoDocument({ title }: { title: string }) {
  const { pathname } = useLocation();
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError />;
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        Sign in with the account that placed the order, or open the order from the link in its confirmation
        email.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/login?${new URLSearchParams({ next: pathname })}`}>Go to Login</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </div>
  );
}

interface LinesProps {
  title: string;
  lines: readonly VatDocumentLine[];
  showsVat: boolean;
  currency: CurrencyCode;
}

/**
 * The lines that were sold or credited: a table where seven columns fit, and on paper; on a phone a block for each
 * line.
 */
function VatDocumentLines({ title, lines, showsVat, currency }: LinesProps) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="max-md:hidden print:block">
        <LinesTable title={title} lines={lines} showsVat={showsVat} currency={currency} />
      </div>
      <ul className="divide-y divide-line border-y border-line md:hidden print:hidden">
        {lines.map((line) => (
          <LineBlock key={line.position} line={line} showsVat={showsVat} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

function LinesTable({ title, lines, showsVat, currency }: LinesProps) {
  return (
    <Table caption={title} className="tabular-nums">
      <thead>
        <tr>
          <HeadCell className="pl-0">Description</HeadCell>
          <HeadCell className="text-right">Quantity</HeadCell>
          <HeadCell className="text-right">Unit price{showsVat && " inc. VAT"}</HeadCell>
          {showsVat && (
            <>
              <HeadCell className="text-right">VAT rate</HeadCell>
              <HeadCell className="text-right">Net</HeadCell>
              <HeadCell className="text-right">VAT</HeadCell>
            </>
          )}
          <HeadCell className="pr-0 text-right">Total{showsVat && " inc. VAT"}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.position}>
            <th scope="row" className="border-b border-line py-3 pr-3 text-left align-top font-normal">
              {line.description}
            </th>
            <Cell className="text-right">{line.quantity ?? "–"}</Cell>
            <Cell className="text-right">
              {line.unitPrice === null ? "–" : formatMoney(line.unitPrice, currency)}
              <span className="block text-sm whitespace-nowrap text-ink-soft empty:hidden">
                {perMeasureOf(line, currency)}
              </span>
            </Cell>
            {showsVat && (
              <>
                <Cell className="text-right">{displayRate(line.vatRate)}</Cell>
                <Cell className="text-right">{formatMoney(line.net, currency)}</Cell>
                <Cell className="text-right">{formatMoney(line.vat, currency)}</Cell>
              </>
            )}
            <Cell className="pr-0 text-right">{formatMoney(line.gross, currency)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function LineBlock({
  line,
  showsVat,
  currency,
}: Omit<LinesProps, "title" | "lines"> & { line: VatDocumentLine }) {
  return (
    <li className="py-4">
      <p className="flex justify-between gap-4 font-medium">
        <span className="min-w-0 break-words">{line.description}</span>
        <span className="tabular-nums">{formatMoney(line.gross, currency)}</span>
      </p>
      {line.unitPrice !== null && (
        <p className="mt-1 text-sm text-ink-soft">
          <span>
            {line.quantity} × {formatMoney(line.unitPrice, currency)}
            {showsVat && " inc. VAT"}
          </span>
          <span className="block empty:hidden">{perMeasureOf(line, currency)}</span>
        </p>
      )}
      {showsVat && (
        <p className="text-sm text-ink-soft">
          Net {formatMoney(line.net, currency)}, VAT at {displayRate(line.vatRate)}{" "}
          {formatMoney(line.vat, currency)}
        </p>
      )}
    </li>
  );
}

/** An invoice or a credit note as a sheet, in the order of its PDF. */
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
      <VatDocumentLines
        title={written.linesTitle}
        lines={written.lines}
        showsVat={written.showsVat}
        currency={written.currency}
      />
      <div className="mt-10 grid items-start gap-8 sm:grid-cols-2">
        {written.showsVat && <RateSummary rates={written.rates} currency={written.currency} />}
        <Totals written={written} />
      </div>
      {written.inPounds && <p className="mt-8 text-[0.9375rem]">{written.inPounds}</p>}
      <p className={classNames("text-[0.9375rem]", written.inPounds ? "mt-2" : "mt-8")}>{written.closing}</p>
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

function RateSummary({ rates, currency }: Pick<VatDocument, "rates" | "currency">) {
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
            <Cell className="text-right">{formatMoney(net, currency)}</Cell>
            <Cell className="text-right">{formatMoney(vat, currency)}</Cell>
            <Cell className="pr-0 text-right">{formatMoney(gross, currency)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Totals({ written: { total, showsVat, currency } }: { written: VatDocument }) {
  return (
    <section aria-label="Total">
      <dl className="grid gap-2 rounded-lg bg-sunken p-5 tabular-nums print:bg-transparent print:p-0">
        {showsVat && (
          <>
            <Fact label="Total net" value={formatMoney(total.net, currency)} />
            <Fact label="Total VAT" value={formatMoney(total.vat, currency)} />
          </>
        )}
        <div
          className={classNames(
            "flex justify-between gap-4 text-lg font-semibold",
            showsVat && "mt-1 border-t border-line-strong pt-3",
          )}
        >
          <dt>{showsVat ? "Total including VAT" : "Total"}</dt>
          <dd>{formatMoney(total.gross, currency)}</dd>
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

/** An invoice or a credit note with its PDF to download. */
export function VatDocumentPage({ written, pdf }: { written: VatDocument; pdf: string }) {
  return (
    <div className="frame max-w-5xl py-10 lg:py-14 print:max-w-none print:p-0">
      <p className="mb-6 print:hidden">
        <a href={pdf} download className={buttonClass({ variant: "secondary" })}>
          Download PDF
        </a>
      </p>
      <VatDocumentSheet written={written} />
    </div>
  );
}
