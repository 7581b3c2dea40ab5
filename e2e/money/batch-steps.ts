import fc from "fast-check";
import {
  addAnalysis,
  createBatch,
  quarantineBatch,
  releaseBatch,
  writeOff,
} from "#server/batches/change-batch.server.ts";
import { findAffectedOrders, recallBatch } from "#server/batches/recall-batch.server.ts";
import type { Context } from "#server/core/context.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { undoDispatch } from "#server/orders/parcels.server.ts";
import { updateStatement } from "#server/statements/update-statement.server.ts";
import { type Fault, fault, NONE } from "./action.ts";
import { onOrder } from "./staff-steps.ts";
import { anythingCharged, type DrawnSteps, pick, step } from "./step.ts";
import { SYSTEM, type World } from "./world.ts";

const which = fc.nat(10);

interface KnownBatch {
  id: number;
  code: string;
}

/** What is made in batches, leaves in parcels, comes back, is called back, and is stated. */
export const batchSteps: DrawnSteps[] = [
  step({
    name: "staff enter a batch",
    weight: 4,
    given: fc.record({
      product: fc.nat(2),
      kilograms: fc.constantFrom(15, 60, 2000),
      isMeasured: fc.constantFrom(true, true, false),
      fault,
    }),
    act: (world, _model, input) => enterBatch(world, input),
  }),
  step({
    name: "staff send a parcel",
    weight: 6,
    given: fc.record({ which, isWhole: fc.constantFrom(true, true, false), fault }),
    can: anythingCharged,
    act: (world, _model, input) =>
      onOrder(world, "send a parcel", input, async (context, { id, status, toSend }) => {
        const [line] = toSend;
        const { parcelId } = await dispatchOrder(context, {
          ...{ orderId: id, from: status, carrier: "Royal Mail", note: "" },
          trackingNumber: `RM-${context.requestId}`,
          ...(input.isWhole || !line ? {} : { lines: [{ lineId: line.lineId, quantity: 1 }] }),
        });
        return `parcel ${parcelId}`;
      }),
  }),
  step({
    name: "staff take a parcel back",
    weight: 2,
    given: fc.record({ which, fault }),
    can: anythingCharged,
    act: async (world, _model, input) => {
      const parcel = pick(await world.database.rows<{ id: number }>("select id from parcel"), input.which);
      const by = { by: world.staff, fault: input.fault };
      await world.act("staff take a parcel back", by, async (context) => {
        if (!parcel) return "none";
        await undoDispatch(context, { id: [parcel.id] });
        return `parcel ${parcel.id}`;
      });
    },
  }),
  step({
    name: "staff write some of a batch off",
    weight: 1,
    given: fc.record({ which, kilograms: fc.constantFrom(1, 12), fault }),
    act: (world, _model, input) =>
      onBatch(world, "write some off", input, async (context, { id, code }) => {
        const key = context.requestId;
        await writeOff(context, { batchId: id, key, kilograms: input.kilograms, reason: "Spilt" });
        return `${input.kilograms} kg of ${code}`;
      }),
  }),
  step({
    name: "staff stop or release a batch",
    weight: 1,
    given: fc.record({ which, stop: fc.boolean(), fault }),
    act: (world, _model, input) =>
      onBatch(
        world,
        input.stop ? "stop a batch" : "release a batch",
        input,
        async (context, { id, code }) => {
          if (input.stop) await quarantineBatch(context, { batchId: id, reason: "Too moist" });
          else await releaseBatch(context, { batchId: id });
          return code;
        },
      ),
  }),
  step({
    name: "staff recall a batch",
    weight: 2,
    given: fc.record({ which, fault }),
    act: (world, _model, input) =>
      onBatch(world, "recall a batch", input, async (context, { id, code }) => {
        const { length: seenOrders } = await findAffectedOrders(context, id);
        const recall = { batchId: id, reason: "Too moist", message: "Keep it closed.", seenOrders };
        return `${code}: ${(await recallBatch(context, recall)).mails} mails`;
      }),
  }),
  step({
    name: "statements are settled",
    weight: 3,
    given: fc.record({ fault }),
    can: anythingCharged,
    act: (world, _model, input) => runStatementJobs(world, input.fault),
  }),
];

export async function enterBatch(
  world: World,
  input: { product: number; kilograms: number; isMeasured: boolean; fault: Fault },
): Promise<void> {
  const { product, kilograms, isMeasured, fault } = input;
  const goods = pick(world.products, product);
  const [made] = await world.database.rows<{ count: number }>("select count(*)::int as count from batch");
  if (!goods || !made) return;
  const code = `M-${made.count + 1}`;
  const name = `staff enter ${kilograms} kg of ${goods.name} as ${code}`;
  await world.act(name, { by: world.staff, fault }, async (context) => {
    await createBatch(context, {
      ...{ code, productId: goods.id, madeOn: "2026-01-15", kilogramsMade: kilograms },
      ...{ feedstock: "Hardwood", feedstockOrigin: "", kilnCelsius: 550 },
      ...{ certificationClass: "none", certificateNumber: "" },
    });
    const [batch] = await world.database.rows<{ id: number }>("select id from batch where code = $1", [code]);
    if (!batch || !isMeasured) return "not measured";
    await addAnalysis(context, {
      ...{ batchId: batch.id, key: code, laboratory: "Laboratory", analysedOn: "2026-01-20" },
      ...{ organicCarbon: 80, hydrogenToCarbon: 0.35, water: 10, metals: {} },
    });
    return "measured";
  });
}

async function onBatch(
  world: World,
  what: string,
  input: { which: number; fault: Fault },
  act: (context: Context, batch: KnownBatch) => Promise<string>,
): Promise<void> {
  const batches = await world.database.rows<KnownBatch & { [name: string]: unknown }>(
    "select id, code from batch order by id",
  );
  const batch = pick(batches, input.which);
  await world.act(`staff ${what}`, { by: world.staff, fault: input.fault }, async (context) =>
    batch ? act(context, batch) : "none",
  );
}

/** The queued jobs, as a worker does them: one that did not end is done again. */
export async function runStatementJobs(world: World, fault: Fault = NONE): Promise<void> {
  const jobs = await world.database.rows<{ orderId: number }>(
    `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
      where task.id = job.task_id and task.identifier = 'settle-statement'
      returning (job.payload->>'orderId')::int as "orderId"`,
  );
  for (const { orderId } of jobs) {
    let isDone = false;
    await world.act(
      `the statement of order ${orderId} is settled`,
      { by: SYSTEM, fault },
      async (context) => {
        await updateStatement(context, { orderId });
        isDone = true;
      },
    );
    if (isDone) continue;
    await world.database.rows(
      `select graphile_worker.add_job('settle-statement', json_build_object('orderId', $1::int),
                job_key := 'settle-statement:' || $1::int)`,
      [orderId],
    );
  }
}
