import { expect, it } from "vitest";
import { page } from "./page.server.ts";

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
