import { Suspense } from "react";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import type { OpenedOwnOrder } from "#server/orders/own-orders.server.ts";

const OwnOrderDetails = lazyPart(() => import("./own-order-details.tsx"));

/** An order of one's own, whose details come with their scripts when it is opened. */
export function OpenedOrder({ order }: { order: OpenedOwnOrder }) {
  return (
    <Suspense>
      <OwnOrderDetails order={order} />
    </Suspense>
  );
}
