import { expect, test } from "vitest";
import { z } from "zod";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

const DAYS = "start_date=2026-01-01T00:00:00Z&end_date=";

test.each([
  [`${DAYS}2026-02-02T00:00:00Z`, "Date range is greater than 31 days"],
  [`${DAYS}2026-01-02T00:00:00Z&colour=red`, "INVALID_PARAMETER_VALUE"],
  [`${DAYS}soon`, "INVALID_PARAMETER_VALUE"],
  [`${DAYS}2026-01-02T00:00:00Z&page_size=501`, "INVALID_PARAMETER_VALUE"],
])("PayPal's list refuses %s", async (query, issue) => {
  const { paypal } = paymentGateways();
  const response = paypal?.client.send(z.unknown(), "GET", `/v1/reporting/transactions?${query}`);
  await expect(response).rejects.toMatchObject({ status: 400, issue });
});
