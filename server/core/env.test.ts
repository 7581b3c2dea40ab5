import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { environmentSchema, isLive, readEnvironment, wantsDemoData } from "./env.server.ts";

const stripe = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

describe("the environment", () => {
  it("needs nothing", () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      JOBS: true,
      TRUST_PROXY: false,
    });
  });

  it("takes a setting that is there but empty, as in .env.example, for one that is not set", () => {
    const empty = readEnvironment({
      DEMO_DATA: "",
      JOBS: "",
      TRUST_PROXY: "",
      DATABASE_URL: " ",
      COOKIE_SECRET: "",
    });
    expect(empty).toEqual(readEnvironment({}));
  });

  it.each([
    [{ PORT: "eighty" }, "PORT must be a whole number from 1 to 65535."],
    [{ JOBS: "yes" }, "JOBS must be on or off."],
    [{ PUBLIC_URL: "shop.example" }, "PUBLIC_URL must be an address such as https://shop.example."],
    [{ PUBLIC_URL: "shop:3000" }, "PUBLIC_URL must be an address such as https://shop.example."],
    [{ PORT: "70000" }, "PORT must be a whole number from 1 to 65535."],
    [
      { DATABASE_URL: "mysql://db/shop" },
      "DATABASE_URL must be an address such as postgres://user:password@host:5432/shop.",
    ],
    [
      { SMTP_URL: "mail.example" },
      "SMTP_URL must be an address such as smtp://user:password@mail.example:587.",
    ],
    [{ RATE_LIMIT_FACTOR: "many" }, "RATE_LIMIT_FACTOR must be a number, 0 or more."],
    [
      { JOBS: "yes", PORT: "eighty" },
      "PORT must be a whole number from 1 to 65535.\nJOBS must be on or off.",
    ],
    [{ COOKIE_SECRET: "short" }, "COOKIE_SECRET must have at least 32 characters."],
    [
      { STRIPE_SECRET_KEY: "sk_test_1" },
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together.",
    ],
    [
      { ...stripe, STRIPE_WEBHOOK_SECRET: "" },
      "STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is.",
    ],
    [
      { ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.",
    ],
    [
      { STRIPE_SECRET_KEY: "sk_test_1", PAYPAL_CLIENT_ID: "client" },
      [
        "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together.",
        "STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is.",
        "PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must be set together.",
      ].join("\n"),
    ],
    [
      { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret" },
      "PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must be set together.",
    ],
    [
      { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "webhook" },
      "STRIPE_SECRET_KEY must be set when PayPal takes real money.",
    ],
    [{ PAYPAL_ENVIRONMENT: "test" }, "PAYPAL_ENVIRONMENT must be live or sandbox."],
    [
      { PUBLIC_URL: "https://shop.example", DEMO_DATA: "on" },
      "DEMO_DATA must not be on where others reach the shop (PUBLIC_URL, HOST): everybody knows its passwords.",
    ],
    [
      { HOST: "0.0.0.0", DEMO_DATA: "on" },
      "DEMO_DATA must not be on where others reach the shop (PUBLIC_URL, HOST): everybody knows its passwords.",
    ],
    [
      { HOST: "::", DEMO_DATA: "on" },
      "DEMO_DATA must not be on where others reach the shop (PUBLIC_URL, HOST): everybody knows its passwords.",
    ],
    [{ PAYMENTS: "test" }, "PAYMENTS must be sandbox or empty."],
    [
      { ...stripe, PAYMENTS: "sandbox" },
      "PAYMENTS must not be sandbox while STRIPE_SECRET_KEY is set: remove one of the two.",
    ],
    [{ ...stripe, DEMO_DATA: "on" }, "DEMO_DATA must not be on while live payment keys are set."],
    [
      { RATE_LIMIT_FACTOR: "0", PUBLIC_URL: "https://shop.example" },
      "RATE_LIMIT_FACTOR must not be 0 on a public address (PUBLIC_URL).",
    ],
  ])("says in one sentence what is wrong with %j", (source, sentence) => {
    expect(() => readEnvironment(source)).toThrow(sentence);
  });

  it("is explained in .env.example, every variable that a person sets and no other", () => {
    const explained = [...readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    const setByTheShop = ["NODE_ENV", "EMBEDDED_DATABASE", "SANDBOX_CONNECTION"];
    const read = Object.keys(environmentSchema.shape).filter((name) => !setByTheShop.includes(name));
    expect(explained.sort()).toEqual(read.sort());
  });

  it("is read by no part of the shop in a variable that the schema does not check", () => {
    const sources = ["server", "db", "app"].flatMap((folder) =>
      globSync("**/*.{ts,tsx}", { cwd: folder }).map((file) => path.join(folder, file)),
    );
    // Only tests use the recorder of provider traffic.
    const isShop = (file: string) => !/\.test\.tsx?$|\btesting\b|\bwire-recorder\b/.test(file);
    const read = sources
      .filter(isShop)
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/process\.env\.([A-Z_]+)/g)])
      .map(([, name]) => name ?? "");
    expect(read.length).toBeGreaterThan(5);
    expect(read.filter((name) => !(name in environmentSchema.shape))).toEqual([]);
  });

  it("lets rate limits be off on one's own machine", () => {
    const own = { RATE_LIMIT_FACTOR: "0", PUBLIC_URL: "http://127.0.0.1:3000" };
    expect(readEnvironment(own).RATE_LIMIT_FACTOR).toBe(0);
  });

  it.each([
    ["sk_live_1", true],
    ["rk_live_1", true],
    ["sk_test_1", false],
    [undefined, false],
  ])("with the key %s real money moves: %s", (key, live) => {
    expect(isLive({ STRIPE_SECRET_KEY: key })).toBe(live);
  });

  it.each([
    ["on the embedded database", {}, true, true],
    ["on a database of its own, when asked", { DEMO_DATA: "on" }, false, true],
    ["not on a database of its own", {}, false, false],
    ["not when told so", { DEMO_DATA: "off" }, true, false],
    [
      "on the embedded database at this machine's own address",
      { PUBLIC_URL: "http://[::1]:3000" },
      true,
      true,
    ],
    ["not where the network reaches it", { HOST: "0.0.0.0" }, true, false],
    ["not at a public address", { PUBLIC_URL: "https://shop.example" }, true, false],
    ["not where real money moves", stripe, true, false],
  ])("has demo data %s", (_where, source, embedded, expected) => {
    expect(wantsDemoData(readEnvironment(source), embedded)).toBe(expected);
  });
});
