import type { z } from "zod";
import { ShopError } from "#server/core/errors.ts";
import { refuseUnstorable } from "#server/core/storable-text.ts";
import { LONGEST_CALL } from "#server/http/body-limit.ts";
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE, PICTURE_TYPES } from "#server/media/media-address.ts";
import type { Endpoint } from "./endpoint.ts";

/** The most bytes a JSON body may have. */
export const JSON_BODY_LIMIT = LONGEST_CALL;

/**
 * Reads a request's JSON body and stops as soon as it is too long.
 * @throws ShopError `unsupported_media_type`, `payload_too_large` or `bad_request`
 */
async function readJsonBody(request: Request, limit: number = JSON_BODY_LIMIT): Promise<unknown> {
  if (!isJson(request.headers.get("content-type"))) {
    throw new ShopError(
      "unsupported_media_type",
      "Send a JSON body with the header Content-Type: application/json.",
    );
  }
  const text = await readText(request, limit);
  try {
    const body: unknown = JSON.parse(text);
    refuseUnstorable(body);
    return body;
  } catch (error) {
    if (error instanceof ShopError) throw error;
    throw new ShopError("bad_request", "The body is not readable JSON.");
  }
}

function isJson(contentType: string | null): boolean {
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return mediaType === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(mediaType);
}

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ShopError("bad_request", "The body is not UTF-8 text.");
  }
}

/** A request's body, up to so many bytes. @throws ShopError `payload_too_large` */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    parts.push(read.value);
  }
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.byteLength;
  }
  return all;
}

function tooLarge(limit: number): ShopError {
  return new ShopError("payload_too_large", `The body is too large: the limit is ${limit / 1000} kB.`);
}

/** The content types that a request may declare for a picture; its bytes are checked later. */
export const pictureTypes: readonly string[] = PICTURE_TYPES.split(",");

/** What is said to be a picture and is a request's whole body; undefined for anything else. What it is, its bytes say. */
function pictureTypeOf(request: Request): string | undefined {
  const declaredType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return declaredType?.startsWith("image/") ? declaredType : undefined;
}

/**
 * A picture in the body, as the data URL that JSON would contain.
 * @throws ShopError `payload_too_large`, at `field`
 */
async function readPictureBody(request: Request, type: string, field: string): Promise<string> {
  try {
    const bytes = await readBytes(request, MAX_PICTURE_BYTES);
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "payload_too_large") throw error;
    throw new ShopError("payload_too_large", PICTURE_TOO_LARGE, { fields: { [field]: [PICTURE_TOO_LARGE] } });
  }
}

/** No response lists more than this many wrong fields. */
const FIELD_LIMIT = 50;

type Fields = Record<string, string[]>;

/**
 * Path, query and body of a request, parsed by the endpoint's schemas; undefined for parts without a schema.
 * @throws ShopError `validation_failed` with the fields at fault, or what `readJsonBody` throws
 */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  pathParams: Record<string, string>,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const fields: Fields = {};
  const asked = { params: pathParams, query: queryOf(request) };
  refuseUnstorable(asked);
  const params = read(endpoint.params, asked.params, fields);
  const query = read(endpoint.query, asked.query, fields);
  const rawBody = endpoint.body ? await readBody(endpoint, request) : undefined;
  const body = read(endpoint.body, rawBody, fields);
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

function read(schema: z.ZodType | undefined, input: unknown, fields: Fields): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
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
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (value) value.push(message);
      else if (Object.keys(fields).length < FIELD_LIMIT) {
        Object.defineProperty(fields, name, { value: [message], enumerable: true });
      }
    }
  }
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
