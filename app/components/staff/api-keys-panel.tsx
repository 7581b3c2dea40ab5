import { useEffect, useRef, useState } from "react";
import { CodeField, PasswordField } from "#app/components/account/account-fields.tsx";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { CopyButton } from "#app/components/staff/staff-page.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { CheckboxField, FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import {
  apiKeyCommands,
  apiKeyLifetimes,
  grantablePermissions,
  type MadeKey,
} from "#server/api-keys/api-key.schema.ts";
import type { ApiKeyView } from "#server/api-keys/create-api-key.server.ts";
import { type Capability, describeCapability } from "#server/core/roles.ts";

/** The API keys tab: who may call the REST interface, for what and until when. */
export default function ApiKeysPanel() {
  const [keys, list] = trpc.apiKeys.list.useSuspenseQuery();
  const [made, setMade] = useState<MadeKey>();
  const mayManage = useMay(apiKeyCommands.create.permission);
  return (
    <StaffPanel id="api-keys" title="API keys" list={list} what="the API keys">
      <p className="max-w-3xl text-ink-soft">
        A script shows its key with every call. It may do what you tick here and nothing else, and never more
        than you may yourself: when your account is suspended, gets another role or another password, your
        keys end. What there is to call, and which permission each call needs, is in the{" "}
        <a href="/api/docs" className="underline">
          REST reference
        </a>
        .
      </p>
      {made && <MadeApiKey made={made} />}
      {keys.length === 0 ? (
        <EmptyState title="No keys yet" headingLevel={3}>
          Scripts can read what everybody sees; for everything else they need a key.
        </EmptyState>
      ) : (
        <DataTable
          caption="API keys, the newest first"
          rows={keys}
          keyOf={({ id }) => id}
          rowProps={() => ({ className: "hover:bg-sunken" })}
          columns={columns}
        />
      )}
      {mayManage && <NewApiKeyForm onMade={setMade} />}
    </StaffPanel>
  );
}

const states: Record<ApiKeyView["state"], { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "moss" },
  expired: { label: "Expired", tone: "neutral" },
  revoked: { label: "Revoked", tone: "clay" },
  asleep: { label: "Maker lost access", tone: "clay" },
};

const columns: Column<ApiKeyView>[] = [
  {
    head: "Name",
    cell: ({ name, beginning }) => (
      <>
        <span className="font-medium wrap-anywhere">{name}</span>
        <code className="block text-sm text-ink-soft">{beginning}…</code>
      </>
    ),
    className: "min-w-40",
  },
  {
    head: "Permissions",
    cell: ({ permissions }) => permissions.map(describeCapability).join("; "),
    className: "min-w-48 text-sm",
  },
  {
    head: "Made",
    cell: ({ createdAt, makerName }) => (
      <>
        {displayDate(createdAt)}
        {makerName && <span className="block text-ink-soft">by {makerName}</span>}
      </>
    ),
    className: "whitespace-nowrap text-sm",
  },
  {
    head: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt ? displayMoment(lastUsedAt) : "Never"),
    className: "whitespace-nowrap text-sm",
  },
  {
    head: "State",
    cell: (key) => (
      <>
        <Badge tone={states[key.state].tone}>{states[key.state].label}</Badge>
        <span className="mt-1 block text-ink-soft">
          {key.revokedAt
            ? displayDate(key.revokedAt)
            : `${isOver(key) ? "Expired" : "Expires"} ${displayDate(key.expiresAt)}`}
        </span>
      </>
    ),
    className: "whitespace-nowrap text-sm",
  },
  { head: "Revoke", cell: (key) => <Revoke apiKey={key} /> },
];

function isOver({ state }: ApiKeyView): boolean {
  return state === "revoked" || state === "expired";
}

function Revoke({ apiKey }: { apiKey: ApiKeyView }) {
  const mayManage = useMay(apiKeyCommands.revoke.permission);
  if (isOver(apiKey) || !mayManage) return null;
  return (
    <CommandForm command={apiKeyCommands.revoke} hidden={{ id: apiKey.id }}>
      <SubmitButton variant="secondary" size="small">
        Revoke <span className="sr-only">{apiKey.name}</span>
      </SubmitButton>
    </CommandForm>
  );
}

/** A new key, the only time that it is shown. */
function MadeApiKey({ made: { name, token } }: { made: MadeKey }) {
  const shown = useRef<HTMLElement>(null);
  // The form that made it stands below, and may have been all that was in view.
  useEffect(() => {
    if (token) shown.current?.focus();
  }, [token]);
  return (
    <Notice tone="success" title={`The key “${name}” was made. Copy it now: it is not shown again.`}>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code
          ref={shown}
          tabIndex={-1}
          className="rounded border border-line-strong bg-surface px-3 py-2 break-all select-all"
        >
          {token}
        </code>
        <CopyButton what="the API key" text={token} />
      </div>
    </Notice>
  );
}

const lifetimeLabels: Record<(typeof apiKeyLifetimes)[number], string> = {
  30: "30 days",
  90: "90 days",
  365: "One year",
};

function NewApiKeyForm({ onMade }: { onMade: (made: MadeKey) => void }) {
  return (
    <Card className="grid gap-5">
      <h3 className="text-lg">Make a key</h3>
      <CommandForm command={apiKeyCommands.create} label="Make a key" onDone={onMade} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            field="name"
            hint="What the script does. The audit shows it."
            autoComplete="off"
          />
          <SelectField
            label="Expires after"
            field="days"
            saved={90}
            options={apiKeyLifetimes.map((days) => ({
              value: String(days),
              label: lifetimeLabels[days],
            }))}
          />
        </div>
        <Permissions />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField label="Current Password" field="password" autoComplete="current-password" />
          <CodeField field="code" hint="Of your app, or a recovery code; only if you sign in with one." />
        </div>
        <SubmitButton pendingLabel="Making..." className="justify-self-start">
          Make key
        </SubmitButton>
      </CommandForm>
    </Card>
  );
}

function Permissions() {
  const { errors } = useFieldsOfForm()("permissions");
  return (
    <fieldset aria-describedby={errors ? "api-key-permissions-error" : undefined} className="grid gap-3">
      <legend className="text-sm font-medium">Permissions</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {subjects.map((subject) => (
          <fieldset key={subject} className="grid content-start gap-2 rounded-lg border border-line p-4">
            <legend className="px-1 text-sm font-medium">{subjectTitle(subject)}</legend>
            {grantablePermissions
              .filter((capability) => subjectOf(capability) === subject)
              .map((capability) => (
                <CheckboxField
                  key={capability}
                  id={`api-key-${capability.replace(".", "-")}`}
                  label={describeCapability(capability)}
                  hint={capability}
                  name="permissions"
                  value={capability}
                />
              ))}
          </fieldset>
        ))}
      </div>
      <FieldError id="api-key-permissions-error" errors={errors} />
    </fieldset>
  );
}

/** "failedOrders.view" → "failedOrders" */
function subjectOf(capability: Capability): string {
  return capability.slice(0, capability.indexOf("."));
}

/** "failedOrders" → "Failed orders" */
function subjectTitle(subject: string): string {
  const label = subject.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label === "api keys" ? "API keys" : label.charAt(0).toUpperCase() + label.slice(1);
}

const subjects = [...new Set(grantablePermissions.map(subjectOf))];
