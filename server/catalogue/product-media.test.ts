import { describe, expect, it } from "vitest";
import type { ChangeSummary } from "#server/audit/change-labels.ts";
import { findChange } from "#server/audit/changes.server.ts";
import { noticeOf } from "#server/commands/command.ts";
import { documentAddress, documentAt, mediaPictureAt } from "#server/media/media-address.ts";
import { findDocument } from "#server/media/uploads.server.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { postForm } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { parseCatalogueQuery } from "./catalogue-query.schema.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findProducts } from "./find-products.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { mediaCommands } from "./product-commands.ts";
import { importProducts } from "./product-file.server.ts";
import { documentChanges } from "./product-media.schema.ts";
import type { ProductDocument } from "./product-media.ts";
import { revertProduct, updateProduct } from "./update-product.server.ts";

const context = await staffContext();

const [A, B, C] = ["/pictures/a.jpg", "/pictures/b.jpg", "/pictures/c.jpg"];
const pdf = (text = "safe") => new Blob([`%PDF-1.7\n${text}\n%%EOF`]);

function formOf(id: number, fields: Record<string, string | Blob | Blob[]>, seenVersion = "1"): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ id: String(id), seenVersion, ...fields })) {
    for (const one of [value].flat()) form.append(name, one);
  }
  return form;
}

/** What the form says of pictures in their order. */
const shown = (...urls: string[]) =>
  Object.fromEntries(
    urls.flatMap((url, index) => [
      [`pictures[${index}].url`, url],
      [`pictures[${index}].place`, String(index + 1)],
    ]),
  );

const post = (command: keyof typeof mediaCommands, form: FormData) =>
  postForm(context, mediaCommands[command].name, form);

describe("the pictures of a product", () => {
  it("take the order of the places that were typed, and the first is the product's everywhere", async () => {
    const { id, slug } = await makeProduct(context, { imageUrl: A, morePictures: [B, C] });
    const form = formOf(id, { ...shown(A, B, C), "pictures[2].place": "1" });
    expect(await post("savePictures", form)).toMatchObject({ id, change: { undo: expect.any(Number) } });
    expect(await findProductBySlug(context, slug)).toMatchObject({ imageUrl: C, pictures: [C, A, B] });
    expect((await auditEntriesOf(context, "products", id)).at(-1)).toMatchObject({
      actorName: expect.any(String),
      before: { pictures: [A, B, C] },
      after: { pictures: [C, A, B] },
    });
  });

  it("go when they are ticked, and new ones come behind", async () => {
    const { id, slug } = await makeProduct(context, { imageUrl: A, morePictures: [B] });
    const file = new Blob([new Uint8Array(await makePicture({ width: 40, height: 30 }))]);
    const fields = { ...shown(A, B), "pictures[0].remove": "on", files: [file, new File([], "")] };
    await post("savePictures", formOf(id, fields));
    const { pictures = [] } = (await findProductBySlug(context, slug)) ?? {};
    expect([pictures[0], mediaPictureAt(pictures[1] ?? "")]).toMatchObject([B, { width: 40 }]);
  });

  it("can be taken back by the message that tells of them", async () => {
    const { id } = await makeProduct(context, { imageUrl: A });
    const form = formOf(id, { ...shown(A), "pictures[0].remove": "on" });
    const saved = (await post("savePictures", form)) as { change: ChangeSummary };
    const { title, undo } = noticeOf(mediaCommands.savePictures, saved);
    expect(title).toBe("Pictures saved");
    await revertProduct(context, await findChange(context, undo ?? 0));
    expect(await findStaffProduct(context, id)).toMatchObject({ imageUrl: A });
  });

  it("are left alone by a form that changes nothing: no version, no audit", async () => {
    const { id } = await makeProduct(context, { imageUrl: A });
    await post("savePictures", formOf(id, shown(A)));
    expect(await findStaffProduct(context, id)).toMatchObject({ version: 1 });
    expect(await auditEntriesOf(context, "products", id)).toEqual([]);
  });

  it("are eight at most, each a picture, and the form says so at its field", async () => {
    const { id } = await makeProduct(context, { imageUrl: A });
    const file = new Blob([new Uint8Array(await makePicture({ width: 4, height: 4 }))]);
    const many = formOf(id, { ...shown(A), files: Array.from({ length: 8 }, () => file) });
    await expect(post("savePictures", many)).rejects.toMatchObject({
      status: 422,
      fields: { added: [expect.stringContaining("at most 8")] },
    });
    const wrong = formOf(id, { ...shown(A), "pictures[0].place": "first", files: [new Blob(["<svg/>"])] });
    await expect(post("savePictures", wrong)).rejects.toMatchObject({
      status: 422,
      fields: { "pictures[0].place": ["Enter a place, such as 1"] },
    });
    const svg = formOf(id, { ...shown(A), files: [new Blob(["<svg/>"])] });
    await expect(post("savePictures", svg)).rejects.toMatchObject({
      status: 415,
      fields: { added: [expect.stringContaining("Only PNG")] },
    });
    expect(await findStaffProduct(context, id)).toMatchObject({ imageUrl: A, morePictures: [] });
  });

  it("are not overwritten where somebody else has saved the product meanwhile", async () => {
    const { id } = await makeProduct(context, { imageUrl: A });
    const form = formOf(id, shown(B), "7");
    await expect(post("savePictures", form)).toBeRefused("conflict");
  });
});

describe("the first picture", () => {
  it.each([
    ["taken out: the next is the first", "", [B, C]],
    ["one of the others: it is there once", C, [C, B]],
    ["another: the others stay", "/pictures/d.jpg", ["/pictures/d.jpg", B, C]],
  ])(
    "%s, in the product's form as in a file, and the audit takes it back",
    async (_what, imageUrl, expected) => {
      for (const save of [
        (id: number) => updateProduct(context, { id, change: { imageUrl } }),
        async (_id: number, slug: string) => {
          await importProducts(context, `slug,imageUrl\n${slug},${imageUrl}`);
        },
      ]) {
        const { id, slug } = await makeProduct(context, { imageUrl: A, morePictures: [B, C] });
        await save(id, slug);
        expect((await findProductBySlug(context, slug))?.pictures).toEqual(expected);
        await takeBack(id);
        expect((await findProductBySlug(context, slug))?.pictures).toEqual([A, B, C]);
      }
    },
  );
});

describe("the documents of a product", () => {
  const added = {
    "added.type": "safety_data_sheet",
    "added.title": "Grade A sheet",
    "added.date": "2026-03-01",
  };

  it("are kept as they came, found by their titles, and shown with type and date", async () => {
    const { id, slug } = await makeProduct(context);
    await post("saveDocuments", formOf(id, { ...added, file: pdf("as it came") }));
    const product = await findProductBySlug(context, slug);
    expect(product?.documents).toMatchObject([
      { type: "safety_data_sheet", title: "Grade A sheet", date: "2026-03-01" },
    ]);
    const address = documentAt(product?.documents[0]?.url ?? "");
    expect(address?.name).toBe("grade-a-sheet");
    const bytes = await findDocument(context, address?.hash ?? "");
    expect(Buffer.from(bytes ?? []).toString()).toContain("as it came");
    const query = parseCatalogueQuery(new URLSearchParams({ search: "grade a SHEET" }));
    expect((await findProducts(context, query)).products.map((one) => one.slug)).toEqual([slug]);
  });

  it("change their titles, order and dates, and go; one without a title is called what it is", async () => {
    const { id, slug } = await makeProduct(context);
    await post("saveDocuments", formOf(id, { ...added, file: pdf("one") }));
    const untitled = { "added.type": "certificate", "added.title": "", "added.date": "", file: pdf("two") };
    await post("saveDocuments", formOf(id, { ...(await rowsOf(slug)), ...untitled }, "2"));
    const rows = await rowsOf(slug);
    await post(
      "saveDocuments",
      formOf(id, { ...rows, "documents[1].place": "1", "documents[0].title": "Renamed" }, "3"),
    );
    expect((await findProductBySlug(context, slug))?.documents).toMatchObject([
      { type: "certificate", title: "Certificate", date: null },
      { title: "Renamed" },
    ]);
    await post("saveDocuments", formOf(id, { ...(await rowsOf(slug)), "documents[0].remove": "on" }, "4"));
    expect((await findProductBySlug(context, slug))?.documents).toMatchObject([{ title: "Renamed" }]);
  });

  it("are as many as somebody needs, each at any place", async () => {
    const { id, slug } = await makeProduct(context, { documents: sheets(120) });
    const rows = await rowsOf(slug);
    await post(
      "saveDocuments",
      formOf(id, { ...rows, ...added, "documents[0].place": "120", file: pdf("the last") }),
    );
    const titles = (await findProductBySlug(context, slug))?.documents.map(({ title }) => title);
    expect([titles?.length, titles?.[0], titles?.at(-2)]).toEqual([121, "Sheet 2", "Sheet 1"]);
    expect(titles?.at(-1)).toBe("Grade A sheet");
  });

  it("are left alone by a form that changes nothing: no version, no audit", async () => {
    const { id, slug } = await makeProduct(context, { documents: sheets(2) });
    await post("saveDocuments", formOf(id, await rowsOf(slug)));
    expect(await findStaffProduct(context, id)).toMatchObject({ version: 1 });
    expect(await auditEntriesOf(context, "products", id)).toEqual([]);
  });

  it("are one where the same file comes twice under one title: the later says what it is", async () => {
    const { id, slug } = await makeProduct(context);
    await post("saveDocuments", formOf(id, { ...added, file: pdf("again") }));
    const rows = await rowsOf(slug);
    await post(
      "saveDocuments",
      formOf(id, { ...rows, ...added, "added.type": "guide", file: pdf("again") }, "2"),
    );
    expect((await findProductBySlug(context, slug))?.documents).toMatchObject([{ type: "guide" }]);
  });

  it.each([
    ["no PDF", new Blob(["<html>"]), "file", /Only PDF/],
    ["too large", new Blob(["%PDF-", new Uint8Array(5 * 1024 * 1024)]), "file", /larger than 5 MB/],
    ["missing though it has a title", new File([], ""), "file", /Choose the PDF/],
  ])("are refused when the file is %s, beside its field", async (_what, file, field, message) => {
    const { id } = await makeProduct(context);
    await expect(post("saveDocuments", formOf(id, { ...added, file }))).rejects.toMatchObject({
      fields: { [field]: [expect.stringMatching(message)] },
    });
    expect(await findStaffProduct(context, id)).toMatchObject({ documents: [] });
  });
});

describe("the audit of pictures and documents", () => {
  it("says what became of each document, and takes it back", async () => {
    const [one, two, three] = sheets(3);
    if (!one || !two || !three) throw new Error("three sheets");
    const { id, slug } = await makeProduct(context, { documents: [one, two] });
    const changed = [three, { ...two, title: "New name", date: "2026-03-01" }];
    await updateProduct(context, { id, change: {}, media: { documents: changed } });
    const { before, after } = await newestChange(id);
    expect(documentChanges("documents", before.documents, after.documents)).toEqual([
      "Added: Guide “Sheet 3”",
      "Removed: Guide “Sheet 1”",
      "Guide “Sheet 2” → Guide “New name” (1 March 2026)",
    ]);
    await takeBack(id);
    expect((await findProductBySlug(context, slug))?.documents).toEqual([one, two]);
    expect(await newestChange(id)).toMatchObject({
      revertOf: expect.any(Number),
      action: "pictures and documents",
    });
  });

  it("says their order, and takes it back with that of the pictures", async () => {
    const [one, two] = sheets(2);
    if (!one || !two) throw new Error("two sheets");
    const { id, slug } = await makeProduct(context, {
      imageUrl: A,
      morePictures: [B],
      documents: [one, two],
    });
    const media = { pictures: [B, A], documents: [two, one] };
    await updateProduct(context, { id, change: {}, media });
    const { before, after } = await newestChange(id);
    expect(documentChanges("documents", before.documents, after.documents)).toEqual([
      "Order: “Sheet 2”, “Sheet 1”",
    ]);
    await takeBack(id);
    expect(await findProductBySlug(context, slug)).toMatchObject({ pictures: [A, B], documents: [one, two] });
  });

  it("takes nothing back that somebody has changed again", async () => {
    const { id, slug } = await makeProduct(context, { imageUrl: A, morePictures: [B] });
    await updateProduct(context, { id, change: {}, media: { pictures: [B, A] } });
    const first = await newestChange(id);
    await updateProduct(context, { id, change: {}, media: { pictures: [C, B, A] } });
    await expect(revertProduct(context, first)).toBeRefused("conflict", {
      message: expect.stringContaining("Pictures of"),
    });
    expect((await findProductBySlug(context, slug))?.pictures).toEqual([C, B, A]);
  });
});

function sheets(count: number): ProductDocument[] {
  return Array.from({ length: count }, (_, index) => ({
    type: "guide",
    title: `Sheet ${index + 1}`,
    date: null,
    url: documentAddress({ hash: String(index).padStart(64, "a"), name: `sheet-${index + 1}` }),
  }));
}

async function newestChange(id: number) {
  const entry = (await auditEntriesOf(context, "products", id)).at(-1);
  return findChange(context, entry?.id ?? 0);
}

async function takeBack(id: number): Promise<void> {
  await revertProduct(context, await newestChange(id));
}

async function rowsOf(slug: string): Promise<Record<string, string>> {
  const { documents = [] } = (await findProductBySlug(context, slug)) ?? {};
  const fields = documents.flatMap(({ type, title, date, url }, index) =>
    Object.entries({ type, title, date: date ?? "", url, place: String(index + 1) }).map(([name, value]) => [
      `documents[${index}].${name}`,
      value,
    ]),
  );
  return Object.fromEntries(fields);
}
