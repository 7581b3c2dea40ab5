import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  DemoCheck,
  FirstOrderCheck,
  MailCheck,
  OpenForTrade,
  OpeningSteps,
  openSince,
  PaymentsState,
  StaffCheck,
  StepLinks,
  TextsCheck,
} from "#app/components/staff/settings/opening-steps.tsx";
import { ClaimsForm, StepSettingsForm, VatQuestion } from "#app/components/staff/settings/step-forms.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ChecklistItem } from "#server/doctor/launch-checklist.ts";
import { findOpening, noteArrival } from "#server/doctor/opening.server.ts";
import { type OpeningStepKey, openStepOf, settingsOfStep } from "#server/doctor/opening-steps.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Opening the shop", noindex: true });

export const loader = staffPage("shop.open", async ({ context, url }) => {
  const arrived = url.searchParams.get("arrived");
  if (arrived !== null) {
    await noteArrival(context, arrived);
    throw redirect("/admin/opening?step=mail", 303);
  }
  const opening = await findOpening(context);
  const loadedAt = context.clock.now().getTime();
  return { loadedAt, ...opening, open: openStepOf(opening.steps, url.searchParams.get("step")) };
});

/** Where the things of a step are done that have no form here. */
const linksOfSteps: Partial<Record<OpeningStepKey, readonly { label: string; to: string }[]>> = {
  company: [{ label: "All general settings", to: "/admin/settings?tab=General" }],
  vat: [
    { label: "All tax settings", to: "/admin/settings?tab=Tax" },
    { label: "Products with their VAT rates", to: "/admin/settings?tab=Products" },
  ],
  delivery: [
    { label: "All delivery settings and the table of rates", to: "/admin/settings?tab=Shipping" },
    { label: "Products that nobody has weighed", to: "/admin/settings?tab=Products&unweighed=1" },
  ],
  claims: [{ label: "The figures as shoppers read them", to: "/science#figures" }],
  mail: [{ label: "Mails that the shop sent", to: "/admin?tab=emails" }],
  staff: [
    { label: "Users", to: "/admin/users" },
    { label: "Your own sign-in", to: "/account/settings?tab=security" },
  ],
};

export default function AdminOpening() {
  const { steps, open, settings, settingsVersion, takesRealMoney, statements, ...checks } =
    useLoaderData<typeof loader>();
  const { facts, texts: readings, payments, hasMailServer, email, loadedAt } = checks;
  const done = steps.filter(({ items }) => items.length === 0).length;
  const ownBodies: Partial<Record<OpeningStepKey, ReactNode>> = {
    claims: <ClaimsForm statements={statements} version={settingsVersion} />,
    mail: <MailCheck {...{ facts, hasMailServer, email }} />,
    payments: <PaymentsState {...{ facts, payments }} now={loadedAt} />,
    texts: <TextsCheck texts={readings} />,
    staff: <StaffCheck facts={facts} />,
    demo: <DemoCheck facts={facts} />,
    "first-order": <FirstOrderCheck facts={facts} />,
    open: <OpenForTrade facts={facts} />,
    vat: <VatQuestion settings={settings} version={settingsVersion} />,
  };
  return (
    <div className="frame grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <header>
        <h1 className="text-2xl">Opening the shop</h1>
        <p className="mt-2 max-w-prose text-ink-soft">
          {facts.opened && `${openSince(facts.opened)} `}
          {done} of {steps.length} steps are done. They can be taken in any order, and taken again at any
          time.
        </p>
        <progress
          className="mt-3 h-2 w-full max-w-md accent-moss"
          max={steps.length}
          value={done}
          aria-hidden
        />
      </header>
      <OpeningSteps
        steps={steps}
        open={open}
        bodyOf={({ key, title, items }) => {
          const links = linksOfSteps[key];
          return (
            <>
              {ownBodies[key]}
              {settingsOfStep(key).length > 0 && (
                <StepSettingsForm
                  {...{ step: key, title, settings, takesRealMoney }}
                  version={settingsVersion}
                  proposed={proposalsFor(items)}
                />
              )}
              {links && <StepLinks links={links} />}
            </>
          );
        }}
      />
    </div>
  );
}

/** Anyone who has never saved where the shop delivers is proposed the United Kingdom, in the form alone. */
function proposalsFor(items: readonly Pick<ChecklistItem, "key">[]): { countriesServed?: string } {
  const isOpen = (item: string) => items.some(({ key }) => key === item);
  // The first is open until the tab is saved; what an owner has saved since is not talked out of.
  return isOpen("delivery") && isOpen("foreign-delivery") ? { countriesServed: "United Kingdom" } : {};
}
