import { expect, it } from "vitest";
import { storeDocument } from "#server/media/uploads.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { publicFiles } from "./public-files.server.ts";

const read = (path: string) =>
  publicFiles["/documents/:hash/:name"]({
    request: new Request(`http://127.0.0.1:3000${path}`),
    params: {},
    context: {},
  });

it("a document is sent as a PDF, under its name, to be kept for good", async () => {
  const { em } = await testContext();
  const bytes = new TextEncoder().encode("%PDF-1.7\n<script>alert(1)</script>");
  const address = await storeDocument(em, bytes, { name: "guide", field: "file" });
  const response = await read(address);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'inline; filename="guide.pdf"',
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

it.each(["/documents/abc/guide.pdf", `/documents/${"0".repeat(64)}/guide.pdf`, "/documents/../x.pdf"])(
  "there is nothing at %s",
  async (path) => {
    expect((await read(path)).status).toBe(404);
  },
);
