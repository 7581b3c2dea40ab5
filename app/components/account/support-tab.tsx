import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { displayDate } from "#app/lib/display.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import type { UserView } from "#server/accounts/user-views.server.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import { CodeField, PasswordField } from "./account-fields.tsx";
import { DownloadLink } from "./download-link.tsx";
import { Facts } from "./facts.tsx";

interface SupportTabProps {
  user: Pick<UserView, "id" | "createdAt" | "hasResearchAccess">;
  /** Only an administrator removes staff accounts. */
  mayErase: boolean;
  lastResult: SubmissionResult | undefined;
  eraseRules: EraseAccountProps["rules"];
  asksForCode: boolean;
}

/** Whom to ask, which data the shop holds, and the person's rights over them. */
export default function SupportTab({ user, mayErase, lastResult, eraseRules, asksForCode }: SupportTabProps) {
  const store = useRootData()?.store;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card className="grid gap-4">
        <h2 className="text-xl">Contact details</h2>
        {store && (
          <Facts
            facts={[
              [
                "Email",
                <a key="email" href={`mailto:${store.storeEmail}`} className="text-moss underline">
                  {store.storeEmail}
                </a>,
              ],
              ["Phone", store.storePhone],
              ["Address", store.storeAddress],
            ]}
          />
        )}
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-xl">Your account</h2>
        <Facts
          facts={[
            ["Account ID", user.id],
            ["Member since", displayDate(user.createdAt)],
            [
              "Research access",
              <Badge key="access" tone={user.hasResearchAccess ? "moss" : "outline"}>
                {user.hasResearchAccess ? "Granted" : "Pending"}
              </Badge>,
            ],
          ]}
        />
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-xl">Your data</h2>
        <p className="text-ink-soft">
          Everything we hold about you, as one JSON file: account, orders, carts, devices and the emails we
          sent.
        </p>
        <p>
          <DownloadLink href="/api/account/export" variant="secondary">
            Download My Data
          </DownloadLink>
        </p>
        <p className="text-sm text-ink-soft">
          A complaint about how we use your data? Write to {store?.storeEmail ?? "us"}; we acknowledge it
          within 30 days.
        </p>
      </Card>
      {mayErase ? (
        <EraseAccount lastResult={lastResult} rules={eraseRules} asksForCode={asksForCode} />
      ) : (
        <StaffAccount />
      )}
    </div>
  );
}

interface EraseAccountProps {
  lastResult: SubmissionResult | undefined;
  rules: FieldRules<"password" | "code">;
  /** Whether signing in asks for one. */
  asksForCode: boolean;
}

function EraseAccount({ lastResult, rules, asksForCode }: EraseAccountProps) {
  const erasing = useNavigation().formData?.get("intent") === "erase";
  const [form, { password, code }] = useCheckedForm({
    id: "erase-account",
    rules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).eraseAccountSchema,
    lastResult,
  });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Delete your account</h2>
      <p className="text-ink-soft">
        We erase your account and what we know about you. Orders stay with the name and address on their
        invoices, which the tax office asks us to keep for six years. This cannot be undone.
      </p>
      <details open={lastResult !== undefined}>
        <summary className="inline-flex min-h-11 items-center text-clay underline">
          Delete my account…
        </summary>
        <CheckedForm form={form} className="mt-4 grid max-w-md gap-5">
          <input type="hidden" name="intent" value="erase" />
          <PasswordField label="Your password" field={password} autoComplete="current-password" />
          {asksForCode && <CodeField field={code} />}
          <Button
            variant="danger"
            pending={erasing}
            pendingLabel="Deleting..."
            className="justify-self-start"
          >
            Delete my account for good
          </Button>
        </CheckedForm>
      </details>
    </Card>
  );
}

function StaffAccount() {
  return (
    <Card>
      <h2 className="text-xl">Delete your account</h2>
      <p className="mt-3 text-ink-soft">A staff account is removed by another administrator.</p>
    </Card>
  );
}
