export { Cart, CartLine } from "./cart.ts";
export { Checkout, FailedOrder, Payment, ProviderEvent, StockHold } from "./checkout.ts";
export { Counter, Order, OrderEvent, OrderLine } from "./order.ts";
export { OutboxEmail } from "./outbox-email.ts";
export { Product } from "./product.ts";
export { SandboxObject } from "./sandbox-object.ts";
export { Session } from "./session.ts";
export { ShopSecret, StoreSetting } from "./store-setting.ts";
export { User } from "./user.ts";
