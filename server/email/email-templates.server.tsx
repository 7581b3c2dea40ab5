import { toPlainText } from "@react-email/components";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { profileOf } from "#server/payments/provider-list.ts";
import {
  AskOfUse,
  type AskOfUseProps,
  BatchRecall,
  type BatchRecallProps,
} from "./templates/batch-mails.tsx";
import { OrderConfirmation, type OrderConfirmationProps } from "./templates/order-confirmation.tsx";
import {
  MoneyReturned,
  type MoneyReturnedProps,
  OrderCancelled,
  type OrderCancelledProps,
  OrderDispatched,
  type OrderDispatchedProps,
  OrderReady,
  type OrderReadyProps,
  OrderRefunded,
  type OrderRefundedProps,
  PaymentReceived,
  type PaymentReceivedProps,
} from "./templates/order-mails.tsx";
import {
  ApiKeyMade,
  type ApiKeyMadeProps,
  EmailChanged,
  type EmailChangedProps,
  PasskeyChanged,
  type PasskeyChangedProps,
  passkeyTitle,
  RoleChanged,
  type RoleChangedProps,
  StaffTwoFactorEnded,
  type StaffTwoFactorEndedProps,
  TwoFactorChanged,
  type TwoFactorChangedProps,
  twoFactorTitle,
} from "./templates/security-mails.tsx";
import {
  AccountExists,
  type AccountExistsProps,
  ConfirmEmail,
  type ConfirmEmailProps,
  PasswordChanged,
  type PasswordChangedProps,
  ResetPassword,
  type ResetPasswordProps,
  SetPassword,
  type SetPasswordProps,
  VerifyEmail,
  type VerifyEmailProps,
} from "./templates/sign-in-mails.tsx";
import {
  FailedPayment,
  type FailedPaymentProps,
  LowStock,
  type LowStockProps,
  NewEnquiry,
  type NewEnquiryProps,
  NewOrder,
  type NewOrderProps,
  PaymentDisputed,
  type PaymentDisputedProps,
  PaymentProblem,
  type PaymentProblemProps,
  PaymentWarning,
  type PaymentWarningProps,
  RefundFailed,
  type RefundFailedProps,
  TestMail,
  type TestMailProps,
} from "./templates/staff-mails.tsx";
import {
  EnquiryAnswer,
  type EnquiryAnswerProps,
  NewsletterIssue,
  type NewsletterIssueProps,
  NewsletterVerification,
  type NewsletterVerificationProps,
  StockAlertConfirmation,
  type StockAlertConfirmationProps,
  StockBack,
  type StockBackProps,
} from "./templates/visitor-mails.tsx";
import {
  NewWithdrawal,
  type NewWithdrawalProps,
  WithdrawalClosed,
  type WithdrawalClosedProps,
  WithdrawalReceived,
  type WithdrawalReceivedProps,
} from "./templates/withdrawal-mails.tsx";

interface Template<Props> {
  subject(props: Props): string;
  body(props: Props): ReactElement;
}

/** Every mail the shop sends. */
const templates = {
  "order-confirmation": {
    subject: ({ store, invoiceNumber }) => `Your ${store.name} order ${invoiceNumber}`,
    body: OrderConfirmation,
  } satisfies Template<OrderConfirmationProps>,
  "order-dispatched": {
    subject: ({ invoiceNumber, stillToCome = [] }) =>
      `${stillToCome.length > 0 ? "Part of your" : "Your"} order ${invoiceNumber} is on its way`,
    body: OrderDispatched,
  } satisfies Template<OrderDispatchedProps>,
  "order-ready": {
    subject: ({ invoiceNumber }) => `Your order ${invoiceNumber} is ready to be collected`,
    body: OrderReady,
  } satisfies Template<OrderReadyProps>,
  "batch-recall": {
    subject: ({ batchCode, invoiceNumber }) => `Recall of batch ${batchCode}: your order ${invoiceNumber}`,
    body: BatchRecall,
  } satisfies Template<BatchRecallProps>,
  "order-refunded": {
    subject: ({ invoiceNumber }) => `A refund for your order ${invoiceNumber}`,
    body: OrderRefunded,
  } satisfies Template<OrderRefundedProps>,
  "test-mail": {
    subject: ({ store }) => `A test mail from ${store.name}`,
    body: TestMail,
  } satisfies Template<TestMailProps>,
  "order-cancelled": {
    subject: ({ invoiceNumber }) => `Your order ${invoiceNumber} is cancelled`,
    body: OrderCancelled,
  } satisfies Template<OrderCancelledProps>,
  "payment-received": {
    subject: ({ invoiceNumber }) => `We have received your payment for order ${invoiceNumber}`,
    body: PaymentReceived,
  } satisfies Template<PaymentReceivedProps>,
  "money-returned": {
    subject: ({ store, amount }) => `${store.name} has returned ${amount}`,
    body: MoneyReturned,
  } satisfies Template<MoneyReturnedProps>,
  "ask-of-use": {
    subject: ({ invoiceNumber }) => `What became of the biochar of order ${invoiceNumber}?`,
    body: AskOfUse,
  } satisfies Template<AskOfUseProps>,
  "withdrawal-received": {
    subject: ({ noun, invoiceNumber }) => `We have received your ${noun} for order ${invoiceNumber}`,
    body: WithdrawalReceived,
  } satisfies Template<WithdrawalReceivedProps>,
  "withdrawal-closed": {
    subject: ({ noun, invoiceNumber }) => `About your ${noun} for order ${invoiceNumber}`,
    body: WithdrawalClosed,
  } satisfies Template<WithdrawalClosedProps>,
  "new-withdrawal": {
    subject: ({ customerName, invoiceNumber }) => `${customerName} cancels ${invoiceNumber}, or a part of it`,
    body: NewWithdrawal,
  } satisfies Template<NewWithdrawalProps>,
  "new-order": {
    subject: ({ invoiceNumber, customerName }) => `New order ${invoiceNumber} from ${customerName}`,
    body: NewOrder,
  } satisfies Template<NewOrderProps>,
  "low-stock": {
    subject: ({ products: [first], more, products }) =>
      products.length + more > 1
        ? `${products.length + more} products are running low`
        : `${first?.productName ?? "A product"} is running low`,
    body: LowStock,
  } satisfies Template<LowStockProps>,
  "failed-payment": {
    subject: ({ customerName }) => `A payment failed (${customerName})`,
    body: FailedPayment,
  } satisfies Template<FailedPaymentProps>,
  "payment-problem": {
    subject: ({ customerName }) => `A payment needs your attention (${customerName})`,
    body: PaymentProblem,
  } satisfies Template<PaymentProblemProps>,
  "refund-failed": {
    subject: ({ invoiceNumber, paymentId, isWaiting }) =>
      `A refund ${isWaiting ? "waits" : "failed"} (${invoiceNumber ?? paymentId})`,
    body: RefundFailed,
  } satisfies Template<RefundFailedProps>,
  "payment-disputed": {
    subject: ({ customerName, invoiceNumber }) => `A payment is disputed (${invoiceNumber ?? customerName})`,
    body: PaymentDisputed,
  } satisfies Template<PaymentDisputedProps>,
  "payment-warning": {
    subject: ({ customerName, invoiceNumber, kind, provider }) => {
      const what =
        kind === "review" ? `${profileOf(provider).name} reviews a payment` : "A payment may be fraud";
      return `${what} (${invoiceNumber ?? customerName})`;
    },
    body: PaymentWarning,
  } satisfies Template<PaymentWarningProps>,
  "newsletter-verification": {
    subject: ({ store }) => `Confirm your ${store.name} newsletter`,
    body: NewsletterVerification,
  } satisfies Template<NewsletterVerificationProps>,
  "newsletter-issue": {
    subject: ({ subject, isTest }) => (isTest ? `Test: ${subject}` : subject),
    body: NewsletterIssue,
  } satisfies Template<NewsletterIssueProps>,
  "stock-alert-confirmation": {
    subject: ({ productName }) => `Shall we tell you when ${productName} is back?`,
    body: StockAlertConfirmation,
  } satisfies Template<StockAlertConfirmationProps>,
  "stock-back": {
    subject: ({ productName }) => `${productName} is back`,
    body: StockBack,
  } satisfies Template<StockBackProps>,
  "new-enquiry": {
    subject: ({ name, subject }) => `Enquiry from ${name}: ${subject}`,
    body: NewEnquiry,
  } satisfies Template<NewEnquiryProps>,
  "enquiry-answer": {
    subject: ({ subject }) => `Re: ${subject}`,
    body: EnquiryAnswer,
  } satisfies Template<EnquiryAnswerProps>,
  "verify-email": {
    subject: ({ store }) => `Verify your email address for ${store.name}`,
    body: VerifyEmail,
  } satisfies Template<VerifyEmailProps>,
  "role-changed": {
    subject: ({ store }) => `Your ${store.name} account has another role`,
    body: RoleChanged,
  } satisfies Template<RoleChangedProps>,
  "account-exists": {
    subject: ({ store }) => `You already have an account with ${store.name}`,
    body: AccountExists,
  } satisfies Template<AccountExistsProps>,
  "confirm-email": {
    subject: ({ store }) => `Confirm your new email address for ${store.name}`,
    body: ConfirmEmail,
  } satisfies Template<ConfirmEmailProps>,
  "email-changed": {
    subject: ({ store, stage }) =>
      stage === "requested"
        ? `A new email address was asked for at ${store.name}`
        : `Your ${store.name} email address was changed`,
    body: EmailChanged,
  } satisfies Template<EmailChangedProps>,
  "reset-password": {
    subject: ({ store }) => `Reset your ${store.name} password`,
    body: ResetPassword,
  } satisfies Template<ResetPasswordProps>,
  "password-changed": {
    subject: ({ store }) => `Your ${store.name} password was changed`,
    body: PasswordChanged,
  } satisfies Template<PasswordChangedProps>,
  "two-factor-changed": {
    subject: ({ store, change }) => `${twoFactorTitle(change)} (${store.name})`,
    body: TwoFactorChanged,
  } satisfies Template<TwoFactorChangedProps>,
  "passkey-changed": {
    subject: ({ store, change }) => `${passkeyTitle(change)} (${store.name})`,
    body: PasskeyChanged,
  } satisfies Template<PasskeyChangedProps>,
  "api-key-made": {
    subject: ({ store, keyName }) => `An API key was made: ${keyName} (${store.name})`,
    body: ApiKeyMade,
  } satisfies Template<ApiKeyMadeProps>,
  "staff-two-factor-ended": {
    subject: ({ store }) => `Staff may sign in without a second factor (${store.name})`,
    body: StaffTwoFactorEnded,
  } satisfies Template<StaffTwoFactorEndedProps>,
  "set-password": {
    subject: ({ store }) => `Set a password for your ${store.name} account`,
    body: SetPassword,
  } satisfies Template<SetPasswordProps>,
};

export type EmailName = keyof typeof templates;
export type EmailProps<Name extends EmailName> = Parameters<(typeof templates)[Name]["body"]>[0];
/** What any mail states, as it is queued: JSON, so that it can be rendered later as well as now. */
export type EmailFacts = EmailProps<EmailName>;

export function isEmailName(name: string): name is EmailName {
  return Object.hasOwn(templates, name);
}

export interface EmailBodies {
  html: string;
  text: string;
}

/** Old mail programs draw tables in a page without it as browsers did in 1998. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A mail as HTML and as text. */
export function renderEmail<Name extends EmailName>(name: Name, props: EmailProps<Name>): EmailBodies {
  const template: Template<EmailProps<Name>> = templates[name];
  const html = `${DOCTYPE}${renderToStaticMarkup(template.body(props))}`;
  return { html, text: toPlainText(html) };
}

/** A mail's subject in one line. It may contain what people typed: no line break may add a header. */
export function subjectOf<Name extends EmailName>(name: Name, props: EmailProps<Name>): string {
  const template: Template<EmailProps<Name>> = templates[name];
  return template
    .subject(props)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, 300);
}
