import { buildReport } from "#server/content/research-report/build-research-report.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { resourceDocuments } from "./resource-documents.ts";
import { type ResourceId, resourceIds } from "./resources.ts";

interface BuiltDocument {
  storeName: string;
  file: Promise<Uint8Array<ArrayBuffer>>;
}

const built = new Map<ResourceId, BuiltDocument>();

/**
 * One of the five papers as a PDF file, by its file name: made from its source on first use, then kept until the store is renamed.
 * @throws ShopError `not_found`
 */
export function resourceFile(filename: string, storeName: string): Promise<Uint8Array<ArrayBuffer>> {
  const id = resourceIds.find((known) => filename === `${known}.pdf`);
  if (!id) throw new ShopError("not_found", "There is no such file.");
  const known = built.get(id);
  if (known?.storeName === storeName) return known.file;
  const file = buildReport(resourceDocuments[id], storeName);
  built.set(id, { storeName, file });
  return file;
}
