import type { ApiParameter, ApiReference, ApiResponse, OpenApiDocument } from "./openapi-types.ts";

/** An operation's parameter, looked up when several operations share it. */
export function resolveParameter(one: ApiParameter | ApiReference, document: OpenApiDocument): ApiParameter {
  if ("name" in one) return one;
  const found = document.components.parameters[nameIn(one)];
  if (!found) throw new Error(`the document has no ${one.$ref}`);
  return found;
}

/** An operation's answer, looked up when several operations share it. */
export function resolveResponse(one: ApiResponse | ApiReference, document: OpenApiDocument): ApiResponse {
  if ("description" in one) return one;
  const found = document.components.responses[nameIn(one)];
  if (!found) throw new Error(`the document has no ${one.$ref}`);
  return found;
}

function nameIn({ $ref }: ApiReference): string {
  return $ref.split("/").at(-1) ?? "";
}
