import { data } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { FormErrorNotice } from "#app/components/account/account-notices.tsx";
import { StatementBody } from "#app/components/batches/statement-page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { FieldFrame, TextareaField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { orUnanswered, useAnswer } from "#app/lib/forms/failure-message.ts";
import { page } from "#server/process/page.server.ts";
import { OWNERSHIP } from "#server/statements/carbon-method.ts";
import { checkCredential, type Verdict } from "#server/statements/credentials.server.ts";

export const meta = pageMeta({
  title: "Check a Carbon Statement",
  description: "Whether a carbon statement was signed by us, is unchanged, and still holds.",
});

/** /verify */
export const loader = page(async ({ context }) => ({ storeName: context.settings.storeName }));

/** It keeps nothing of what is sent, so that it answers instead of redirecting. */
export const action = page(async ({ context, request }) => {
  const form = await request.formData();
  const pasted = String(form.get("credential") ?? "");
  const verdict = await checkCredential(context, await textIn(form));
  return data({ verdict, pasted }, verdict.kind === "valid" || verdict.kind === "revoked" ? 200 : 422);
});

async function textIn(form: FormData): Promise<string> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0) return file.text();
  return String(form.get("credential") ?? "");
}

export const clientAction = orUnanswered;

export default function VerifyStatement() {
  const { storeName } = useLoaderData<typeof loader>();
  const { answer, unanswered } = useAnswer<typeof action>();
  const checking = useNavigation().formMethod === "POST";
  return (
    <div className="frame max-w-3xl py-10 lg:py-16">
      <h1 className="text-title">Check a carbon statement</h1>
      <p className="mt-4 sm:text-lg">
        Somebody showed you a carbon statement of ours? Paste its credential or choose the file. We say
        whether we signed it, whether it is unchanged, and whether it still holds. We keep nothing of it.
      </p>
      <div className="mt-8">
        <FormErrorNotice error={unanswered} />
      </div>
      {answer && !unanswered && (
        <div className="mt-8">
          <VerdictNotice verdict={answer.verdict} storeName={storeName} />
        </div>
      )}
      <Card className="mt-8">
        <Form method="post" encType="multipart/form-data" className="grid gap-5">
          <FieldFrame label="File" controlId="verify-file" errorId="verify-file-error">
            <input
              id="verify-file"
              type="file"
              name="file"
              accept=".json,application/json,application/vc"
              className="w-full min-w-0 text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line-strong file:bg-surface file:px-4 file:text-ink"
            />
          </FieldFrame>
          <TextareaField
            label="Or the credential itself"
            name="credential"
            rows={6}
            spellCheck={false}
            defaultValue={answer?.pasted}
            hint="It begins with a brace and names DataIntegrityProof."
          />
          <Button pending={checking} className="w-fit">
            Check it
          </Button>
        </Form>
      </Card>
      <section aria-labelledby="verify-means" className="mt-10">
        <h2 id="verify-means" className="text-section">
          What a statement means
        </h2>
        <p className="mt-3">
          {OWNERSHIP} Of each batch it says whose the removal is to claim: credits were issued to somebody,
          and it is theirs; none were issued; or nobody has assessed it, and it must not be claimed.
        </p>
        <p className="mt-3">
          It is a W3C Verifiable Credential 2.0 with a proof of the kind eddsa-jcs-2022. Our keys are at{" "}
          <a href="/.well-known/did.json" className="text-moss underline">
            /.well-known/did.json
          </a>
          , so that any other program for such credentials checks it without us. Figures are in grams of CO₂
          and grams of the batch.
        </p>
      </section>
    </div>
  );
}

/** What became of a check, in plain words. */
export function VerdictNotice({ verdict, storeName }: { verdict: Verdict; storeName: string }) {
  switch (verdict.kind) {
    case "unreadable":
      return (
        <Notice tone="error" title="This is no carbon statement">
          Paste the whole credential, from its first brace to its last, or choose the file as it was
          downloaded.
        </Notice>
      );
    case "foreign":
      return (
        <Notice tone="error" title="Not ours">
          It is not signed with a key of {storeName}. We cannot say whether it is true.
        </Notice>
      );
    case "changed":
      return (
        <Notice tone="error" title="Changed">
          It names {storeName}, and is not what we signed: something was changed. Do not rely on it.
        </Notice>
      );
    case "revoked":
      return (
        <Notice tone="error" title="Revoked">
          We signed it on {displayDate(verdict.issuedAt)} for order {verdict.subject.invoiceNumber}, and
          revoked it on {displayDate(verdict.revokedAt)}: {verdict.because} Nothing may be claimed with it any
          more.
        </Notice>
      );
    case "valid":
      return (
        <>
          <Notice tone="success" title="Valid">
            We signed it on {displayDate(verdict.issuedAt)} for order {verdict.subject.invoiceNumber}. It is
            unchanged and not revoked.
          </Notice>
          <StatementBody subject={verdict.subject} />
        </>
      );
  }
}
