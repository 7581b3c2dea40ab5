import { expect, it } from "vitest";
import { loader as health } from "./healthz.ts";
import { loader } from "./readyz.ts";

it("is ready while the database answers, and not while it does not; alive in both cases", async () => {
  expect((await loader()).status).toBe(200);

  const url = process.env.DATABASE_URL;
  process.env.DATABASE_URL = "postgres://shop@127.0.0.1:9/away";
  const away = await loader();
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toBe("5");
  expect(health().status).toBe(200);

  process.env.DATABASE_URL = url;
  expect((await loader()).status).toBe(200);
});
