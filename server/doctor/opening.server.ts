import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { ShopOpening } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { paymentModes } from "#server/payments/provider-list.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import type { SettingsTab } from "#server/settings/settings-tabs.ts";
import { askProviders, findOpenItems, readOpeningFacts } from "./find-open-items.server.ts";
import {
  isOpeningStep,
  type MailTest,
  type OpeningMark,
  type OpeningStepKey,
  openingCommands,
  openingMarks,
  openingStepsOf,
  stepFormSchema,
  textReadings,
  textState,
} from "./opening-steps.ts";

/** The way to an open shop, as far as it has been gone. @throws ShopError `unauthenticated`, `forbidden` */
export const findOpening = read("shop.open", async (context: Context) => {
  const {
    savedTabs: _,
    tabSaves: __,
    version,
    takesRealMoney,
    claims,
    retailYears,
    ...settings
  } = context.settings;
  const environment = readEnvironment();
  const facts = await readOpeningFacts(context.em.fork());
  return {
    steps: openingStepsOf(await findOpenItems(context)),
    settings,
    /** Of all settings, against overwriting what somebody else saves meanwhile. */
    settingsVersion: version,
    takesRealMoney,
    statements: { claims, retailYears },
    facts,
    texts: textReadings(context.settings, facts.textsRead),
    payments: paymentModes(environment),
    hasMailServer: environment.SMTP_URL !== undefined,
    email: context.actor.kind === "user" ? context.actor.email : "",
  };
});

/** Anyone who saves one of these steps has looked through these tabs, also where they change nothing. */
const tabsOfSteps: Partial<Record<OpeningStepKey, readonly SettingsTab[]>> = {
  delivery: ["Shipping"],
};

/** Saves the settings of one step. */
export const saveStep = command(
  openingCommands.saveSettings,
  (context, { step, seenVersion, values }) =>
    saveSomeSettings(context, { values, seenVersion, confirmedTabs: tabsOfSteps[step] }),
  {
    read: async (_context, form) => {
      const step = form.get("step");
      if (!isOpeningStep(step)) throw new ShopError("bad_request", "This form is not known here.");
      return { form, schema: stepFormSchema(step) };
    },
  },
);

/** Prices that include VAT are confirmed; who is not registered charges none, and no page speaks of it. */
export const answerVat = command(openingCommands.answerVat, (context, { pricesIncludeVat, seenVersion }) =>
  saveSomeSettings(context, {
    seenVersion,
    confirmedTabs: ["Tax"],
    values:
      pricesIncludeVat === "yes" ? { taxEnabled: true, taxIncludedInPrices: true } : { taxEnabled: false },
  }),
);

/** Sends a mail whose link shows that mails arrive. */
export const sendTestMail = command(openingMarks.sendTestMail, async (context, { to }): Promise<void> => {
  const { em, clock, publicUrl } = context;
  const test: MailTest = { to, sentAt: clock.now().toISOString(), arrivedAt: null };
  const token = await tokenOf(em, test);
  await inTransaction(em, async (transaction) => {
    const opening = await lockOpening(transaction);
    opening.mailTest = test;
    await transaction.flush();
    await queueEmail(transaction, context, {
      key: `test-mail:${test.sentAt}`,
      template: "test-mail",
      recipient: to,
      props: { confirmUrl: `${publicUrl}/admin/opening?step=mail&arrived=${token}` },
    });
  });
});

/** Notes that the last test mail has come; a link of an earlier one, or of nobody's, changes nothing. */
export async function noteArrival({ em, clock }: Context, token: string): Promise<void> {
  await inTransaction(em, async (transaction) => {
    const opening = await transaction.findOne(ShopOpening, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const mailTest = opening?.mailTest;
    if (!opening || !mailTest || mailTest.arrivedAt) return;
    if (!signatureMatches(await tokenOf(transaction, mailTest), token)) return;
    opening.mailTest = { ...mailTest, arrivedAt: clock.now().toISOString() };
    await transaction.flush();
  });
}

async function tokenOf(em: EntityManager, { to, sentAt }: MailTest): Promise<string> {
  return signatureOf(await signingSecret(em.fork()), "test-mail", `${sentAt}\n${to}`);
}

/** Notes that somebody has read a page that contracts rest on. */
export const markTextRead = command(openingMarks.markRead, async (context, { path }): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const opening = await lockOpening(em);
    const mark = { ...markOf(context), state: textState(path, context.settings) };
    opening.textsRead = { ...opening.textsRead, [path]: mark };
    await em.flush();
  });
});

/** Asks the payment providers about the keys, outside of any transaction, and keeps what they say. */
export const askPaymentProviders = command(openingMarks.askProviders, async (context): Promise<void> => {
  const payments = paymentModes(readEnvironment());
  const said = await askProviders(context, { payments, publicUrl: context.publicUrl });
  await inTransaction(context.em, async (em) => {
    const opening = await lockOpening(em);
    opening.paymentsCheck = { ...markOf(context), providers: said };
    await em.flush();
  });
});

/**
 * Opens the shop for trade: its date and who said so stand in the audit. @throws ShopError `conflict` while anything
 * else is to be settled
 */
export const openForTrade = command(openingMarks.open, async (context): Promise<void> => {
  const left = (await findOpenItems(context)).filter(({ step }) => step !== "open");
  if (left.length > 0) {
    throw new ShopError("conflict", `Not yet: ${left.map(({ title }) => title).join("; ")}.`);
  }
  await inTransaction(context.em, async (em) => {
    const opening = await lockOpening(em);
    if (opening.opened) return;
    opening.opened = markOf(context);
    await recordChange(em, context, {
      area: "content",
      action: "opened for trade",
      subjectId: "shop",
      subjectName: "The shop",
      before: { openSince: null },
      after: { openSince: opening.opened.at },
    });
    await em.flush();
  });
});

function markOf({ clock, actor }: Context): OpeningMark {
  return { at: clock.now().toISOString(), by: actorName(actor) };
}

/** The single row, created on first use. */
async function lockOpening(em: EntityManager): Promise<ShopOpening> {
  await em.execute("insert into shop_opening (id) values (1) on conflict do nothing");
  return em.findOneOrFail(ShopOpening, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
