import { afterEach, beforeEach, expect, it } from "vitest";
import { testContext } from "#server/testing/factories.ts";
import { findOutboxMail, listOutbox } from "./find-outbox.server.ts";

beforeEach(() => {
  process.env.EMBEDDED_DATABASE = "1";
});
afterEach(() => {
  delete process.env.EMBEDDED_DATABASE;
  delete process.env.PUBLIC_URL;
});

const here = () => testContext({ clientAddress: "127.0.0.1" });

it("is open to who sits at the machine of an embedded database", async () => {
  await expect(listOutbox(await here(), "localhost:3000")).resolves.toEqual([]);
});

it.each([
  [
    "from another machine",
    async () => listOutbox(await testContext({ clientAddress: "203.0.113.9" }), "localhost"),
  ],
  // A page of somebody else's, whose name was made to lead to this machine (DNS rebinding).
  ["under a name that is not this machine's", async () => listOutbox(await here(), "rebound.example:3000")],
  ["one mail under such a name", async () => findOutboxMail(await here(), 1, "rebound.example:3000")],
  [
    "on a public shop",
    async () => {
      process.env.PUBLIC_URL = "https://shop.example";
      return listOutbox(await here(), "localhost");
    },
  ],
  [
    "on a database of its owner's",
    async () => {
      delete process.env.EMBEDDED_DATABASE;
      return listOutbox(await here(), "localhost");
    },
  ],
])("does not exist %s", async (_how, asked) => {
  await expect(asked()).rejects.toMatchObject({ code: "not_found" });
});
