import type { z } from "zod";
import type { Capability } from "#server/access/capabilities.ts";
import type { AnyRead } from "#server/access/read.server.ts";
import { permissionsOf } from "#server/commands/command.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import type { Topic } from "#server/core/cache-versions.ts";
import type { Context } from "#server/core/context.ts";
import type { ShopErrorCode } from "#server/core/errors.ts";

/**
 * What a row asks of the caller. "signed-in" is any user: for calls about oneself, which no capability covers, and so
 * none that an API key (`Authorization: Bearer`) could make. A permission is asked of sessions and keys alike.
 */
export type EndpointPermission = Capability | "public" | "signed-in";

type EndpointMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface EndpointResponse {
  description: string;
  schema: z.ZodType;
  /** Of a file, whose body is its bytes; JSON unless given. */
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
  /** As the reference writes it; `{name}` stands for one path segment. */
  path: string;
  summary: string;
  /** What it takes besides: an answer shows records, which an API key may lack the permission to see. */
  alsoNeeds?: readonly Capability[];
  /**
   * Of a POST that creates: it heeds Idempotency-Key. "with-effect" does its work and keeps its answer in one
   * transaction; "after-effect" asks a payment provider on the way, and done again buys nothing twice.
   */
  repeating?: "with-effect" | "after-effect";
  /** Refusals of this row's own; those every row of its kind can give are added by `refusalCodesOf`. */
  refusals?: readonly ShopErrorCode[];
  /** The most bytes its JSON body may have, where a picture may be in it; else `JSON_BODY_LIMIT`. */
  bodyLimit?: number;
  /** The field that a picture changes which is sent as the whole body, instead of JSON. */
  pictureField?: string;
  /** Of a read: "public" is the same for everybody, "never" is of use once; else it is the reader's own to keep. */
  caching?: "public" | "never";
  /** Of a public read that comes from memory until one of these changes. */
  topics?: readonly Topic[];
  /** Of a write: it heeds If-Match, and answers with the ETag of what it left. */
  conditional?: true;
  /** Its JSON is meant to be kept as a file. */
  attachment?: true;
  /** Its answer signs somebody in or out. */
  setsCookie?: true;
}

interface EndpointRow extends RowOfAllKinds {
  permission: EndpointPermission;
  command?: AnyCommand;
  reads?: AnyRead;
}

/** What a row asks for: the permissions of what it does or reads, or, for calls of shoppers, one of its own. */
type RowPermission =
  | { command: AnyCommand; reads?: undefined; permission?: undefined }
  | { reads: AnyRead; command?: undefined; permission?: undefined }
  | { permission: EndpointPermission; command?: undefined; reads?: undefined };

/** A request as the reference shows it; the contract's tests send it. */
interface ExampleRequest<Body> {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: Body;
}

/** One row of the endpoint table as the REST app and its documentation see it. */
export interface Endpoint extends EndpointRow {
  example?: ExampleRequest<unknown>;
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
    /** Needed as soon as a row takes anything. */
    example?: ExampleRequest<NoInfer<Body extends z.ZodType ? z.input<Body> : never>>;
    params?: Params;
    query?: Query;
    body?: Body;
    /** What it answers when it does not refuse, by status. */
    responses: Responses;
    answer(
      input: EndpointInput<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
    ): Promise<ResponseFor<NoInfer<Responses>>>;
  };

/** Makes a row, with its handler checked against its own schemas. */
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

/** Whether a row's JSON answers carry an ETag, with which to ask or to write again. */
export function hasEntityTag({ method, caching, conditional, responses }: Endpoint): boolean {
  const isFile = Object.values(responses).some(({ contentType }) => contentType !== undefined);
  return method === "GET" ? caching !== "never" && !isFile : conditional === true;
}

/** Every refusal a row can answer with, for its documentation (500 apart). */
export function refusalCodesOf(endpoint: Endpoint): ShopErrorCode[] {
  // Any call may come with an API key that opens nothing, or too often.
  const codes = new Set<ShopErrorCode>([...(endpoint.refusals ?? []), "unauthenticated", "rate_limited"]);
  if (endpoint.permission !== "public") codes.add("forbidden");
  if (endpoint.repeating) codes.add("bad_request").add("conflict").add("validation_failed");
  if (endpoint.method !== "GET") codes.add("forbidden");
  if (endpoint.params || endpoint.query) codes.add("bad_request").add("validation_failed");
  if (endpoint.body) {
    codes.add("bad_request").add("payload_too_large").add("unsupported_media_type").add("validation_failed");
  }
  return [...codes];
}
