import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import {
  commentOf,
  curlOf,
  type JsonSchema,
  jsonBodyOf,
  type OpenApiDocument,
  parametersOf,
  responsesOf,
  schemaText,
} from "#server/api/reference-text.ts";

/** Every call of the REST API on one page: a list beside it, each call at its own anchor. */
export function ApiReference({ document, storeName }: { document: OpenApiDocument; storeName: string }) {
  const groups = groupsOf(document);
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
          <section id="beginning" aria-labelledby="beginning-heading" className="max-w-2xl">
            <h2 id="beginning-heading" className="text-section">
              Before the first call
            </h2>
            <ul className="mt-4 list-disc space-y-2 pl-5">
              <li>
                The same in a form for programs: <a href="/api/openapi.json">the OpenAPI 3.1 document</a>.
              </li>
              {document.info.description
                .split("\n- ")
                .map((sentence, index) =>
                  index === 0 ? null : <li key={sentence}>{sentence.replaceAll(/[`*]/g, "")}</li>,
                )}
            </ul>
            <Sample label="The examples expect" text={"SHOP=http://127.0.0.1:3000\nKEY=oxb_…"} />
          </section>
          {groups.map(({ id, name, description, operations }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`} className="text-section">
                {name}
              </h2>
              <p className="mt-2 text-ink-soft">{description}</p>
              {operations.map((one) => (
                <Operation key={one.operation.operationId} {...one} document={document} />
              ))}
            </section>
          ))}
          <section id="shapes" aria-labelledby="shapes-heading">
            <h2 id="shapes-heading" className="text-section">
              Shapes
            </h2>
            <p className="mt-2 text-ink-soft">What several calls answer with.</p>
            {Object.entries(document.components.schemas).map(([name, schema]) => (
              <section key={name} id={`shape-${name}`} className="mt-8 border-t border-line pt-6">
                <h3 className="text-xl">{name}</h3>
                <Sample label={`Fields of ${name}`} text={schemaText(schema)} />
                <Example value={schema.examples?.[0]} />
              </section>
            ))}
          </section>
        </div>
      </div>
    </article>
  );
}

function groupsOf({ tags, paths }: OpenApiDocument) {
  const all = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      ...{ path, operation },
      method: method.toUpperCase(),
    })),
  );
  return tags.map(({ name, description }) => ({
    id: name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    ...{ name, description },
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

type OperationGroup = ReturnType<typeof groupsOf>[number];

function Contents({ groups }: { groups: readonly OperationGroup[] }) {
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
              {operations.map(({ operation, method, path }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`} className={`${link} wrap-anywhere text-ink-soft`}>
                    {method} {path}
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

const tones: Record<string, BadgeTone> = { GET: "lake", POST: "moss", DELETE: "clay" };

function Operation({
  path,
  method,
  operation,
  document,
}: OperationGroup["operations"][number] & { document: OpenApiDocument }) {
  const { operationId: id, summary, description, requestBody } = operation;
  const parameters = parametersOf(operation, document);
  const responses = Object.entries(responsesOf(operation, document));
  const body = jsonBodyOf(operation);
  const otherBodies = Object.keys(requestBody?.content ?? {}).filter((type) => type !== "application/json");
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10 border-t border-line pt-6">
      <h3 id={`${id}-heading`} className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-lg">
        <Badge tone={tones[method] ?? "neutral"}>{method}</Badge>
        <a href={`#${id}`} className="wrap-anywhere text-base font-semibold hover:underline">
          <code>{path}</code>
        </a>
      </h3>
      <p className="mt-3">{summary}.</p>
      <p className="mt-1 text-sm text-ink-soft">{description.replaceAll("`", "")}</p>
      {parameters.length > 0 && (
        <ul aria-label={`Parameters of ${method} ${path}`} className="mt-5 space-y-2 text-sm">
          {parameters.map(({ name, in: place, required, schema, description: meaning }) => (
            <li key={name}>
              <code className="font-semibold">{name}</code>{" "}
              <span>{`in the ${place}${required ? ", needed" : ""}: `}</span>
              <code className="wrap-anywhere">{schemaText(schema)}</code>
              <span className="text-ink-soft">. {commentOf({ ...schema, description: meaning ?? "" })}</span>
            </li>
          ))}
        </ul>
      )}
      {body && <Sample label="Body" text={schemaText(body.schema)} />}
      {otherBodies.length > 0 && (
        <p className="mt-3 text-sm">Or, instead of JSON, the bytes of a file: {otherBodies.join(", ")}.</p>
      )}
      <Sample label="Request" text={curlOf(method, path, operation, document)} />
      {responses
        .filter(([status]) => Number(status) < 400)
        .map(([status, { description: meaning, headers = {}, content = {} }]) => {
          const media = Object.values(content)[0];
          const names = Object.keys(headers);
          return (
            <div key={status} className="mt-5">
              <p>
                <strong className="font-semibold">{status}</strong> <span>{`${meaning}: `}</span>
                {media ? <Shape schema={media.schema} /> : <span>no body</span>}
                {names.length > 0 && <span className="text-ink-soft">; headers {names.join(", ")}</span>}
              </p>
              {media && !shapeOf(media.schema) && <Example value={media.schema.examples?.[0]} />}
            </div>
          );
        })}
      <details className="mt-5 text-sm">
        <summary className="min-h-6 font-medium underline">Refusals</summary>
        <ul className="mt-2 space-y-1">
          {responses
            .filter(([status]) => Number(status) >= 400)
            .map(([status, { description: codes }]) => (
              <li key={status}>
                <strong className="font-semibold">{status}</strong> {codes}
              </li>
            ))}
        </ul>
      </details>
    </section>
  );
}

/** What a call answers with: a link to the shape that several share, or the type itself. */
function Shape({ schema }: { schema: JsonSchema }) {
  const shape = shapeOf(schema);
  if (!shape) return <code className="whitespace-pre-wrap wrap-anywhere text-sm">{schemaText(schema)}</code>;
  return (
    <a href={`#shape-${shape}`} className="underline">
      {schemaText(schema)}
    </a>
  );
}

function shapeOf(schema: JsonSchema): string | null {
  const named = schema.$ref ? schema : schema.items;
  return named?.$ref ? schemaText(named) : null;
}

function Example({ value }: { value: unknown }) {
  return value === undefined ? null : <Sample label="An example" text={JSON.stringify(value, null, 2)} />;
}

/** A command, a type or a JSON text. Long lines break, so that nothing scrolls sideways. */
function Sample({ label, text }: { label: string; text: string }) {
  return (
    <figure className="mt-5">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <pre className="mt-2 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sunken p-4 text-[0.8125rem] leading-relaxed">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
