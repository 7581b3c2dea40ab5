import { z } from "zod";
import type { AnyRead } from "#server/access/read.server.ts";
import { permissionsOf } from "#server/commands/command.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import type { ShopErrorCode } from "#server/core/errors.ts";
import type { Capability } from "#server/core/roles.ts";
import type { Topic } from "#server/core/topics.ts";

/**
 * Who may call. "signed-in" is any user: for calls about oneself, which no capability covers and which therefore no
 * API key (`Authorization: Bearer`) can make. A permission is required of sessions and keys alike.
 */
export type EndpointPermission = Capability | "public" | "signed-in";

type EndpointMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface EndpointResponse {
  description: string;
  schema: z.ZodType;
  /** For a file, whose body is its bytes; JSON by default. */
  contentType?: string;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface EndpointInput<Params, Query, Body> {
  context: Context;
  request: Request;
  params: Params;
  query: Query;
  body: Body;
}

type ResponseFor<Responses extends Record<number, EndpointResponse>> = {
  [Status in keyof Responses & number]: {
    status: Status;
    body: z.input<Responses[Status]["schema"]>;
    headers?: Record<string, string>;
    cookies?: readonly string[];
  };
}[keyof Responses & number];

interface RowOfAllKinds {
  method: EndpointMethod;
  /** As in the reference; `{name}` stands for one path segment. */
  path: string;
  summary: string;
  /** Further capabilities: the response shows records that an API key may lack the permission to see. */
  alsoNeeds?: readonly Capability[];
  /**
   * For a POST that creates: it respects Idempotency-Key. "with-effect" does its work and stores its response in one
   * transaction; "after-effect" calls a payment provider on the way, and a repetition buys nothing twice.
   */
  repeating?: "with-effect" | "after-effect";
  /** It begins with the settings of the cache, and checks before it takes money that they are those of this moment. */
  checksSettings?: boolean;
  /** The row's own errors; `errorCodesOf` adds those of every row of its kind. */
  errorCodes?: readonly ShopErrorCode[];
  /** The most bytes of its JSON body, where it may contain a picture; by default `JSON_BODY_LIMIT`. */
  bodyLimit?: number;
  /** The field that a picture changes when it is sent as the whole body instead of JSON. */
  pictureField?: string;
  /**
   * For a read: "public" is the same for everybody, "never" may not be cached; by default only the reader may cache
   * it.
   */
  caching?: "public" | "never";
  /** For a public read: it is cached until one of these changes. */
  topics?: readonly Topic[];
  /** For a write: it respects If-Match, and responds with the ETag of the result. */
  conditional?: true;
  /** Refuses those whom its address alone tells apart, before the body is read. */
  assertAllowed?: (context: Context, request: Request, params: Record<string, string>) => Promise<void>;
  /** Its JSON is meant to be saved as a file. */
  attachment?: true;
  /** Its response signs somebody in or out. */
  setsCookie?: true;
}

/** What a row requires: the permissions of its command or read or, for shoppers' calls, one of its own. */
type RowPermission =
  | { command: AnyCommand; reads?: undefined; permission?: undefined }
  | { reads: AnyRead; command?: undefined; permission?: undefined }
  | { permission: EndpointPermission; command?: undefined; reads?: undefined };

/** One row of the endpoint table as the REST app and its documentation see it. */
export interface Endpoint extends RowOfAllKinds {
  permission: EndpointPermission;
  command?: AnyCommand;
  reads?: AnyRead;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  responses: Record<number, EndpointResponse>;
  answer(input: EndpointInput<unknown, unknown, unknown>): Promise<{
    status: number;
    body: unknown;
    headers?: Record<string, string>;
    /** `Set-Cookie` values. */
    cookies?: readonly string[];
  }>;
}

type EndpointDefinition<
  Params,
  Query,
  Body,
  Responses extends Record<number, EndpointResponse>,
> = RowOfAllKinds &
  RowPermission & {
    params?: Params;
    query?: Query;
    body?: Body;
    /** Its responses by status, refusals apart. */
    responses: Responses;
    answer(
      input: EndpointInput<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
    ): Promise<ResponseFor<NoInfer<Responses>>>;
  };

/** Defines a row and checks its handler against its schemas. */
export function defineEndpoint<
  Responses extends Record<number, EndpointResponse>,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: EndpointDefinition<Params, Query, Body, Responses>): Endpoint {
  const { command, reads } = definition;
  if (!command && !reads) return definition;
  const [permission, ...alsoNeeds] = command ? permissionsOf(command.definition) : reads.permissions;
  return { ...definition, permission, alsoNeeds: [...alsoNeeds, ...(definition.alsoNeeds ?? [])] };
}

/** What a row's handler returns when it does not refuse. */
export function reply<Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
): { status: Status; body: Body; headers: Record<string, string> } {
  return { status, body, headers };
}

/** Whether a row's JSON responses carry an ETag, for conditional requests. */
export function hasEntityTag({ method, caching, conditional, responses }: Endpoint): boolean {
  const isFile = Object.values(responses).some(({ contentType }) => contentType !== undefined);
  return method === "GET" ? caching !== "never" && !isFile : conditional === true;
}

/** Every refusal of a row, for its documentation (500 apart). */
export function errorCodesOf(endpoint: Endpoint): ShopErrorCode[] {
  // Any call may carry an invalid API key, or too many of them.
  const codes = new Set<ShopErrorCode>([...(endpoint.errorCodes ?? []), "unauthenticated", "rate_limited"]);
  if (endpoint.permission !== "public") codes.add("forbidden");
  if (endpoint.repeating) codes.add("bad_request").add("conflict").add("validation_failed");
  if (endpoint.method !== "GET") codes.add("forbidden");
  if (endpoint.params || endpoint.query) codes.add("bad_request").add("validation_failed");
  if (endpoint.body) {
    codes.add("bad_request").add("payload_too_large").add("unsupported_media_type").add("validation_failed");
  }
  return [...codes];
}

/** The largest id that the database's integer columns hold. */
const MAX_ID = 2_147_483_647;

/** The path of one resource by its id. */
export const idParams = (description: string, example: number) =>
  z.strictObject({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_ID)
      .meta({ description, examples: [example] }),
  });

/** The parameters of every list: the maximum number, and the id after which to continue (from the `Link` header). */
export const pagingFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(100)
    .meta({ description: "How many at most.", examples: [20] }),
  cursor: z.coerce.number().int().min(1).max(MAX_ID).optional().meta({
    description: "The id after which to go on. Follow the `Link` header instead of making one up.",
  }),
};

/** `false` on a list that continues: somebody who adds a list up must not take a part for the whole. */
export const LIST_COMPLETE = "X-List-Complete";

/**
 * Answers with a list that was read one row longer than requested: says whether that is all of it, and links the next
 * page, if there is one (RFC 8288).
 */
export function listReply<Row extends { id: number }, Shown>(
  request: Request,
  found: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const body = rows.map(show);
  if (!last || found.length <= limit) return reply(200, body, { [LIST_COMPLETE]: "true" });
  const next = new URL(request.url);
  next.searchParams.set("cursor", String(last.id));
  const link = `<${next.pathname}${next.search}>; rel="next"`;
  return reply(200, body, { [LIST_COMPLETE]: "false", Link: link });
}
