import { Link } from "@remix-run/react";
import { displayDate } from "#app/lib/display.ts";
import { batchPath } from "#server/batches/batch-papers.ts";
import { creditLabels } from "#server/batches/batch-values.ts";
import type { MeasuredLine, StatementLine } from "#server/statements/statement-subject.ts";
import { co2Text, isMeasured } from "#server/statements/statement-words.ts";

const percent = (value: number) => `${value.toLocaleString("en-GB", { maximumFractionDigits: 2 })}%`;

/** What each line of an order stores, with all that the figure was reckoned from. */
export function StatementLines({ lines }: { lines: readonly StatementLine[] }) {
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
        Batch{" "}
        <Link to={batchPath(line.batch)} className="text-moss underline">
          {line.batch}
        </Link>
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
