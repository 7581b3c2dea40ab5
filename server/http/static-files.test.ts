import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { withStaticFiles } from "./web-server.ts";

let folder: string;

beforeAll(async () => {
  folder = await makeThrowawayFolder();
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "assets", "page-1a2b.js"), "console.log('plain')");
  await writeFile(path.join(folder, "assets", "page-1a2b.js.gz"), gzipSync("console.log('packed')"));
  await writeFile(path.join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await writeFile(path.join(folder, ".secret"), "nobody's business");
});

afterAll(() => removeThrowawayFolder(folder));

const server = () =>
  listen(withStaticFiles((request, response) => response.end(`the application: ${request.method}`), folder));

describe("a file of the build", () => {
  it("is sent as the build compressed it, for ever", async () => {
    const response = await fetch(`${await server()}/assets/page-1a2b.js`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await response.text()).toBe("console.log('packed')");
  });

  it("is sent uncompressed to clients that accept nothing else", async () => {
    const response = await fetch(`${await server()}/assets/page-1a2b.js`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe("console.log('plain')");
  });

  it("whose name has no hash of its content expires after an hour", async () => {
    const response = await fetch(`${await server()}/favicon.svg`);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const again = await fetch(`${await server()}/favicon.svg`, {
      headers: { "if-none-match": response.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});

it.each(["/", "/products", "/.secret", "/assets/..%2f..%2fpackage.json", "/assets"])(
  "leaves %s to the application",
  async (address) => {
    expect(await (await fetch(`${await server()}${address}`)).text()).toBe("the application: GET");
  },
);

it("leaves every write to the application", async () => {
  const response = await fetch(`${await server()}/favicon.svg`, { method: "POST" });
  expect(await response.text()).toBe("the application: POST");
});
