import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, expect } from "playwright/test";
import { freePort } from "#db/embedded/connection-settings.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { payPalWebhooks } from "#server/sandbox/paypal/paypal-sandbox.server.ts";
import { runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { startStandIns } from "#server/sandbox/stand-ins.server.ts";
import {
  newId,
  paymentMethodDomains,
  secondsNow,
  webhookEndpoints,
} from "#server/sandbox/stripe/sandbox-store.server.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { cards, fillDetails } from "./shop.ts";
import type { ShopDatabase } from "./shop-database.ts";
import { environmentWith, type RunningShop, startMailSink, startShop } from "./web-process.ts";

const PUBLIC_URL = "https://shop.example";
const keys = {
  secretKey: "sk_live_journey",
  webhookSecret: "whsec_journey",
  payPal: { clientId: "journey", clientSecret: "secret-of-a-journey", webhookId: "0EH40505U7160970P" },
};

/**
 * A shop as its server's operator sets it up for trade: address, mail server and live keys of both providers. Their
 * stand-ins answer to those keys in live mode (`live-providers.ts` leads the shop there), so no money moves.
 */
export class LiveShop {
  readonly #database: ShopDatabase;
  #mailbox: Awaited<ReturnType<typeof startMailSink>> | undefined;
  #standIns: { port: number; stop(): Promise<void> } | undefined;
  #shop: RunningShop | undefined;
  #settings: Record<string, string> = {};

  constructor(database: ShopDatabase) {
    this.#database = database;
  }

  get shop(): RunningShop {
    if (!this.#shop) throw new Error("The shop is not running.");
    return this.#shop;
  }

  async start(): Promise<void> {
    const port = await freePort();
    this.#mailbox = await startMailSink();
    const preload = pathToFileURL(path.join(projectFolder, "e2e", "support", "live-providers.ts"));
    this.#settings = {
      DATABASE_URL: this.#database.url,
      PUBLIC_URL,
      SMTP_URL: this.#mailbox.url,
      MAIL_FROM: "hello@shop.example",
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: "pk_live_journey",
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      PAYPAL_CLIENT_ID: keys.payPal.clientId,
      PAYPAL_CLIENT_SECRET: keys.payPal.clientSecret,
      PAYPAL_WEBHOOK_ID: keys.payPal.webhookId,
      RATE_LIMIT_FACTOR: "1000",
      WEB_PROCESSES: "1",
      STAND_INS_PORT: String(port),
      NODE_OPTIONS: `--import=${preload}`,
    };
    this.#shop = await startShop(this.#settings);
    this.#standIns = await startStandIns({
      keys,
      // Their pages are at an address of their own here, as the real ones are.
      shopUrl: `http://127.0.0.1:${port}`,
      webhookUrl: `${this.#shop.url}/webhooks/stripe`,
      port,
    });
  }

  async stop(): Promise<void> {
    await this.#shop?.stop();
    await this.#standIns?.stop();
    await this.#mailbox?.stop();
  }

  /** What the owner does in the providers' dashboards. */
  async setUpWebhooks(): Promise<void> {
    await runInSandbox((store) => {
      const created = secondsNow();
      const [url, domain_name] = [`${PUBLIC_URL}/webhooks/stripe`, new URL(PUBLIC_URL).host];
      store.put(webhookEndpoints, {
        id: newId("we"),
        created,
        url,
        enabled_events: ["*"],
        status: "enabled",
      });
      store.put(paymentMethodDomains, { id: newId("pmd"), created, domain_name, enabled: true });
      const address = `${PUBLIC_URL}/webhooks/paypal`;
      store.put(payPalWebhooks, { id: keys.payPal.webhookId, url: address, events: ["*"] });
    });
  }

  /** Buys the product of £1 without scripts: the provider's own card form is not here, its page is. */
  async buyByCard(browser: Browser, address: string): Promise<void> {
    // The page leads to the provider's address, which the policy knows; the stand-in's is another.
    const buyer = await browser.newContext({ baseURL: address, javaScriptEnabled: false, bypassCSP: true });
    const page = await buyer.newPage();
    await page.goto("/products/premium-biochar");
    await page.locator("main").getByRole("button", { name: "Add to Cart" }).first().click();
    await page.goto("/checkout");
    await fillDetails(page, "olwen@shop.example");
    const leaving = page.waitForRequest((request) => request.url().includes("/sandbox/stripe/checkout/"));
    await page
      .locator("main")
      .getByRole("button", { name: /^Pay £/ })
      .click();
    const { pathname } = new URL((await leaving).url());
    await buyer.close();
    const paid = await fetch(`http://127.0.0.1:${this.#standIns?.port}${pathname}`, {
      method: "POST",
      body: new URLSearchParams({ cardNumber: cards.good, cardExpiry: "12/40", cardCvc: "123" }),
      redirect: "manual",
    });
    // Nobody tells the shop but the provider's event: the buyer never comes back.
    expect(paid.headers.get("location")).toContain(`${PUBLIC_URL}/checkout-success`);
  }

  /** `npm run doctor` in the shop's environment. */
  runDoctor(): Promise<{ code: number | null; output: string }> {
    return runCommand("doctor", { env: environmentWith(this.#settings) });
  }
}
