export { Batch, BatchAllocation, BatchAnalysis, BatchWriteOff } from "./batch.ts";
export { CarbonStatement, CarbonStatementLine, SigningKey, UseStatement } from "./carbon-statement.ts";
export {
  Cart,
  CartLine,
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
  StaffNote,
  Subscriber,
  WaitingEmail,
} from "./correspondence.ts";
export { Counter, Order, OrderEvent, OrderLine } from "./order.ts";
export { Parcel, ParcelLine } from "./parcel.ts";
export { PastPrice, Product, SearchWord, TradeList } from "./product.ts";
export { CorrectionNote, Dispute, PaymentWarning, Refund, Withdrawal } from "./refund.ts";
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
export { StockAlert } from "./stock-alert.ts";
export {
  AuditEntry,
  DemoRecord,
  IdempotentRequest,
  ShopOpening,
  ShopSecret,
  StoreSetting,
} from "./store-setting.ts";
export { User } from "./user.ts";
