import { displayLongDate } from "#server/core/shop-time.ts";
import { textAt } from "#server/doctor/texts-to-read.ts";
import { retentionDays } from "#server/retention/retention-periods.ts";
import type { ContentPage } from "../content-page.ts";
import { Definitions } from "../parts/figures.tsx";
import { LegalPage } from "../parts/legal-page.tsx";
import { Records, Text } from "../parts/sections.tsx";

/** What the tables of `db/entities/` hold about people, why, and how long. */
const records = [
  {
    what: "Orders and invoices",
    data: "Name, email, phone, billing and delivery address, what you bought, what you paid and how, the payment's number at Stripe or PayPal, what you cancelled and why if you said so, refunds and disputes",
    why: "Our contract with you; then our legal duty to keep accounts",
    until: "At least six years after the tax year of the order",
  },
  {
    what: "Purchases that were begun or failed",
    data: "What you typed into the checkout, what was in the cart, and why a payment failed",
    why: "Steps towards a contract that you asked for; finding payments that went astray",
    until: `${retentionDays.abandonedPurchase} days, or with your account`,
  },
  {
    what: "Your account",
    data: "Name, email, username, address, phone; your password only as a hash; whether your email is verified; the devices you are signed in on, with network address and time; if you use an authenticator app, its key, encrypted",
    why: "Our contract with you; keeping your account safe",
    until: `Until you delete the account; one that nobody ever signs in to, with an address not confirmed there: ${retentionDays.unprovenAccount} days; a signed-in device for 30 days`,
  },
  {
    what: "Notes on customers",
    data: "For business customers, what you told us: company, line of business, land, crops, what you use biochar for, and staff's notes",
    why: "Our legitimate interest in advising you well",
    until: "Until you delete the account or object",
  },
  {
    what: "Notes on orders",
    data: "What our staff write down for each other about your order, or about you if you buy without an account, such as what was agreed on the telephone",
    why: "Our legitimate interest in serving you as agreed, whoever of us you speak to",
    until: `${retentionDays.staffNote / 365} years, or with your account`,
  },
  {
    what: "What your biochar is for",
    data: "If you tell us: what you use the biochar of an order for and, after a pallet, the first half of a postcode, the day and how much. Registries get kilograms, days and that half of a postcode from us, never your name, address or order number",
    why: "Our legitimate interest in showing that its carbon stays out of the air",
    until: "As long as the order; your account takes the place and your own words with it",
  },
  {
    what: "Newsletter",
    data: "Your email address, the words you agreed to, where and when, when you confirmed or ended it, and which issues we sent you",
    why: "Your consent",
    until: `Until you unsubscribe; then we keep the address only to remember that. An address that is never confirmed: ${retentionDays.unconfirmedSubscriber} days`,
  },
  {
    what: "“Tell me when it is back”",
    data: "Your email address, the product, the words you agreed to, and when you asked, confirmed, were told or ended it",
    why: "Your consent",
    until: `${retentionDays.stockAlert} days after the last of these; ${retentionDays.unconfirmedSubscriber} if you never confirm`,
  },
  {
    what: "Emails to customers",
    data: "If you buy without an account: that we told you of emails about our own similar products and you did not refuse, with the words, where and when",
    why: "Our legitimate interest, within what the law allows towards customers (PECR, regulation 22(3))",
    until:
      "Until you refuse, with an order, in your account or by telling us, or until the account is deleted",
  },
  {
    what: "Enquiries",
    data: "Name, email, subject, message, our answers, and a note of what we answered",
    why: "Our legitimate interest in answering you",
    until: `${retentionDays.enquiry / 365} years, or with your account`,
  },
  {
    what: "Emails we sent",
    data: "Recipient, subject and text",
    why: "Showing what was agreed, and sending it again when it is lost",
    until: `Mails about an order as long as the order; all others ${retentionDays.email} days, or with your account`,
  },
  {
    what: "Cart",
    data: "Products and quantities, without a name unless you sign in",
    why: "Our legitimate interest in a shop that works",
    until: `Your browser forgets it after 90 days, we do ${retentionDays.cart} days after its last change`,
  },
  {
    what: "Attempts",
    data: "Your network address, with how often it tried to sign in, pay or write",
    why: "Our legitimate interest in keeping attackers out",
    until: "A few hours",
  },
];

export const privacy: ContentPage = {
  title: "Privacy Policy",
  description:
    "What this shop stores about you, why, for how long, who else sees it, and how to see, correct or erase it.",
  body: ({ store }) => (
    <LegalPage
      title="Privacy Policy"
      lead="We keep what an order needs, and nothing that it does not. No advertising, no tracking, no profiles sold."
      changed={displayLongDate(textAt("/privacy").changed)}
      store={store}
      sections={[
        {
          id: "records",
          heading: "What we keep, why and for how long",
          body: (
            <>
              <Text>
                <p>{store.storeName} is the controller of the data below.</p>
              </Text>
              <Records
                entries={records.map(({ what, data, why, until }) => ({
                  title: what,
                  facts: [
                    { label: "Which data", value: data },
                    { label: "Why", value: why },
                    { label: "Until when", value: until },
                  ],
                }))}
              />
              <Text>
                <p>
                  Where we rely on the contract or the law, an order cannot be carried out without the data.
                  Everything else is up to you. Our technical logs hold the time, the page asked for and a
                  number, but no names, no network addresses and no search words.
                </p>
              </Text>
            </>
          ),
        },
        {
          id: "payments",
          heading: "Payments",
          body: (
            <Text>
              <p>
                Card details never reach us: they go from your browser to Stripe. If you pay with PayPal, you
                do so on PayPal's own pages. Both check payments for fraud, partly by automatic means, and
                answer for that under their own privacy policies. We learn whether the payment worked, what
                was paid and its number.
              </p>
            </Text>
          ),
        },
        {
          id: "others",
          heading: "Who else sees your data",
          body: (
            <>
              <Definitions
                entries={[
                  {
                    term: "Stripe and PayPal",
                    meaning: "The payment you chose, with its amount and our number for it.",
                  },
                  { term: "Carriers", meaning: "Name, address and phone number, to deliver." },
                  {
                    term: "Our hosting and mail providers",
                    meaning:
                      "Store and carry the data for us, under contract and on our instructions only. We name them when you ask.",
                  },
                  {
                    term: "Authorities and advisers",
                    meaning: "Where the law obliges us, such as to the tax office.",
                  },
                  {
                    term: "Google",
                    meaning:
                      "Only if you press “Load map” on the contact page: then your browser asks Google for the map.",
                  },
                ]}
              />
              <Text>
                <p>
                  Some of them work outside the United Kingdom too. Where a country has no adequate protection
                  by UK law, the contracts that the law provides for that purpose are in place. We sell no
                  data.
                </p>
              </Text>
            </>
          ),
        },
        {
          id: "community",
          heading: "The community page",
          body: (
            <Text>
              <p>
                The leaderboard shows initials and a place or country, with the carbon figure that follows
                from what somebody spent; never a name, an email or an address. If you would rather not stand
                there, switch it off in your profile.
              </p>
            </Text>
          ),
        },
        {
          id: "rights",
          heading: "Your rights",
          body: (
            <Text>
              <p>You may, at no cost:</p>
              <ul>
                <li>
                  <strong>see</strong> what we hold and <strong>take it with you</strong>: “Download My Data”
                  in <a href="/account/settings?tab=support">your account's settings</a>, or write to us
                </li>
                <li>
                  <strong>correct</strong> it, in your profile or through us
                </li>
                <li>
                  have it <strong>erased</strong>: “Delete your account” in the same place. Invoices stay,
                  with the name and address that tax law asks for; phone and email are taken out of finished
                  orders
                </li>
                <li>
                  <strong>withdraw consent</strong> to the newsletter and to emails about products that are
                  back, with the link in each of them
                </li>
                <li>
                  <strong>object</strong> to what we do on the ground of our legitimate interest, or ask us to{" "}
                  <strong>restrict</strong> it
                </li>
              </ul>
              <p>We answer within a month. Nothing here decides about you by automatic means alone.</p>
            </Text>
          ),
        },
        {
          id: "complaints",
          heading: "Complaints",
          body: (
            <Text>
              <p>
                If you think that we handle your data wrongly, tell us, by email, letter or phone. We
                acknowledge a complaint within 30 days, look into it without delay and tell you what came of
                it. You may also complain to the Information Commissioner's Office,{" "}
                <a href="https://ico.org.uk">ico.org.uk</a>, at any time.
              </p>
            </Text>
          ),
        },
      ]}
    />
  ),
};
