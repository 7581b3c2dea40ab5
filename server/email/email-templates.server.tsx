import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";
import { OrderConfirmation, type OrderConfirmationProps } from "./templates/order-confirmation.tsx";
import { PaymentProblem, type PaymentProblemProps } from "./templates/payment-problem.tsx";

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
  "payment-problem": {
    subject: ({ customerName }) => `A payment needs your attention (${customerName})`,
    body: PaymentProblem,
  } satisfies Template<PaymentProblemProps>,
};

export type EmailName = keyof typeof templates;
export type EmailProps<Name extends EmailName> = Parameters<(typeof templates)[Name]["body"]>[0];

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** A mail as HTML and as text. */
export async function renderEmail<Name extends EmailName>(
  name: Name,
  props: EmailProps<Name>,
): Promise<RenderedEmail> {
  const template: Template<EmailProps<Name>> = templates[name];
  const html = await render(template.body(props));
  return { subject: template.subject(props), html, text: toPlainText(html) };
}
