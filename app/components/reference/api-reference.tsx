import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import type { Reference, ReferenceField, ReferenceOperation } from "#server/rest/documentation/reference.ts";

interface ApiReferenceProps {
  reference: Reference;
  storeName: string;
}

/** Every call of the REST API on one page: a list beside it, each call at its own anchor. */
export function ApiReference({ reference: { groups, shapes }, storeName }: ApiReferenceProps) {
  return (
    <article className="frame pt-10 pb-16 lg:pt-16">
      <header className="max-w-3xl">
        <p className="text-sm font-medium text-moss">For scripts</p>
        <h1 className="mt-3 text-title">REST reference</h1>
        <p className="mt-5 text-xl text-ink-soft">
          Everything a script can ask of {storeName}, over the same rules as its pages.
        </p>
      </header>
      <div className="mt-10 grid gap-x-12 gap-y-10 border-t border-line pt-10 lg:grid-cols-[3fr_9fr]">
        <Contents groups={groups} />
        <div className="min-w-0 space-y-16">
          <Beginning />
          {groups.map(({ id, name, description, operations }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`} className="text-section">
                {name}
              </h2>
              <p className="mt-2 text-ink-soft">{description}</p>
              {operations.map((operation) => (
                <Operation key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <section id="shapes" aria-labelledby="shapes-heading">
            <h2 id="shapes-heading" className="text-section">
              Shapes
            </h2>
            <p className="mt-2 text-ink-soft">What several calls answer with.</p>
            {shapes.map(({ name, fields, example }) => (
              <section key={name} id={`shape-${name}`} className="mt-8 border-t border-line pt-6">
                <h3 className="text-xl">{name}</h3>
                <FieldTable caption={`Fields of ${name}`} fields={fields} always="always there" />
                {example && <Sample label="An example" text={example} />}
              </section>
            ))}
          </section>
        </div>
      </div>
    </article>
  );
}

function Contents({ groups }: Pick<Reference, "groups">) {
  const link = "inline-flex min-h-6 items-center hover:text-ink hover:underline";
  return (
    <nav
      aria-label="On this page"
      className="text-sm lg:sticky lg:top-24 lg:max-h-[calc(100dvh-8rem)] lg:scroll-py-2 lg:self-start lg:overflow-y-auto"
    >
      <ul className="space-y-4 p-1.5">
        <li>
          <a href="#beginning" className={`${link} font-medium`}>
            Before the first call
          </a>
        </li>
        {groups.map(({ id, name, operations }) => (
          <li key={id}>
            <a href={`#${id}`} className={`${link} font-medium`}>
              {name}
            </a>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <a href={`#${operation.id}`} className={`${link} wrap-anywhere text-ink-soft`}>
                    {operation.method} {operation.path}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#shapes" className={`${link} font-medium`}>
            Shapes
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** What applies to every call. */
function Beginning() {
  return (
    <section id="beginning" aria-labelledby="beginning-heading" className="max-w-2xl">
      <h2 id="beginning-heading" className="text-section">
        Before the first call
      </h2>
      <ul className="mt-4 list-disc space-y-2 pl-5">
        <li>
          The same in a form for programs: <a href="/api/openapi.json">the OpenAPI 3.1 document</a>.
        </li>
        <li>
          A script shows an API key, which an administrator makes: <Code>Authorization: Bearer …</Code>. A
          person signs in and keeps the session cookie.
        </li>
        <li>
          Money is in the shop’s currency, that of an order in its own, with at most two decimals, rates are
          fractions, times are ISO 8601 in UTC. Bodies are JSON; a field that a call does not know is refused.
        </li>
        <li>
          Lists hold at most <Code>limit</Code> elements; follow the <Code>Link</Code> header with{" "}
          <Code>rel="next"</Code> until there is none.
        </li>
        <li>
          Reads carry an <Code>ETag</Code>. Sent back as <Code>If-None-Match</Code>, the answer is 304 while
          nothing changed; as <Code>If-Match</Code> with a change of a product or the settings, 409 when
          somebody was faster.
        </li>
        <li>
          A POST that creates heeds <Code>Idempotency-Key</Code>: sent again with the same key and body, it
          has one effect and one answer.
        </li>
        <li>
          Every refusal is <a href="#shape-Refusal">one shape</a>, with a <Code>code</Code> for programs, and
          changes nothing. 429 and 503 say in <Code>Retry-After</Code> how many seconds to wait; 405 says in{" "}
          <Code>Allow</Code> what an address takes; 500 names its request for the shop's log.
        </li>
      </ul>
      <Sample label="The examples expect" text={"SHOP=http://127.0.0.1:3000\nKEY=oxb_…"} />
    </section>
  );
}

const tones: Record<string, BadgeTone> = { GET: "lake", POST: "moss", DELETE: "clay" };

function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, whoMay, parameters, body, otherBodies, curl } = operation;
  const name = `${method} ${path}`;
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10 border-t border-line pt-6">
      <h3 id={`${id}-heading`} className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-lg">
        <Badge tone={tones[method] ?? "neutral"}>{method}</Badge>
        <a href={`#${id}`} className="wrap-anywhere text-base font-semibold hover:underline">
          <code>{path}</code>
        </a>
      </h3>
      <p className="mt-3">{summary}.</p>
      <p className="mt-1 text-sm text-ink-soft">{whoMay.replaceAll("`", "")}</p>
      {parameters.length > 0 && <FieldTable caption={`Parameters of ${name}`} fields={parameters} />}
      {body.length > 0 && <FieldTable caption={`Body of ${name}`} fields={body} />}
      {otherBodies.length > 0 && (
        <p className="mt-3 text-sm">Or, instead of JSON, the bytes of a file: {otherBodies.join(", ")}.</p>
      )}
      <Sample label="Request" text={curl} />
      <OperationAnswers operation={operation} />
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere text-[0.875em]">{children}</code>;
}

/** The responses of a call, for success and for refusals. */
function OperationAnswers({
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
              <span>{words}</span>
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

interface FieldTableProps {
  caption: string;
  fields: readonly ReferenceField[];
  /** The description of a required field. */
  always?: string;
}

/** Breaks long words instead of scrolling, so that it needs no tab stop of its own. */
function FieldTable({ caption, fields, always = "needed" }: FieldTableProps) {
  return (
    <table className="mt-5 w-full table-fixed border-collapse text-left text-sm">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className="w-[34%] py-1.5 pr-3 font-semibold">
            Name
          </th>
          <th scope="col" className="w-[30%] py-1.5 pr-3 font-semibold">
            Kind
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Meaning
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, words, shape, required, description }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="wrap-anywhere py-2 pr-3 font-normal">
              <code className="text-[0.8125rem]">{name}</code>
              {required && <span className="block text-xs text-ink-soft">{always}</span>}
            </th>
            <td className="wrap-anywhere py-2 pr-3">
              {shape ? (
                <a href={`#shape-${shape}`} className="underline">
                  {words}
                </a>
              ) : (
                words
              )}
            </td>
            <td className="wrap-anywhere py-2 text-ink-soft">{description.replaceAll("`", "")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SampleProps {
  label: string;
  text: string;
}

/** A command or a JSON text. Long lines break, so that nothing scrolls sideways. */
function Sample({ label, text }: SampleProps) {
  return (
    <figure className="mt-5">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <pre className="mt-2 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sunken p-4 text-[0.8125rem] leading-relaxed">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
