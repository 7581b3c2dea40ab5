import type { Endpoint } from "./endpoint.ts";
import { accountEndpoints } from "./endpoints/account.server.ts";
import { adminEndpoints } from "./endpoints/admin.server.ts";
import { batchEndpoints } from "./endpoints/batches.server.ts";
import { deliveryEndpoints } from "./endpoints/delivery.server.ts";
import { orderWorkEndpoints } from "./endpoints/order-work.server.ts";
import { orderEndpoints } from "./endpoints/orders.server.ts";
import { parcelEndpoints } from "./endpoints/parcels.server.ts";
import { paymentEndpoints } from "./endpoints/payments.server.ts";
import { payPalEndpoints } from "./endpoints/paypal.server.ts";
import { productEndpoints } from "./endpoints/products.server.ts";
import { publicEndpoints } from "./endpoints/public.server.ts";
import { statementEndpoints } from "./endpoints/statements.server.ts";
import { userEndpoints } from "./endpoints/users.server.ts";
import { withdrawalEndpoints } from "./endpoints/withdrawals.server.ts";

/** Every endpoint of the shop. A new one goes into the list of its subject. */
export const endpointTable: readonly Endpoint[] = [
  ...productEndpoints,
  ...batchEndpoints,
  ...deliveryEndpoints,
  ...publicEndpoints,
  ...paymentEndpoints,
  ...orderEndpoints,
  ...withdrawalEndpoints,
  ...statementEndpoints,
  ...accountEndpoints,
  ...adminEndpoints,
  ...orderWorkEndpoints,
  ...parcelEndpoints,
  ...userEndpoints,
  ...payPalEndpoints,
];
