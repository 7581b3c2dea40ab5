export { Batch, BatchAllocation, BatchAnalysis, BatchWriteOff } from "./batch.ts";
export { CarbonStatement, CarbonStatementLine, SigningKey } from "./carbon-statement.ts";
export { Cart, CartLine } from "./cart.ts";
export {
  Checkout,
  CollectionPlace,
  FailedOrder,
  Payment,
  ProviderEvent,
  StockHold,
} from "./checkout.ts";
export { BlogPost, FaqEntry, MediaDocument, MediaFile } from "./content.ts";
export {
  Enquiry,
  EnquiryAnswer,
  NewsletterDelivery,
  NewsletterIssue,
  OutboxEmail,
  Subscriber,
  WaitingEmail,
} from "./correspondence.ts";
export { Counter, Order, OrderEvent, OrderLine } from "./order.ts";
export { Parcel, ParcelLine } from "./parcel.ts";
export { PastPrice, Product, SearchWord } from "./product.ts";
export { CorrectionNote, Dispute, PaymentWarning, Refund } from "./refund.ts";
export {
  AccountToken,
  ApiKey,
  Passkey,
  PendingSignIn,
  RecoveryCode,
  Session,
  TwoFactor,
  UsedPasskeyChallenge,
} from "./sign-in.ts";
export { StaffNote } from "./staff-note.ts";
export { StockAlert } from "./stock-alert.ts";
export {
  AuditEntry,
  DemoRecord,
  IdempotentRequest,
  ShopOpening,
  ShopSecret,
  StoreSetting,
} from "./store-setting.ts";
export { TradeList } from "./trade-list.ts";
export { UseStatement } from "./use-statement.ts";
export { User } from "./user.ts";
export { Withdrawal } from "./withdrawal.ts";
