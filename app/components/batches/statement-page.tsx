import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { batchPath, creditLabels } from "#server/batches/batch.ts";
import { carbonStatementPath } from "#server/orders/order.ts";
import { co2Text, isMeasured } from "#server/statements/carbon-method.ts";
import type { StatementView } from "#server/statements/find-statement.server.ts";
import type {
  MeasuredLine,
  StatementLine,
  StatementSubject,
} from "#server/statements/statement-credential.ts";

/** The carbon statement of an order with its files, or why there is none. */
export function StatementPage({ view, token }: { view: StatementView; token: string | null }) {
  const { invoiceNumber, statement } = view;
  if (!statement) return <NoStatement view={view} token={token} />;
  return (
    <div className="frame max-w-4xl py-10 lg:py-14 print:max-w-none print:p-0">
      <p className="mb-6 flex flex-wrap gap-3 print:hidden">
        <a href={carbonStatementPath(invoiceNumber, token, "pdf")} download className={buttonClass()}>
          Download PDF
        </a>
        <a
          href={carbonStatementPath(invoiceNumber, token, "credential")}
          download
          className={buttonClass({ variant: "secondary" })}
        >
          Download the signed credential
        </a>
      </p>
      <article className="rounded-xl border border-line border-t-8 border-t-moss bg-surface p-5 sm:p-10 print:rounded-none print:border-x-0 print:border-b-0 print:px-0 print:pt-6">
        <h1 className="text-title">Carbon statement</h1>
        <p className="mt-3 text-ink-soft">
          {view.storeName}, order {invoiceNumber}, issued {displayDate(statement.issuedAt)}
        </p>
        <StatementBody subject={statement.subject} />
      </article>
      <p className="mt-6 text-[0.9375rem] text-ink-soft print:hidden">
        Whoever is shown the credential can <TextLink to="/verify">check it</TextLink>, here or with any
        program for W3C Verifiable Credentials. It names the order by its number, and no person.
      </p>
    </div>
  );
}

/** What a statement says, for its page and for the one that checks it. */
export function StatementBody({ subject }: { subject: StatementSubject }) {
  const { method } = subject;
  return (
    <>
      <p className="mt-8 text-section font-display tabular-nums">
        {co2Text(subject.gramsStored)} of CO₂ stored for 100 years
      </p>
      <p className="mt-2">
        By what left until {displayDate(subject.leftOn)}, less stated transport. {subject.ownership}
      </p>
      <section aria-labelledby="statement-lines" className="mt-8">
        <h2 id="statement-lines" className="mb-3 text-xl">
          Line by line
        </h2>
        <StatementLines lines={subject.lines} />
      </section>
      <section aria-labelledby="statement-method" className="mt-8 text-[0.9375rem]">
        <h2 id="statement-method" className="mb-2 text-xl">
          How it is reckoned
        </h2>
        <p>
          {method.name}, version {method.version}: {method.formula}.
        </p>
        <ul className="mt-2 list-disc pl-5 text-ink-soft">
          {method.sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function NoStatement({ view, token }: { view: StatementView; token: string | null }) {
  const { invoiceNumber, revoked, unmeasured } = view;
  return (
    <div className="frame max-w-3xl py-10 lg:py-16">
      <h1 className="text-title">Carbon statement</h1>
      <p className="mt-4 text-ink-soft">Order {invoiceNumber}</p>
      {revoked ? (
        <Notice tone="error" title={`Revoked on ${displayDate(revoked.at)}`} className="mt-6">
          {revoked.because} Nothing may be claimed with it any more.
        </Notice>
      ) : (
        <Notice title="There is no statement of this order" className="mt-6">
          It is issued once biochar of the order has left that comes from a batch which a laboratory has
          measured.
        </Notice>
      )}
      {unmeasured.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-y border-line">
          {unmeasured.map(({ product, because }) => (
            <li key={`${product} ${because}`} className="py-3">
              <span className="font-medium">{product}</span>
              <span className="block text-ink-soft">Not measured. {because}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <ButtonLink
          to={
            token
              ? `/order-confirmation?${new URLSearchParams({ t: token })}`
              : "/account/settings?tab=orders"
          }
          variant="secondary"
        >
          Back to the order
        </ButtonLink>
      </div>
    </div>
  );
}

const percent = (value: number) => `${value.toLocaleString("en-GB", { maximumFractionDigits: 2 })}%`;

/** What each line of an order stores, with all that the figure was calculated from. */
function StatementLines({ lines }: { lines: readonly StatementLine[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={JSON.stringify(line)} className="py-5">
          <p className="flex justify-between gap-4 font-medium">
            <span className="min-w-0 break-words">
              {line.quantity} × {line.product}
            </span>
            <span className="text-right tabular-nums">
              {isMeasured(line) ? `${co2Text(line.gramsStored)} CO₂` : "Not measured"}
            </span>
          </p>
          {isMeasured(line) ? (
            <Figures line={line} />
          ) : (
            <p className="mt-1 text-ink-soft">{line.notMeasured}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Figures({ line }: { line: MeasuredLine }) {
  const figures: [string, string][] = [
    ["Kilograms of the batch", co2Text(line.grams)],
    ["Water", percent(line.waterPercent)],
    ["Organic carbon of the dry matter", percent(line.organicCarbonPercent)],
    ["H/Corg", line.hydrogenToCarbon === null ? "not measured" : String(line.hydrogenToCarbon)],
    ["Highest temperature in the kiln", `${line.kilnCelsius} °C`],
    ["Stays for 100 years", percent(line.percentAfter100Years)],
    ["As CO₂", co2Text(line.gramsBound)],
    ["Transport", line.gramsOfTransport === null ? "not stated" : `− ${co2Text(line.gramsOfTransport)}`],
    ["Measured by", `${line.laboratory}, ${displayDate(line.analysedOn)}`],
  ];
  return (
    <>
      <p className="mt-1">
        Batch <TextLink to={batchPath(line.batch)}>{line.batch}</TextLink>
      </p>
      <dl className="mt-3 grid gap-x-8 gap-y-1 text-[0.9375rem] sm:grid-cols-2">
        {figures.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        <strong className="font-semibold">{creditLabels[line.claim]}.</strong> {line.claimSentence}
      </p>
    </>
  );
}
