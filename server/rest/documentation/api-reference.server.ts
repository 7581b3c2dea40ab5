import { restEndpoints } from "#server/rest/rest-app.server.ts";
import { openApiDocument } from "./openapi-document.ts";
import { type Reference, referenceOf } from "./reference.ts";

let reference: Reference | undefined;

/** Every endpoint of the shop, arranged for reading; it only changes with a new version. */
export function apiReference(): Reference {
  reference ??= referenceOf(openApiDocument(restEndpoints));
  return reference;
}
