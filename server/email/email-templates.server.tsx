import { toPlainText } from "@react-email/components";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { batchMails, withdrawalMails } from "./templates/after-sale-mails.tsx";
import { type Mail, MailLayout } from "./templates/mail-layout.tsx";
import { orderConfirmationMails } from "./templates/order-confirmation.tsx";
import { orderMails } from "./templates/order-mails.tsx";
import { securityMails } from "./templates/security-mails.tsx";
import { signInMails } from "./templates/sign-in-mails.tsx";
import { staffMails } from "./templates/staff-mails.tsx";
import { visitorMails } from "./templates/visitor-mails.tsx";

/** Every mail the shop sends. */
const templates = {
  ...orderConfirmationMails,
  ...orderMails,
  ...withdrawalMails,
  ...batchMails,
  ...staffMails,
  ...visitorMails,
  ...signInMails,
  ...securityMails,
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
  const template: Mail<EmailProps<Name>> = templates[name];
  const page = <MailLayout store={props.store}>{template.body(props)}</MailLayout>;
  const html = `${DOCTYPE}${renderToStaticMarkup(page)}`;
  return { html, text: toPlainText(html) };
}

/** A mail's subject in one line. It may contain what people typed: no line break may add a header. */
export function subjectOf<Name extends EmailName>(name: Name, props: EmailProps<Name>): string {
  const template: Mail<EmailProps<Name>> = templates[name];
  return template
    .subject(props)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, 300);
}
