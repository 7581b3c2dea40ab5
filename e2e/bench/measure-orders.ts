import { BareBuyer, liftIds } from "./bare-buyer.ts";
import type { Closing } from "./closing.ts";
import { type Load, loadOfWork, together } from "./load.ts";
import type { Comparison } from "./measure-page.ts";
import { processorTimeOf, untilIdle } from "./process-usage.ts";
import { countOf, statementsDuring } from "./queries.ts";
import { inOneLine, type RecordedStatement } from "./recorded-order.ts";
import type { MeasuredShop } from "./shop.ts";
import { ScriptedBuyer } from "./shop-order.ts";

const ROUNDS = 2;
/** Much code runs for an order, and each part of it must have run often before it is fast. */
const WARM_UP_SECONDS = 6;
const COUNTED_ORDERS = 20;

interface Measuring {
  closing: Closing;
  adminUrl: string;
  databaseUrl: string;
  seconds: number;
}

/**
 * Whole orders over REST beside the same statements sent by a bare client, in turns. The shop plays the payment
 * provider, too, and sends itself its events: that is in the figures of both.
 */
export async function measureOrders(
  { name, target }: Pick<Comparison, "name" | "target">,
  shop: MeasuredShop,
  { closing, adminUrl, databaseUrl, seconds }: Measuring,
): Promise<Comparison> {
  const buyer = new ScriptedBuyer(shop.url);
  const baskets = await buyer.fillBaskets();
  await liftIds(databaseUrl);
  await loadOfWork(() => buyer.placeOrder(), WARM_UP_SECONDS);
  await untilIdle(shop.pid);
  const recorded: RecordedStatement[][] = [];
  for (const _ of baskets) {
    const statements = await shop.recordStatements(async () => {
      await buyer.placeOrder();
      await untilIdle(shop.pid);
    });
    recorded.push(inOneLine(statements));
  }
  const bareBuyer = await closing.open(
    async () => new BareBuyer(databaseUrl, recorded),
    (bare) => bare.leave(),
  );
  await loadOfWork(() => bareBuyer.placeOrder(), 1);
  await untilIdle(shop.pid);
  const statements = await statementsDuring(adminUrl, async () => {
    for (let order = 0; order < COUNTED_ORDERS; order += 1) await buyer.placeOrder();
    await untilIdle(shop.pid);
  });
  const bareStatements = await statementsDuring(adminUrl, async () => {
    for (let order = 0; order < COUNTED_ORDERS; order += 1) await bareBuyer.placeOrder();
  });

  const [shopLoads, bareLoads]: [Load[], Load[]] = [[], []];
  let catchUpMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorTimeOf(shop.pid);
    const load = await loadOfWork(() => buyer.placeOrder(), seconds);
    catchUpMs = await untilIdle(shop.pid);
    const after = processorTimeOf(shop.pid);
    const processorUs =
      before === undefined || after === undefined ? undefined : ((after - before) * 1000) / load.count;
    shopLoads.push({ ...load, processorUs });
    bareLoads.push(await loadOfWork(() => bareBuyer.placeOrder(), seconds));
    await untilIdle(shop.pid);
  }
  buyer.leave();
  const [shopLoad, bareLoad] = [together(shopLoads), together(bareLoads)];
  return {
    name,
    target,
    shop: shopLoad,
    bare: bareLoad,
    ratio: shopLoad.perSecond / bareLoad.perSecond,
    queries: countOf(statements) / COUNTED_ORDERS,
    bareQueries: countOf(bareStatements) / COUNTED_ORDERS,
    statements,
    catchUpMs,
  };
}
