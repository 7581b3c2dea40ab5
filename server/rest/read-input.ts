import type { z } from "zod";
import { ShopError } from "#server/core/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { pictureTypeOf, readJsonBody, readPictureBody, refuseUnstorableText } from "./read-body.ts";

/** No response lists more than this many wrong fields. */
const FIELD_LIMIT = 50;

type Fields = Record<string, string[]>;

/**
 * Path, query and body of a request, parsed by the endpoint's schemas; undefined for what the endpoint does not name.
 * @throws ShopError `validation_failed` with the fields at fault, or what `readJsonBody` throws
 */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  pathParams: Record<string, string>,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const fields: Fields = {};
  const params = read(endpoint.params, () => storable(pathParams), fields);
  const query = read(endpoint.query, () => storable(queryOf(request)), fields);
  const rawBody = endpoint.body ? await readBody(endpoint, request) : undefined;
  const body = read(endpoint.body, () => rawBody, fields);
  const names = Object.keys(fields);
  if (names.length > 0) {
    throw new ShopError("validation_failed", `Missing or not valid: ${names.slice(0, 5).join(", ")}.`, {
      fields,
    });
  }
  return { params, query, body };
}

async function readBody({ bodyLimit, pictureField }: Endpoint, request: Request): Promise<unknown> {
  const pictureType = pictureField && pictureTypeOf(request);
  if (!pictureType) return readJsonBody(request, bodyLimit);
  return { [pictureField]: await readPictureBody(request, pictureType, pictureField) };
}

function read(schema: z.ZodType | undefined, input: () => unknown, fields: Fields): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input());
  if (!parsed.success) collect(parsed.error, fields);
  return parsed.data;
}

function collect(error: z.ZodError, fields: Fields): void {
  for (const issue of error.issues) {
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const message = issue.code === "unrecognized_keys" ? "Unknown field" : issue.message;
    for (const path of paths) {
      const name = path.map(String).join(".").slice(0, 100) || "body";
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (known) known.push(message);
      else if (Object.keys(fields).length < FIELD_LIMIT) {
        Object.defineProperty(fields, name, { value: [message], enumerable: true });
      }
    }
  }
}

function storable(texts: Record<string, string | string[]>): Record<string, string | string[]> {
  for (const [name, value] of Object.entries(texts)) {
    for (const text of [value].flat()) refuseUnstorableText(name, text);
  }
  return texts;
}

/** A name given twice becomes a list, which no schema of ours accepts silently. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
