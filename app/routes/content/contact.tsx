import {
  type ClientActionFunctionArgs,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { FormErrorNotice } from "#app/components/account/account-notices.tsx";
import { ContactDetails, SocialIcons } from "#app/components/layout/footer.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { failureMessage, responseOr } from "#app/lib/forms/failure-message.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { cartEnquiry } from "#server/cart/cart-view.ts";
import { cartIdFrom, readCart } from "#server/cart/read-cart.server.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { contactTexts } from "#server/enquiries/contact-texts.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { enquirySchema } from "#server/enquiries/enquiry.schema.ts";
import { page } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

export const meta = pageMeta({
  title: "Get In Touch",
  description: "Write to us, ring or come to the yard: form, address, phone and hours.",
});

const fieldRules = fieldRulesOf(enquirySchema);

/** Named, so that a reset after an answer of the server forgets what that answer put into the fields. */
const EMPTY = { name: "", email: "", subject: "", message: "" };

/** `?basket` writes an enquiry about the delivery of what is in the cart, which can be changed before it is sent. */
export const loader = page(async ({ context, request, url: { searchParams: asked } }) => {
  if (!asked.has("basket")) return { fieldRules, enquiry: undefined };
  const { lines } = await readCart(context, await cartIdFrom(context, request));
  const place = {
    country: (asked.get("country") ?? "").slice(0, 100),
    postcode: (asked.get("postcode") ?? "").slice(0, 20),
  };
  return { fieldRules, enquiry: lines.length > 0 ? cartEnquiry(lines, place) : undefined };
});

/** The form is cleared after a message was sent and kept after a refusal. */
export const action = page(async ({ context, request }) => {
  const asked = { form: await request.formData(), schema: enquirySchema, failed: contactTexts.failed.title };
  return answerForm(asked, async (enquiry) => {
    await sendEnquiry(context, enquiry);
    return goOn("/contact", contactTexts.sent);
  });
});

/** Without a response, or with one that gives no reason, the form stays as it is and says so. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  const { title, description } = contactTexts.failed;
  return responseOr(serverAction<typeof action>(), (error) => ({
    result: null,
    refusal: { title, message: failureMessage(error, description) },
  }));
}

export default function Contact() {
  const root = useRootData();
  return (
    <div className="frame py-12 lg:py-16">
      <header className="max-w-3xl">
        <h1 className="text-title">Get In Touch</h1>
        <p className="mt-5 text-xl text-ink-soft">Write, ring, or come to the yard during opening hours.</p>
      </header>
      <div className="mt-10 grid gap-10 lg:grid-cols-[7fr_5fr]">
        <ContactForm />
        <div className="grid content-start gap-6">
          {root && (
            <Card>
              <h2 className="mb-3 text-xl">{root.store.storeName}</h2>
              <ContactDetails store={root.store} clock={12} />
              <SocialIcons store={root.store} />
            </Card>
          )}
          {/* Our own page until "Load map" is pressed, so that no other site learns of the visit. */}
          <iframe
            title="Our Location"
            src="/contact/map"
            height={400}
            loading="lazy"
            className="w-full rounded-xl border border-line"
          />
        </div>
      </div>
    </div>
  );
}

function ContactForm() {
  const { fieldRules, enquiry } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/contact") ?? false;
  const [form, { name, email, subject, message }] = useCheckedForm({
    id: "contact",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/enquiries/enquiry.schema.ts")).enquirySchema,
    lastResult: actionData?.result,
    defaultValue: { ...EMPTY, ...enquiry },
  });
  const wasSending = useRef(false);

  useEffect(() => {
    if (wasSending.current && !sending && !actionData) form.ref.current?.reset();
    wasSending.current = sending;
  }, [sending, actionData, form.ref]);

  return (
    <div className="grid content-start gap-5">
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <CheckedForm form={form} action="/contact" className="grid gap-5">
        <TextField label="Your Name" field={name} autoComplete="name" />
        <TextField label="Your Email" field={email} type="email" autoComplete="email" inputMode="email" />
        <TextField label="Subject" field={subject} />
        <TextareaField label="Message" field={message} rows={7} />
        <p className="text-sm text-ink-soft">
          We use what you write to answer you, and for nothing else:{" "}
          <Link to="/privacy" className="text-moss underline underline-offset-4">
            Privacy Policy
          </Link>
        </p>
        <Button pending={sending} pendingLabel="Sending..." size="large" className="sm:justify-self-start">
          Send Message
        </Button>
      </CheckedForm>
    </div>
  );
}
