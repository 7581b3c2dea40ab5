import type { Environment } from "#server/core/env.server.ts";
import { usesStandIns } from "../provider-list.ts";
import { startedSandbox } from "../sandbox-connection.server.ts";
import { PayPalClient } from "./paypal-client.server.ts";

/** How the shop reaches PayPal: its REST interface, or the sandbox's. */
export interface PayPalGateway {
  client: PayPalClient;
  /** For the browser. */
  clientId: string;
  /** Where payers approve an order, whose id follows. */
  approvalPage: string;
  /** Which of PayPal's webhooks this shop is. */
  webhookId: string;
  /** True while test payments come from our own sandbox, not from PayPal's. */
  isSandbox: boolean;
}

const payPalAddresses = {
  live: { api: "https://api-m.paypal.com", payer: "https://www.paypal.com" },
  sandbox: { api: "https://api-m.sandbox.paypal.com", payer: "https://www.sandbox.paypal.com" },
} as const;

/** With the keys of the environment; the sandbox where no provider has any; none where only others have. */
export function connectPayPal(environment: Environment): PayPalGateway | undefined {
  const { PAYPAL_CLIENT_ID: clientId } = environment;
  if (clientId) return realPayPal(clientId, environment);
  return usesStandIns(environment) ? sandboxPayPal() : undefined;
}

function realPayPal(clientId: string, environment: Environment): PayPalGateway {
  const clientSecret = environment.PAYPAL_CLIENT_SECRET ?? "";
  const { api, payer } = payPalAddresses[environment.PAYPAL_ENVIRONMENT === "sandbox" ? "sandbox" : "live"];
  return {
    client: new PayPalClient({ baseUrl: api, clientId, clientSecret }),
    clientId,
    approvalPage: `${payer}/checkoutnow?token=`,
    webhookId: environment.PAYPAL_WEBHOOK_ID ?? "",
    isSandbox: false,
  };
}

function sandboxPayPal(): PayPalGateway {
  let made: { port: number; client: PayPalClient } | undefined;
  return {
    get client() {
      const { port, payPal } = startedSandbox();
      if (made?.port !== port) {
        const baseUrl = `http://127.0.0.1:${port}`;
        made = { port, client: new PayPalClient({ baseUrl, ...payPal }) };
      }
      return made.client;
    },
    clientId: "sandbox",
    approvalPage: "/sandbox/paypal/approve?token=",
    get webhookId() {
      return startedSandbox().payPal.webhookId;
    },
    isSandbox: true,
  };
}
