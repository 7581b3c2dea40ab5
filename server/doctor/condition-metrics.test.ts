import { register } from "prom-client";
import { expect, it, onTestFinished } from "vitest";
import { publishCondition } from "./health-status.server.ts";

it("shows the shop's condition, and that the database is away when it is", async () => {
  // Others' metrics of this process stay.
  const others = new Set(register.getMetricsAsArray().map(({ name }) => name));
  onTestFinished(() => {
    for (const { name } of register.getMetricsAsArray())
      if (!others.has(name)) register.removeSingleMetric(name);
  });
  let away = false;
  publishCondition(async () => {
    if (away) throw new Error("away");
    return {
      secondsSinceSweep: 12,
      dueJobs: 3,
      waitingJobs: 0,
      failedJobs: 1,
      unsentMails: 4,
      secondsOfOldestMail: null,
      failedOrders: 2,
      unmatchedPayments: 0,
      disputesToAnswer: 0,
    };
  });
  const well = await register.metrics();
  expect(well).toContain("shop_failed_orders_open 2");
  expect(well).toContain("shop_mails_unsent 4");
  expect(well).toContain("shop_jobs_waiting 3");
  expect(well).toContain("shop_database_up 1");
  away = true;
  expect(await register.metrics()).toContain("shop_database_up 0");
});
