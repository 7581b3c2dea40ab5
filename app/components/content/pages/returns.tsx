import type { StoreSummary } from "#app/lib/root-data.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { textAt } from "#server/doctor/texts-to-read.ts";
import type { ContentPage } from "../content-page.ts";
import { Steps } from "../parts/figures.tsx";
import { LegalPage } from "../parts/legal-page.tsx";
import { Text } from "../parts/sections.tsx";

export const returns: ContentPage = {
  title: "Returns",
  description:
    "How to cancel an order within 14 days, send goods back and get your money back, with the model cancellation form.",
  body: ({ store, promises }) => (
    <LegalPage
      title="Returns"
      lead="You have 14 days from delivery to change your mind, and need give no reason."
      changed={displayLongDate(textAt("/returns").changed)}
      store={store}
      sections={[
        {
          id: "cancel",
          heading: "How to cancel",
          body: (
            <>
              <Steps
                steps={[
                  {
                    title: "Tell us within 14 days",
                    text: "The 14 days end 14 days after the day on which you, or somebody you named, received the goods; of an order in several parcels, the last of them. The quickest way is “Cancel or return” in the mails about your order or beside it in your account: you get a mail at once that says when it reached us. Or write, email or ring: any clear statement will do, and it is enough to send it in time. The form below may help, but you need not use it.",
                  },
                  {
                    title: "Send the goods back within 14 days",
                    text: `Counted from the day on which you told us. You bear the direct cost of sending them back. ${promises.bulkReturns}`.trim(),
                  },
                  {
                    title: "We pay you back within 14 days",
                    text: "Counted from the day on which we have the goods, or you show us that you sent them. We return everything you paid, standard delivery included, by the means you paid with and without a fee. If you chose a dearer delivery, the difference to standard delivery is not returned.",
                  },
                ]}
              />
              <Text>
                <p>
                  You may open a pack to see what it is, as you would in a shop. If you use more of it than
                  that, we may take the loss in value off the refund. The right does not cover goods that were
                  sealed for health or hygiene reasons, such as face masks, once they have been unsealed, or
                  goods that have been mixed inseparably with others, such as biochar that has been dug in.
                </p>
              </Text>
            </>
          ),
        },
        {
          id: "form",
          heading: "Model cancellation form",
          body: <ModelCancellationForm store={store} />,
        },
        {
          id: "faulty",
          heading: "Faulty, damaged or wrong",
          body: (
            <Text>
              <p>
                Goods must be as described, fit for their purpose and of satisfactory quality. If they are
                not, send us the order number and, if you can, a picture. Whatever we do then costs you
                nothing, carriage included:
              </p>
              <ul>
                <li>within 30 days of delivery you may reject the goods and have your money back in full</li>
                <li>after that we repair or replace them</li>
                <li>
                  if that does not help, you may keep them at a lower price, or send them back for a refund
                </li>
              </ul>
              <p>
                These are your rights under the Consumer Rights Act 2015. They are in addition to the 14 days,
                and nothing on this page takes anything away from them.
              </p>
            </Text>
          ),
        },
        {
          id: "business",
          heading: "Business customers",
          body: (
            <Text>
              <p>
                The right to cancel is one of consumers. If you bought for your business and something is
                wrong or too much, <a href="/contact">talk to us</a> before you send it back.
              </p>
            </Text>
          ),
        },
      ]}
    />
  ),
};

/** Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013, Schedule 3, part B. */
function ModelCancellationForm({ store }: { store: StoreSummary }) {
  const addressee = [store.storeName, store.storeAddress, store.storePhone, store.storeEmail].filter(Boolean);
  return (
    <>
      <Text>
        <p>Copy it into an email, or print this page.</p>
      </Text>
      <div className="max-w-2xl space-y-4 rounded-xl border border-line-strong bg-surface p-6">
        <p className="text-sm text-ink-soft">
          (Complete and return this form only if you wish to withdraw from the contract.)
        </p>
        <p>To {addressee.join(", ")}:</p>
        <p>
          I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods
          [*]/for the supply of the following service [*],
        </p>
        <Blank />
        <p>Ordered on [*]/received on [*],</p>
        <Blank />
        <p>Name of consumer(s),</p>
        <Blank />
        <p>Address of consumer(s),</p>
        <Blank />
        <p>Signature of consumer(s) (only if this form is notified on paper),</p>
        <Blank />
        <p>Date</p>
        <Blank />
        <p className="text-sm text-ink-soft">[*] Delete as appropriate</p>
      </div>
    </>
  );
}

/** A line to write on. */
function Blank() {
  return <div aria-hidden="true" className="h-6 border-b border-dotted border-line-strong" />;
}
