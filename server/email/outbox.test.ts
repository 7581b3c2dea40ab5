import { afterEach, beforeEach, expect, it } from "vitest";
import { testContext } from "#server/testing/factories.ts";
import { findOutboxMail, listOutbox } from "./outbox.server.ts";

beforeEach(() => {
  process.env.EMBEDDED_DATABASE = "1";
});
afterEach(() => {
  delete process.env.EMBEDDED_DATABASE;
  delete process.env.PUBLIC_URL;
});

const here = () => testContext({ fromThisMachine: true });

it("is open to people at the machine of an embedded database", async () => {
  await expect(listOutbox(await here())).resolves.toEqual([]);
});

it.each([
  ["from elsewhere", async () => listOutbox(await testContext({ clientAddress: "127.0.0.1" }))],
  ["one mail from elsewhere", async () => findOutboxMail(await testContext(), 1)],
  [
    "on a public shop",
    async () => {
      process.env.PUBLIC_URL = "https://shop.example";
      return listOutbox(await here());
    },
  ],
  [
    "on a database of its owner's",
    async () => {
      delete process.env.EMBEDDED_DATABASE;
      return listOutbox(await here());
    },
  ],
])("does not exist %s", async (_how, query) => {
  await expect(query()).toBeRefused("not_found");
});
