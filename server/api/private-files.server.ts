import { z } from "zod";
import { findBatch } from "#server/batches/find-batch.server.ts";
import { exportAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { exportProducts } from "#server/catalogue/product-file.server.ts";
import { csvResponse } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { exportUsers } from "#server/customers/list-users.server.ts";
import { userList } from "#server/customers/users-query.ts";
import { subscriberList } from "#server/newsletter/newsletter.schema.ts";
import { exportSubscribers } from "#server/newsletter/subscribers.server.ts";
import { exportForCarrier, parseCarrierExport } from "#server/orders/carriers.server.ts";
import { exportOrders } from "#server/orders/export-orders.server.ts";
import { orderList } from "#server/orders/order-search.ts";
import { findCorrectionNote, findVatInvoice, pdfResponse } from "#server/orders/vat-documents.server.ts";
import { file, type PageRequest, staffFile } from "#server/process/page.server.ts";
import { exportPackagingReport } from "#server/reports/find-packaging-report.server.ts";
import { exportVatReport } from "#server/reports/find-vat-report.server.ts";
import { vatReportQuery } from "#server/reports/vat-report.ts";
import { exportTariff } from "#server/settings/save-tariff.server.ts";
import { openLiveStream } from "#server/staff/live-stream.server.ts";
import { evidenceYearIn } from "#server/statements/evidence.ts";
import { exportForIsometric, exportForRegistry } from "#server/statements/export-evidence.server.ts";
import { exportOwnCarbon, findCredential, findStatement } from "#server/statements/find-statement.server.ts";
import { isRegistryName, registryFiles } from "#server/statements/registry-rows.ts";
import { statementPdfResponse } from "#server/statements/write-statement-pdf.server.ts";

const chosenSchema = z.array(rowIdFromText).catch([]);

/** The files of staff by their addresses, each for those who may read what is in it. */
export const staffFiles = {
  /** The orders of a search, or those that were ticked. */
  "/admin/orders.csv": staffFile(exportOrders, async ({ context, url }) =>
    csvResponse(
      "orders.csv",
      await exportOrders(context, {
        ...orderList.read(url.searchParams),
        chosen: chosenSchema.parse(url.searchParams.getAll("order")),
      }),
    ),
  ),

  /** The users of a search. */
  "/admin/users.csv": staffFile(exportUsers, async ({ context, url }) =>
    csvResponse("users.csv", await exportUsers(context, userList.read(url.searchParams))),
  ),

  /** The subscribers of a search. */
  "/admin/subscribers.csv": staffFile(exportSubscribers, async ({ context, url }) =>
    csvResponse("subscribers.csv", await exportSubscribers(context, subscriberList.read(url.searchParams))),
  ),

  /** The catalogue as a file that can be edited and imported again. */
  "/admin/products.csv": staffFile(exportProducts, async ({ context }) =>
    csvResponse("products.csv", await exportProducts(context)),
  ),

  /** The table of rates as a file that can be edited and read again; `?example` is one. */
  "/admin/delivery-rates.csv": staffFile(exportTariff, async ({ context, url }) => {
    const example = url.searchParams.has("example");
    return csvResponse(
      example ? "delivery-rates-example.csv" : "delivery-rates.csv",
      await exportTariff(context, { example }),
    );
  }),

  /** What waits to be sent, as a file for Royal Mail's Click & Drop or for a pallet network. */
  "/admin/packing.csv": staffFile(exportForCarrier, async ({ context, url }) => {
    const { fileName, pieces } = await exportForCarrier(context, parseCarrierExport(url.searchParams));
    return csvResponse(fileName, pieces);
  }),

  /** The packaging of each year by material. */
  "/admin/packaging.csv": staffFile(exportPackagingReport, async ({ context }) =>
    csvResponse("packaging.csv", await exportPackagingReport(context)),
  ),

  /** The VAT report by rate and period. */
  "/admin/vat.csv": staffFile(exportVatReport, async ({ context, url }) =>
    csvResponse("vat-report.csv", await exportVatReport(context, vatReportQuery.read(url.searchParams))),
  ),

  /** `?registry=csi&year=2026`: what was sold of a year's batches, as a registry takes it. */
  "/admin/evidence.csv": staffFile(exportForRegistry, async ({ context, url }) => {
    const registry = url.searchParams.get("registry") ?? "csi";
    if (!isRegistryName(registry)) throw new ShopError("not_found", "There is no such file");
    const year = evidenceYearIn(url.searchParams).year ?? context.clock.now().getUTCFullYear();
    return csvResponse(registryFiles[registry].name, await exportForRegistry(context, { registry, year }));
  }),

  /** `?project=prj_…&year=2026`: what came over a weighbridge, as Isometric's API takes it. */
  "/admin/evidence.json": staffFile(exportForIsometric, async ({ context, url }) => {
    const projectId = (url.searchParams.get("project") ?? "").trim();
    const year = evidenceYearIn(url.searchParams).year ?? context.clock.now().getUTCFullYear();
    const applications = await exportForIsometric(context, { projectId, year });
    return new Response(JSON.stringify(applications, null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="isometric-applications.json"',
      },
    });
  }),

  /** Everybody who has something of a batch. */
  "/admin/batches/:code/recall.csv": staffFile(exportAffectedOrders, async ({ context, params }) => {
    const batch = await findBatch(context, params.code ?? "");
    if (!batch) throw new ShopError("not_found", "Batch not found");
    return csvResponse(`batch-${batch.code}.csv`, await exportAffectedOrders(context, batch.id));
  }),

  /** The stream of what changed in staff's lists (docs/decisions/068-lists-renew-themselves.md). */
  "/admin/events": staffFile(openLiveStream, ({ context, request }) =>
    openLiveStream(context, request.signal),
  ),
};

/** Which order is asked for, and what shows that the asker may see it. */
async function keysOf({ context, request, params, url }: PageRequest) {
  return {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  };
}

/** The files of a customer's orders by their addresses, for those who may see the page. */
export const orderFiles = {
  "/orders/:invoiceNumber/invoice.pdf": file(async (asked) =>
    pdfResponse(asked.context, await findVatInvoice(asked.context, await keysOf(asked))),
  ),

  "/orders/:invoiceNumber/notes/:noteNumber/pdf": file(async (asked) => {
    const noteNumber = asked.params.noteNumber ?? "";
    const note = await findCorrectionNote(asked.context, { ...(await keysOf(asked)), noteNumber });
    return pdfResponse(asked.context, note);
  }),

  "/orders/:invoiceNumber/statement.pdf": file(async (asked) =>
    statementPdfResponse(asked.context, await findStatement(asked.context, await keysOf(asked))),
  ),

  /** The credential as it was signed. */
  "/orders/:invoiceNumber/statement.json": file(async (asked) => {
    const { invoiceNumber, credential } = await findCredential(asked.context, await keysOf(asked));
    return new Response(credential, {
      headers: {
        "Content-Type": "application/vc",
        "Content-Disposition": `attachment; filename="carbon-statement-${invoiceNumber}.json"`,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  }),

  /** `?year=2026`: what one's own orders store, line by line; of all years without one. */
  "/account/carbon.csv": file(async ({ context, url }) => {
    const asked = url.searchParams.get("year") ?? "";
    const year = /^\d{4}$/.test(asked) ? Number(asked) : undefined;
    return csvResponse(`carbon-${year ?? "all"}.csv`, await exportOwnCarbon(context, year));
  }),
};
