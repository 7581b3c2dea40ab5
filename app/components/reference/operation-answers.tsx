import type { ReferenceOperation } from "#server/rest/reference.ts";
import { FieldTable } from "./field-table.tsx";
import { Sample } from "./sample.tsx";

/** What a call answers, when it does and when it refuses. */
export function OperationAnswers({
  operation: { method, path, answers, refusals },
}: {
  operation: ReferenceOperation;
}) {
  return (
    <>
      {answers.map(({ status, description, words, shape, fields, headers, example }) => (
        <div key={status} className="mt-5">
          <p>
            <strong className="font-semibold">{status}</strong> {description}:{" "}
            {shape ? (
              <a href={`#shape-${shape}`} className="underline">
                {words}
              </a>
            ) : (
              words
            )}
            {headers.length > 0 && <span className="text-ink-soft">; headers {headers.join(", ")}</span>}
          </p>
          {fields.length > 0 && (
            <FieldTable
              caption={`Answer ${status} of ${method} ${path}`}
              fields={fields}
              always="always there"
            />
          )}
          {example && !shape && <Sample label={`An example of ${status}`} text={example} />}
        </div>
      ))}
      <details className="mt-5 text-sm">
        <summary className="min-h-6 font-medium underline">Refusals</summary>
        <ul className="mt-2 space-y-1">
          {refusals.map(({ status, codes }) => (
            <li key={status}>
              <strong className="font-semibold">{status}</strong> {codes}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
