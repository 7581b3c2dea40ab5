import { buildReport } from "#server/content/research-report/build-research-report.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { resourcePapers } from "./resource-papers.ts";
import { type ResourceId, resourceIds } from "./resources.ts";

const built = new Map<ResourceId, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * One of the five papers as a PDF file, by its file name: made from its source on first use, then kept by this process.
 * @throws ShopError `not_found`
 */
export function resourceFile(filename: string): Promise<Uint8Array<ArrayBuffer>> {
  const id = resourceIds.find((known) => filename === `${known}.pdf`);
  if (!id) throw new ShopError("not_found", "There is no such file.");
  const file = built.get(id) ?? buildReport(resourcePapers[id]);
  built.set(id, file);
  return file;
}
