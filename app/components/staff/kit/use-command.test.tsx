import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { noticeOf } from "#server/commands/command.ts";
import { contentCommands } from "#server/content/content.schema.ts";
import { enquiryCommands } from "#server/enquiries/enquiry.schema.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { ledgerCommands } from "#server/reports/ledger.ts";
import { settingsCommands } from "#server/settings/settings-form.ts";
import { markupFor } from "./page-markup.tsx";
import { saveFailures, useCommand } from "./use-command.ts";

it("saving settings and products is told in these words", () => {
  expect(noticeOf(settingsCommands.save, { change: null })).toEqual({
    kind: "success",
    title: "Settings updated",
  });
  expect(noticeOf(productCommands.update, { version: 2 })).toEqual({
    kind: "success",
    title: "Product updated",
  });
  const change = { undo: 7, text: "Price £24.99 → £25.49" };
  expect(noticeOf(productCommands.update, { version: 2, change })).toEqual({
    kind: "success",
    title: "Product updated",
    description: "Price £24.99 → £25.49",
    undo: 7,
  });
  expect(saveFailures).toEqual({
    settings: { title: "Update failed", message: "Failed to update settings" },
    product: { title: "Update failed", message: "Failed to update product" },
  });
});

it("what is told depends on what came of it", () => {
  const { saveArticle } = contentCommands;
  expect(noticeOf(saveArticle, { id: 1, status: "published" }).title).toBe("Article published");
  expect(noticeOf(saveArticle, { id: 1, status: "draft" }).title).toBe("Draft saved");
  const { markAnswered } = enquiryCommands;
  expect(noticeOf(markAnswered, { answered: true }).title).toBe("Enquiry marked as answered");
  expect(noticeOf(markAnswered, { answered: false }).title).toBe("Enquiry opened again");
  const { finaliseAgain, refundUnmatched } = ledgerCommands;
  expect(noticeOf(finaliseAgain, { matched: false, message: "It still matches no order." })).toEqual({
    kind: "error",
    title: "It still matches no order.",
  });
  expect(noticeOf(refundUnmatched, { status: "pending" }).title).toBe("Refund on its way");
  expect(noticeOf(refundUnmatched, { status: "succeeded" }).title).toBe("Refund made");
  expect(noticeOf(productCommands.changeMany, { changed: 3 }).title).toBe("3 products updated");
  expect(noticeOf(productCommands.renameCategory, { changed: 3 }).title).toBe(
    "Category renamed on 3 products",
  );
  expect(noticeOf(orderCommands.resendConfirmation, { recipient: "ada@example.com" })).toEqual({
    kind: "success",
    title: "Confirmation sent",
    description: "To ada@example.com",
  });
});

/** How often the queries of a screen are read again after a refund was refused. */
async function readAgainAfterRefusal(reason: string, options: { renewsAnyway?: boolean } = {}) {
  const queries = new QueryClient();
  const readAgain = vi.spyOn(queries, "invalidateQueries");
  let send: ReturnType<typeof useCommand<never>>["send"] | undefined;
  const Screen = () => {
    send = useCommand<never>(undefined, undefined, options).send;
    return null;
  };
  markupFor(
    "administrator",
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  );
  const data = { code: "BAD_REQUEST", httpStatus: 402, reason };
  const error = { json: { message: "The provider refused.", code: -32_000, data } };
  const fetch = vi.spyOn(globalThis, "fetch");
  fetch.mockResolvedValueOnce(Response.json({ error }, { status: 402 }));
  await send?.(ledgerCommands.refundUnmatched, { paymentId: 1, seenLeft: 2 });
  expect(fetch).toHaveBeenCalledOnce();
  fetch.mockRestore();
  return readAgain.mock.calls.length;
}

it("after a refusal a screen is read again only where something was changed all the same", async () => {
  expect(await readAgainAfterRefusal("unavailable", { renewsAnyway: true })).toBe(1);
  expect(await readAgainAfterRefusal("unavailable")).toBe(0);
  expect(await readAgainAfterRefusal("payment_failed")).toBe(1);
});
