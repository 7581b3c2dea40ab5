import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { recordChange } from "#server/audit/changes.server.ts";
import { STOCK_ALERT_WORDING } from "#server/catalogue/stock-alert.ts";
import { NEWSLETTER_CONSENT_WORDING, newsletterSources } from "#server/newsletter/subscriber.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import {
  BlogPost,
  Enquiry,
  EnquiryAnswer,
  NewsletterDelivery,
  NewsletterIssue,
  OutboxEmail,
  Product,
  StockAlert,
  Subscriber,
} from "../entities/index.ts";
import type { DemoOrder } from "./demo-orders.ts";
import { authorAs, type DemoStaff } from "./demo-work.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SUBSCRIBERS = 30;
/** For a product that is sold out. */
const WAITING = 4;
/** Of the subscribers one in so many has not confirmed yet, and one has unsubscribed. */
const PENDING_EVERY = 6;
const UNSUBSCRIBED_EVERY = 14;
/** The newsletter of the demo went out so long ago, to who had confirmed by then. */
const ISSUE_DAYS = 40;
/** Orders of this time have left their mails in the outbox. */
const MAILED_DAYS = 14;

interface Correspondence {
  em: EntityManager;
  staff: DemoStaff;
  now: Date;
}

/** Subscribers, newsletters, enquiries, the mails of the last days and a draft of an article. No mail is really sent. */
export async function createDemoCorrespondence(
  em: EntityManager,
  made: readonly DemoOrder[],
  options: { staff: DemoStaff; now: Date },
): Promise<void> {
  const correspondence = { em, ...options };
  createNewsletters(correspondence, createSubscribers(correspondence, made));
  await createStockAlerts(correspondence, made);
  await createEnquiries(correspondence);
  createMails(correspondence, made);
  await createDraft(correspondence);
}

function createSubscribers({ em, now }: Correspondence, made: readonly DemoOrder[]): Subscriber[] {
  const addresses = [...new Set(made.map(({ order }) => order.customerEmail))].slice(0, SUBSCRIBERS);
  return addresses.map((email, index) => {
    const at = new Date(now.getTime() - (addresses.length - index) * 11 * DAY_MS + 3 * HOUR_MS);
    const isPending = index % PENDING_EVERY === PENDING_EVERY - 1;
    const hasLeft = index % UNSUBSCRIBED_EVERY === UNSUBSCRIBED_EVERY - 1;
    return em.create(Subscriber, {
      email,
      state: hasLeft ? "unsubscribed" : isPending ? "pending" : "confirmed",
      consentWording: NEWSLETTER_CONSENT_WORDING,
      consentSource: newsletterSources[index % newsletterSources.length] ?? "home",
      consentAt: at,
      confirmedAt: isPending && !hasLeft ? null : new Date(at.getTime() + HOUR_MS),
      unsubscribedAt: hasLeft ? new Date(at.getTime() + 9 * DAY_MS) : null,
      createdAt: at,
    });
  });
}

/** A few customers wait for each product that is sold out. */
async function createStockAlerts({ em, now }: Correspondence, made: readonly DemoOrder[]): Promise<void> {
  const addresses = [...new Set(made.map(({ order }) => order.customerEmail))].slice(0, WAITING);
  for (const product of await em.find(Product, { stockQuantity: 0, archivedAt: null })) {
    for (const [index, email] of addresses.entries()) {
      const askedAt = new Date(now.getTime() - (2 * index + 1) * DAY_MS);
      em.create(StockAlert, {
        ...{ product, email, state: "waiting", consentWording: STOCK_ALERT_WORDING, askedAt },
        confirmedAt: new Date(askedAt.getTime() + HOUR_MS),
      });
    }
  }
}

/** One that was sent, whose mails are gone from the outbox by now, and one that is being written. */
function createNewsletters({ em, staff, now }: Correspondence, subscribers: readonly Subscriber[]): void {
  const startedAt = new Date(now.getTime() - ISSUE_DAYS * DAY_MS);
  const common = { createdBy: staff.administrator };
  const sent = em.create(NewsletterIssue, {
    ...common,
    slug: "the-first-frosts",
    subject: "The first frosts",
    body: "## Before the ground freezes\n\nBiochar that goes into the beds now is charged by spring.\n\n[What we have](/products)",
    state: "sent",
    startedAt,
    sentAt: new Date(startedAt.getTime() + HOUR_MS),
    createdAt: new Date(startedAt.getTime() - DAY_MS),
    updatedAt: startedAt,
  });
  for (const subscriber of subscribers) {
    const { confirmedAt, unsubscribedAt } = subscriber;
    const wasMailed =
      confirmedAt && confirmedAt < startedAt && !(unsubscribedAt && unsubscribedAt < startedAt);
    if (!wasMailed) continue;
    em.create(NewsletterDelivery, { issue: sent, subscriber, state: "queued", createdAt: startedAt });
  }
  const begunAt = new Date(now.getTime() - 2 * DAY_MS);
  em.create(NewsletterIssue, {
    ...common,
    slug: "a-year-at-the-kiln",
    subject: "A year at the kiln",
    body: "What we made this year, and what we learned. A draft of the demo data.",
    createdAt: begunAt,
    updatedAt: begunAt,
  });
}

const enquiries = [
  {
    name: "Mabel Norris",
    email: "mabel.norris@example.com",
    subject: "How much for raised beds?",
    message:
      "I have four raised beds of 1.2 by 2.4 metres, about 30 cm deep. How many bags of Premium Biochar would you mix in, and when is the best time?",
    hoursAgo: 170,
    answeredAfterHours: 4,
    note: "Answered by telephone: about 10% by volume, four 5 kg bags with compost, in autumn.",
  },
  {
    name: "Odette Marsh",
    email: "odette.marsh@example.com",
    subject: "Does it suit acid soil?",
    message: "My soil has a pH of 5.2. Does biochar make it better or worse for potatoes?",
    hoursAgo: 96,
    answeredAfterHours: 3,
    answer:
      "Thank you for asking. Biochar is alkaline, so on your soil it helps: begin with one part in twenty, and measure again in spring.",
  },
  {
    name: "Martin Stokes",
    email: "martin.stokes@example.com",
    subject: "Price for six bulk bags",
    message:
      "Could you quote six cubic metre bags to a farm near Ross-on-Wye, with tail-lift delivery? We would like to spread before the new year.",
    hoursAgo: 52,
  },
  {
    name: "Isla Johnstone",
    email: "isla.johnstone@example.com",
    subject: "Is it safe around hens?",
    message:
      "Can the Animal Feed Biochar go into the litter as well, or is it only for mixing with the feed?",
    hoursAgo: 20,
  },
  {
    name: "Kieran Lyle",
    email: "kieran.lyle@example.com",
    subject: "Where is my order?",
    message:
      "I ordered two bags last week and have not heard anything since the confirmation. Is it on its way?",
    hoursAgo: 2,
  },
];

async function createEnquiries({ em, staff, now }: Correspondence): Promise<void> {
  for (const { hoursAgo, answeredAfterHours, note = "", answer, ...sent } of enquiries) {
    const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const enquiry = em.create(Enquiry, { ...sent, note, createdAt });
    createMail(em, {
      template: "new-enquiry",
      key: `demo:enquiry:${sent.email}`,
      recipient: staff.administrator.email,
      subject: `Enquiry from ${sent.name}: ${sent.subject}`,
      sentence: sent.message,
      at: createdAt,
    });
    if (answeredAfterHours === undefined) continue;
    const at = new Date(createdAt.getTime() + answeredAfterHours * HOUR_MS);
    em.assign(enquiry, { answeredAt: at, answeredBy: staff.manager });
    if (answer) {
      em.create(EnquiryAnswer, {
        enquiry,
        key: randomUUID(),
        text: answer,
        answeredBy: staff.manager,
        createdAt: at,
      });
    }
    await em.flush();
    await recordChange(em, authorAs(staff.manager, at), {
      area: "enquiries",
      action: "answered",
      subjectId: enquiry.id,
      subjectName: `Enquiry ${enquiry.id}`,
      before: { answered: false },
      after: { answered: true, ...(note ? { note: "changed" } : {}) },
    });
  }
}

function createMails({ em, now }: Correspondence, made: readonly DemoOrder[]): void {
  const recent = made.filter(({ order }) => now.getTime() - order.createdAt.getTime() < MAILED_DAYS * DAY_MS);
  for (const { order } of recent) {
    const { invoiceNumber, customerName, customerEmail: recipient, createdAt } = order;
    createMail(em, {
      template: "order-confirmation",
      key: `demo:order-confirmation:${invoiceNumber}`,
      recipient,
      subject: `Your ${defaultSettings.storeName} order ${invoiceNumber}`,
      sentence: `Dear ${customerName}, thank you for your order ${invoiceNumber} over ${formatMoney(order.totalAmount, "GBP")}.`,
      at: createdAt,
    });
    if (!order.dispatchedAt) continue;
    createMail(em, {
      template: "order-dispatched",
      key: `demo:order-dispatched:${invoiceNumber}`,
      recipient,
      subject: `Your order ${invoiceNumber} is on its way`,
      sentence: `Dear ${customerName}, your order ${invoiceNumber} was sent with ${order.carrier}, tracking number ${order.trackingNumber}.`,
      at: order.dispatchedAt,
    });
  }
  createMail(em, {
    template: "order-dispatched",
    key: "demo:refused",
    recipient: "nobody.home@example.com",
    subject: "Your order is on its way",
    sentence: "This mail of the demo data could not be delivered.",
    at: new Date(now.getTime() - 30 * HOUR_MS),
    failure: "550 5.1.1 The mailbox does not exist",
  });
}

interface DemoMail {
  template: string;
  key: string;
  recipient: string;
  subject: string;
  sentence: string;
  at: Date;
  failure?: string;
}

/** As if it had been sent: no job is queued, so that nothing ever goes to these addresses. */
function createMail(em: EntityManager, mail: DemoMail): void {
  const { sentence, at, failure = null, ...rest } = mail;
  const text = `${sentence}\n\nThis mail belongs to the demo data: it was never sent.`;
  const html = `<!doctype html><html lang="en"><body>${text
    .split("\n\n")
    .map((paragraph) => `<p>${paragraph.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`)
    .join("")}</body></html>`;
  em.create(OutboxEmail, {
    ...rest,
    html,
    text,
    createdAt: at,
    sentAt: failure ? null : at,
    failureMessage: failure,
  });
}

/** An article that nobody but staff sees yet. */
async function createDraft({ em, staff, now }: Correspondence): Promise<void> {
  const at = new Date(now.getTime() - 3 * DAY_MS);
  const draft = em.create(BlogPost, {
    slug: "a-season-on-the-trial-plots",
    title: "A season on the trial plots",
    excerpt:
      "What we measured in the beds behind the kiln between March and October. A draft of the demo data.",
    body: "## What we did\n\nHalf of each bed had biochar, half had none.\n\n## What we saw\n\nTo be written.",
    imageUrl: "/pictures/premium-biochar.jpg",
    imageAlt: "A bag of Premium Biochar",
    status: "draft",
    createdAt: at,
    updatedAt: at,
  });
  await em.flush();
  await recordChange(em, authorAs(staff.administrator, at), {
    area: "content",
    action: "created",
    subjectId: `article-${draft.id}`,
    subjectName: draft.title,
    before: {},
    after: { title: draft.title, status: "draft" },
  });
}
