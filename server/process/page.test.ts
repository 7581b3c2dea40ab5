import { expect, it } from "vitest";
import { ShopError } from "#server/core/errors.ts";
import { page } from "./page.server.ts";

it.each([
  ["/PRODUCTS", "/products"],
  ["/products/Premium-Biochar?utm_source=A", "/products/premium-biochar?utm_source=A"],
  ["/About", "/about"],
])("what is nowhere at %s is looked for at %s", async (path, plain) => {
  expect(await answerTo(path)).toMatchObject({ status: 301, headers: new Headers({ location: plain }) });
});

it.each(["/products", "/orders/INV-2000000001", "/batches/C-24251-12000-6"])(
  "what is nowhere at %s is not there",
  async (path) => {
    expect(await answerTo(path)).toMatchObject({ init: { status: 404 } });
  },
);

/** Of a page that finds nothing. */
async function answerTo(path: string): Promise<unknown> {
  const nothing = page(async () => {
    throw new ShopError("not_found", "There is nothing at this address.");
  });
  const request = new Request(`http://127.0.0.1:3000${path}`);
  return nothing({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
}

/** What a page reads of a form. */
async function read(body: BodyInit, type?: string) {
  const request = new Request("http://127.0.0.1:3000/contact", {
    ...{ method: "POST", body },
    headers: type === undefined ? [] : [["Content-Type", type]],
  });
  const fields = await page(async (asked) => asked.request.formData())({ request, params: {}, context: {} });
  return [...fields].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
}

it("a form has one kind of line end, and no text that cannot be stored", async () => {
  const form = "name=A%00da&message=one%0D%0Atwo%ED%A0%BD&na%00me=x";
  expect(await read(form, "application/x-www-form-urlencoded")).toEqual([
    ["name", "Ada"],
    ["message", "one\ntwo\uFFFD\uFFFD\uFFFD"],
    ["name", "x"],
  ]);
});

it("so has one in parts, whose files keep their bytes", async () => {
  const parts = new FormData();
  parts.set("name", "A\0da");
  parts.set("file", new File(["A\0da"], "ash.csv"));
  expect(await read(parts)).toEqual([
    ["name", "Ada"],
    ["file", "ash.csv"],
  ]);
});
