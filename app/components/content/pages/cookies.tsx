import type { ContentPage } from "../content-page.ts";
import { LegalPage } from "../parts/legal-page.tsx";
import { Records, Text } from "../parts/sections.tsx";

/** Every cookie that `server/` makes: cookies.test.tsx looks for them in the code. */
const cookieTable = [
  {
    name: "cart",
    what: "Which cart is yours",
    when: "When you first put something into it",
    until: "90 days",
  },
  {
    name: "delivery-place",
    what: "The postcode for which pages say what delivery costs",
    when: "When you ask what delivery costs",
    until: "12 hours",
  },
  {
    name: "session",
    what: "That you are signed in",
    when: "When you sign in",
    until: "30 days, or until you sign out",
  },
  {
    name: "sign-in",
    what: "That your password was right and the code of your authenticator app is still to come",
    when: "When you sign in with two factors",
    until: "10 minutes",
  },
  {
    name: "passkey",
    what: "What your device is asked to sign when you use or add a passkey",
    when: "When you use or add a passkey, or sign in where your browser may offer one",
    until: "5 minutes",
  },
  {
    name: "notice",
    what: "One message for the next page, such as “Message Sent”",
    when: "After you have sent a form",
    until: "One minute, or until it is shown",
  },
  {
    name: "newsletter",
    what: "Which address you are confirming for the newsletter",
    when: "When you subscribe in a browser without JavaScript",
    until: "30 minutes",
  },
];

const storageTable = [
  {
    name: "user, user-from-session",
    what: "Your name and role, so that the right links show",
    when: "When you sign in",
    until: "Until you sign out",
  },
  {
    name: "positions",
    what: "How far you had scrolled, for the back button",
    when: "While you browse",
    until: "Until you close the tab",
  },
];

export const cookies: ContentPage = {
  title: "Cookie Policy",
  description: "The few cookies this shop sets, what each is for, and how long it stays.",
  body: ({ store }) => (
    <LegalPage
      title="Cookie Policy"
      lead="Only what the shop needs in order to work. No advertising, no statistics, no tracking, and so no banner."
      changed="21 November 2026"
      store={store}
      sections={[
        {
          id: "cookies",
          heading: "Our cookies",
          body: (
            <>
              <CookieTable rows={cookieTable} />
              <Text>
                <p>
                  All of them are ours, are sent to us alone and cannot be read by scripts. On our secure
                  address some carry the prefix <code>__Host-</code> or <code>__Secure-</code> before their
                  name.
                </p>
              </Text>
            </>
          ),
        },
        {
          id: "storage",
          heading: "What else is kept in your browser",
          body: (
            <>
              <Text>
                <p>In the browser's own storage; it is never sent to us.</p>
              </Text>
              <CookieTable rows={storageTable} />
            </>
          ),
        },
        {
          id: "others",
          heading: "Cookies of others",
          body: (
            <Text>
              <ul>
                <li>
                  <strong>Stripe</strong> sets cookies of its own on the checkout page when you pay by card,
                  to recognise fraud. They are needed for the payment.
                </li>
                <li>
                  <strong>PayPal</strong> does so when you pay with PayPal.
                </li>
                <li>
                  <strong>Google</strong> may do so only if you press “Load map” on the contact page.
                </li>
              </ul>
              <p>No other page of this shop loads scripts or frames from anybody else.</p>
            </Text>
          ),
        },
        {
          id: "no",
          heading: "Saying no",
          body: (
            <Text>
              <p>
                The law asks for your consent to cookies that a service does not need. We set none of those,
                so there is nothing to consent to. You can delete or refuse cookies in your browser at any
                time: you can then read everything, but the shop cannot remember your cart or that you are
                signed in.
              </p>
              <p>
                What we do with personal data is in the <a href="/privacy">Privacy Policy</a>.
              </p>
            </Text>
          ),
        },
      ]}
    />
  ),
};

function CookieTable({ rows }: { rows: typeof cookieTable }) {
  return (
    <Records
      entries={rows.map(({ name, what, when, until }) => ({
        title: name,
        isCode: true,
        facts: [
          { label: "What it says", value: what },
          { label: "When it is set", value: when },
          { label: "How long it stays", value: until },
        ],
      }))}
    />
  );
}
