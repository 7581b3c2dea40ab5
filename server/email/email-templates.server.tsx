import { toPlainText } from "@react-email/components";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { profileOf } from "#server/payments/provider-list.ts";
import { AskOfUse, BatchRecall } from "./templates/batch-mails.tsx";
import { OrderConfirmation } from "./templates/order-confirmation.tsx";
import {
  MoneyReturned,
  OrderCancelled,
  OrderDispatched,
  OrderReady,
  OrderRefunded,
  PaymentReceived,
} from "./templates/order-mails.tsx";
import {
  ApiKeyMade,
  EmailChanged,
  PasskeyChanged,
  passkeyTitle,
  RoleChanged,
  StaffTwoFactorEnded,
  TwoFactorChanged,
  twoFactorTitle,
} from "./templates/security-mails.tsx";
import {
  AccountExists,
  ConfirmEmail,
  PasswordChanged,
  ResetPassword,
  SetPassword,
  VerifyEmail,
} from "./templates/sign-in-mails.tsx";
import {
  FailedPayment,
  LowStock,
  NewEnquiry,
  NewOrder,
  PaymentDisputed,
  PaymentProblem,
  PaymentWarning,
  RefundFailed,
  TestMail,
} from "./templates/staff-mails.tsx";
import {
  EnquiryAnswer,
  NewsletterIssue,
  NewsletterVerification,
  StockAlertConfirmation,
  StockBack,
} from "./templates/visitor-mails.tsx";
import { NewWithdrawal, WithdrawalClosed, WithdrawalReceived } from "./templates/withdrawal-mails.tsx";

interface Template<Props> {
  subject(props: Props): string;
  body(props: Props): ReactElement;
}

function mail<Props>(body: Template<Props>["body"], subject: Template<Props>["subject"]): Template<Props> {
  return { subject, body };
}

/** Every mail the shop sends. */
const templates = {
  "order-confirmation": mail(
    OrderConfirmation,
    ({ store, invoiceNumber }) => `Your ${store.name} order ${invoiceNumber}`,
  ),
  "order-dispatched": mail(
    OrderDispatched,
    ({ invoiceNumber, stillToCome = [] }) =>
      `${stillToCome.length > 0 ? "Part of your" : "Your"} order ${invoiceNumber} is on its way`,
  ),
  "order-ready": mail(
    OrderReady,
    ({ invoiceNumber }) => `Your order ${invoiceNumber} is ready to be collected`,
  ),
  "batch-recall": mail(
    BatchRecall,
    ({ batchCode, invoiceNumber }) => `Recall of batch ${batchCode}: your order ${invoiceNumber}`,
  ),
  "order-refunded": mail(OrderRefunded, ({ invoiceNumber }) => `A refund for your order ${invoiceNumber}`),
  "test-mail": mail(TestMail, ({ store }) => `A test mail from ${store.name}`),
  "order-cancelled": mail(OrderCancelled, ({ invoiceNumber }) => `Your order ${invoiceNumber} is cancelled`),
  "payment-received": mail(
    PaymentReceived,
    ({ invoiceNumber }) => `We have received your payment for order ${invoiceNumber}`,
  ),
  "money-returned": mail(MoneyReturned, ({ store, amount }) => `${store.name} has returned ${amount}`),
  "ask-of-use": mail(
    AskOfUse,
    ({ invoiceNumber }) => `What became of the biochar of order ${invoiceNumber}?`,
  ),
  "withdrawal-received": mail(
    WithdrawalReceived,
    ({ noun, invoiceNumber }) => `We have received your ${noun} for order ${invoiceNumber}`,
  ),
  "withdrawal-closed": mail(
    WithdrawalClosed,
    ({ noun, invoiceNumber }) => `About your ${noun} for order ${invoiceNumber}`,
  ),
  "new-withdrawal": mail(
    NewWithdrawal,
    ({ customerName, invoiceNumber }) => `${customerName} cancels ${invoiceNumber}, or a part of it`,
  ),
  "new-order": mail(
    NewOrder,
    ({ invoiceNumber, customerName }) => `New order ${invoiceNumber} from ${customerName}`,
  ),
  "low-stock": mail(LowStock, ({ products: [first], more, products }) =>
    products.length + more > 1
      ? `${products.length + more} products are running low`
      : `${first?.productName ?? "A product"} is running low`,
  ),
  "failed-payment": mail(FailedPayment, ({ customerName }) => `A payment failed (${customerName})`),
  "payment-problem": mail(
    PaymentProblem,
    ({ customerName }) => `A payment needs your attention (${customerName})`,
  ),
  "refund-failed": mail(
    RefundFailed,
    ({ invoiceNumber, paymentId, isWaiting }) =>
      `A refund ${isWaiting ? "waits" : "failed"} (${invoiceNumber ?? paymentId})`,
  ),
  "payment-disputed": mail(
    PaymentDisputed,
    ({ customerName, invoiceNumber }) => `A payment is disputed (${invoiceNumber ?? customerName})`,
  ),
  "payment-warning": mail(PaymentWarning, ({ customerName, invoiceNumber, kind, provider }) => {
    const what =
      kind === "review" ? `${profileOf(provider).name} reviews a payment` : "A payment may be fraud";
    return `${what} (${invoiceNumber ?? customerName})`;
  }),
  "newsletter-verification": mail(
    NewsletterVerification,
    ({ store }) => `Confirm your ${store.name} newsletter`,
  ),
  "newsletter-issue": mail(NewsletterIssue, ({ subject, isTest }) => (isTest ? `Test: ${subject}` : subject)),
  "stock-alert-confirmation": mail(
    StockAlertConfirmation,
    ({ productName }) => `Shall we tell you when ${productName} is back?`,
  ),
  "stock-back": mail(StockBack, ({ productName }) => `${productName} is back`),
  "new-enquiry": mail(NewEnquiry, ({ name, subject }) => `Enquiry from ${name}: ${subject}`),
  "enquiry-answer": mail(EnquiryAnswer, ({ subject }) => `Re: ${subject}`),
  "verify-email": mail(VerifyEmail, ({ store }) => `Verify your email address for ${store.name}`),
  "role-changed": mail(RoleChanged, ({ store }) => `Your ${store.name} account has another role`),
  "account-exists": mail(AccountExists, ({ store }) => `You already have an account with ${store.name}`),
  "confirm-email": mail(ConfirmEmail, ({ store }) => `Confirm your new email address for ${store.name}`),
  "email-changed": mail(EmailChanged, ({ store, stage }) =>
    stage === "requested"
      ? `A new email address was asked for at ${store.name}`
      : `Your ${store.name} email address was changed`,
  ),
  "reset-password": mail(ResetPassword, ({ store }) => `Reset your ${store.name} password`),
  "password-changed": mail(PasswordChanged, ({ store }) => `Your ${store.name} password was changed`),
  "two-factor-changed": mail(
    TwoFactorChanged,
    ({ store, change }) => `${twoFactorTitle(change)} (${store.name})`,
  ),
  "passkey-changed": mail(PasskeyChanged, ({ store, change }) => `${passkeyTitle(change)} (${store.name})`),
  "api-key-made": mail(ApiKeyMade, ({ store, keyName }) => `An API key was made: ${keyName} (${store.name})`),
  "staff-two-factor-ended": mail(
    StaffTwoFactorEnded,
    ({ store }) => `Staff may sign in without a second factor (${store.name})`,
  ),
  "set-password": mail(SetPassword, ({ store }) => `Set a password for your ${store.name} account`),
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
