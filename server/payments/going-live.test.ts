import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";
import { payPalEvents } from "./paypal/paypal-provider.server.ts";
import { stripeEvents, stripePermissions } from "./stripe/stripe-provider.server.ts";

const textOf = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const namesOf = (events: readonly { name: string }[]) => events.map(({ name }) => name).sort();

/** The events that a handler has a case for: every name with a dot in it. */
function handledIn(file: string): string[] {
  return [...textOf(file).matchAll(/case "([^"]+\.[^"]+)":/g)].map(([, name]) => name ?? "").sort();
}

/** The names in backticks that stand between a heading of a document and the next one of any depth. */
function namedUnder(file: string, heading: string): string[] {
  const [, after = ""] = textOf(file).split(`${heading}\n`);
  const [part = ""] = after.split(/\n#+ /);
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
}

const eventName = /^([a-z_]+\.)+[a-z_]+$|^([A-Z-]+\.)+[A-Z-]+$/;
const every = [...namesOf(stripeEvents), ...namesOf(payPalEvents)].sort();

describe("the events to subscribe to", () => {
  it("are those that the handlers act on", () => {
    expect(namesOf(stripeEvents)).toEqual(handledIn("server/payments/stripe/stripe-webhook.server.ts"));
    expect(namesOf(payPalEvents)).toEqual(handledIn("server/payments/paypal/paypal-webhook.server.ts"));
  });

  it("are those that docs/operations.md lists", () => {
    const listed = namedUnder("docs/operations.md", "### Webhook events").filter((name) =>
      eventName.test(name),
    );
    expect([...new Set(listed)].sort()).toEqual(every);
  });

  it("are told apart in docs/operations.md: those that nothing else replaces are marked", () => {
    const text = textOf("docs/operations.md");
    for (const { name, purpose: tells, alone } of [...stripeEvents, ...payPalEvents]) {
      expect(text).toContain(
        `| \`${name}\` | ${tells} | ${alone ? "the event alone" : "the sweeper, too"} |`,
      );
    }
  });
});

/** Calls of Stripe's SDK in what the shop runs; `webhooks` only computes. */
function callsInSource(): string[] {
  const client = new Stripe("sk_test_nobody");
  const files = globSync("server/**/*.ts", { cwd: projectFolder }).filter(
    (file) => !/(\.test|-trial\.server)\.ts$|server\/(testing|sandbox)\//.test(file),
  );
  const calls = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bclient\s*\.\s*((?:\w+\s*\.\s*)+\w+)\(/g)].map(([, call = ""]) =>
      call.replace(/\s/g, ""),
    ),
  );
  return [...new Set(calls)].filter((call) => !call.startsWith("webhooks.") && isOfSdk(client, call)).sort();
}

function isOfSdk(client: object, call: string): boolean {
  let found: unknown = client;
  for (const part of call.split(".")) {
    if (typeof found !== "object" || found === null) return false;
    found = Reflect.get(found, part);
  }
  return typeof found === "function";
}

describe("the permissions of a restricted key", () => {
  it("are those that the shop's calls need, and no others", () => {
    expect(stripePermissions.flatMap(({ calls }) => calls).sort()).toEqual(callsInSource());
  });

  it("are those that docs/operations.md lists", () => {
    const text = textOf("docs/operations.md");
    for (const { resource, level, name } of stripePermissions) {
      expect(text).toContain(`| ${resource} | ${level} | \`${name}\` |`);
    }
    expect(text.match(/^\| .* \| `\w+_(read|write)` \|/gm)).toHaveLength(stripePermissions.length);
  });
});
