import { expect, it } from "vitest";
import { publicFiles } from "./public-files.server.ts";

const { "/healthz": health, "/readyz": ready } = publicFiles;

it("is ready while the database answers, and not while it does not; alive in both cases", async () => {
  expect((await ready()).status).toBe(200);

  const url = process.env.DATABASE_URL;
  process.env.DATABASE_URL = "postgres://shop@127.0.0.1:9/away";
  const away = await ready();
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toBe("5");
  expect((await health()).status).toBe(200);

  process.env.DATABASE_URL = url;
  expect((await ready()).status).toBe(200);
});
