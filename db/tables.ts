import type { InferKyselyDB } from "@mikro-orm/postgresql";
import { UseStatementSchema } from "#db/entities/carbon-statement.ts";
import { CartLineSchema, CartSchema } from "#db/entities/checkout.ts";
import { StaffNoteSchema } from "#db/entities/correspondence.ts";
import { TradeListSchema } from "#db/entities/product.ts";
import { WithdrawalSchema } from "#db/entities/refund.ts";
import {
  BatchAllocationSchema,
  BatchAnalysisSchema,
  BatchSchema,
  BatchWriteOffSchema,
} from "./entities/batch.ts";
import {
  CarbonStatementLineSchema,
  CarbonStatementSchema,
  SigningKeySchema,
} from "./entities/carbon-statement.ts";
import {
  CheckoutSchema,
  CollectionPlaceSchema,
  FailedOrderSchema,
  PaymentSchema,
  ProviderEventSchema,
  StockHoldSchema,
} from "./entities/checkout.ts";
import { BlogPostSchema, FaqEntrySchema, MediaDocumentSchema, MediaFileSchema } from "./entities/content.ts";
import {
  EnquiryAnswerSchema,
  EnquirySchema,
  NewsletterDeliverySchema,
  NewsletterIssueSchema,
  OutboxEmailSchema,
  SubscriberSchema,
  WaitingEmailSchema,
} from "./entities/correspondence.ts";
import { CounterSchema, OrderEventSchema, OrderLineSchema, OrderSchema } from "./entities/order.ts";
import { ParcelLineSchema, ParcelSchema } from "./entities/parcel.ts";
import { PastPriceSchema, ProductSchema, SearchWordSchema } from "./entities/product.ts";
import {
  CorrectionNoteSchema,
  DisputeSchema,
  PaymentWarningSchema,
  RefundSchema,
} from "./entities/refund.ts";
import {
  AccountTokenSchema,
  ApiKeySchema,
  PasskeySchema,
  PendingSignInSchema,
  RecoveryCodeSchema,
  SessionSchema,
  TwoFactorSchema,
  UsedPasskeyChallengeSchema,
} from "./entities/sign-in.ts";
import { StockAlertSchema } from "./entities/stock-alert.ts";
import {
  AuditEntrySchema,
  DemoRecordSchema,
  IdempotentRequestSchema,
  ShopOpeningSchema,
  ShopSecretSchema,
  StoreSettingSchema,
} from "./entities/store-setting.ts";
import { UserSchema } from "./entities/user.ts";

/** Every entity's definition: what the types below are inferred from. `tables.test.ts` names one that is missing. */
export const tableSchemas = [
  AccountTokenSchema,
  ApiKeySchema,
  AuditEntrySchema,
  BatchAllocationSchema,
  BatchAnalysisSchema,
  BatchSchema,
  BatchWriteOffSchema,
  BlogPostSchema,
  CarbonStatementLineSchema,
  CarbonStatementSchema,
  CartLineSchema,
  CartSchema,
  CheckoutSchema,
  CollectionPlaceSchema,
  CorrectionNoteSchema,
  CounterSchema,
  DemoRecordSchema,
  DisputeSchema,
  EnquiryAnswerSchema,
  EnquirySchema,
  FailedOrderSchema,
  FaqEntrySchema,
  IdempotentRequestSchema,
  MediaDocumentSchema,
  MediaFileSchema,
  NewsletterDeliverySchema,
  NewsletterIssueSchema,
  OrderEventSchema,
  OrderLineSchema,
  OrderSchema,
  OutboxEmailSchema,
  ParcelLineSchema,
  ParcelSchema,
  PasskeySchema,
  PastPriceSchema,
  PaymentSchema,
  PaymentWarningSchema,
  PendingSignInSchema,
  ProductSchema,
  ProviderEventSchema,
  RecoveryCodeSchema,
  RefundSchema,
  SearchWordSchema,
  SessionSchema,
  ShopOpeningSchema,
  ShopSecretSchema,
  SigningKeySchema,
  StaffNoteSchema,
  StockAlertSchema,
  StockHoldSchema,
  StoreSettingSchema,
  SubscriberSchema,
  TradeListSchema,
  TwoFactorSchema,
  UseStatementSchema,
  UsedPasskeyChallengeSchema,
  UserSchema,
  WaitingEmailSchema,
  WithdrawalSchema,
] as const;

/**
 * Columns that entities read as numbers, and that the driver gives as text, since they may be longer than a number of
 * JavaScript: `bigint` and `numeric`. `tables.test.ts` compares the list with the database.
 */
export const longNumbers = [
  "passkey.counter",
  "user_account.carbom_reduction_target",
  "user_account.land_size",
] as const;

/** A moment as the driver gives it: PostgreSQL's text, which is no ISO date. `isoTime` and `dateOf` read it. */
export type Timestamp = string & { readonly timestamp: unique symbol };

type LongNumber = (typeof longNumbers)[number];
type Inferred = InferKyselyDB<(typeof tableSchemas)[number]>;

/** What a query finds in a column: the entity's type, but for what only the ORM turns into it. */
type Found<Column extends string, Value> = Column extends LongNumber
  ? string | Extract<Value, null>
  : Value extends Date
    ? Timestamp
    : Value;

type Selected<Value> = Value extends { readonly __select__: infer Type } ? Type : Value;

/** The shop's tables and what a query finds in their columns, for typed SQL (docs/decisions/047-typed-sql.md). */
export type Tables = {
  [Table in keyof Inferred & string]: {
    [Column in keyof Inferred[Table] & string]: Found<
      `${Table}.${Column}`,
      Selected<Inferred[Table][Column]>
    >;
  };
};
