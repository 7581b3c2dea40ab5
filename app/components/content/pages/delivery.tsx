import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayLongDate } from "#server/core/shop-time.ts";
import { textAt } from "#server/doctor/texts-to-read.ts";
import { placesSentence } from "#server/email/store-identity.ts";
import { type DeliveryRule, DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { deliveryRates } from "#server/pricing/delivery-sentences.ts";
import { type Currency, formatMoney } from "#server/pricing/money.ts";
import type { ContentPage } from "../content-page.ts";
import { LegalPage } from "../parts/legal-page.tsx";
import { RowHead, Text } from "../parts/sections.tsx";

export const delivery: ContentPage = {
  title: "Delivery",
  description:
    "What delivery costs, where we deliver, how bulk bags travel, and what happens if something goes wrong.",
  body: ({ store, deliveryRule, promises }) => (
    <LegalPage
      title="Delivery"
      lead="What it costs, how it travels, and what happens when it does not arrive."
      changed={displayLongDate(textAt("/delivery").changed)}
      store={store}
      sections={[
        {
          id: "rates",
          heading: "What it costs",
          body: (
            <>
              <Rates rule={deliveryRule} currency={store.currency} />
              <Text>
                <p>
                  Amounts include VAT.{" "}
                  {deliveryRule.kind === "tariff"
                    ? "What counts is what one order weighs, how it travels and where to. What the table does not name, ask us."
                    : "What counts is the value of the goods in one order."}{" "}
                  The checkout shows the final total before you pay.
                </p>
                {deliveryRule.kind === "as_specified" && (
                  <p>
                    The cart at the side of the page shows a first figure of{" "}
                    {formatMoney(DRAWER_SHIPPING, store.currency)} for shipping. The rates in this table are
                    those that you pay.
                  </p>
                )}
              </Text>
            </>
          ),
        },
        {
          id: "where",
          heading: "Where we deliver",
          body: (
            <Text>
              <p>{placesSentence(promises)}</p>
            </Text>
          ),
        },
        {
          id: "how",
          heading: "How it travels",
          body: (
            <Text>
              <p>Bags, pouches, pails and bottles come by carrier. {promises.bulkDelivery}</p>
              {promises.collects && (
                <p>
                  You can also collect your order from our yard, for which we charge nothing: the checkout
                  offers half hours in which we are open.
                </p>
              )}
              <p>
                You get an email when your order leaves the yard. A parcel is yours to look after from the
                moment you receive it, and ours until then.
              </p>
            </Text>
          ),
        },
        {
          id: "when",
          heading: "When it comes",
          body: (
            <Text>
              <p>
                Unless we agree something else with you, we deliver without undue delay and within{" "}
                {promises.latestDeliveryDays} days at the latest, as the Consumer Rights Act 2015 asks. If
                something turns out not to be in stock, we tell you, and you choose between waiting and your
                money.
              </p>
            </Text>
          ),
        },
        {
          id: "wrong",
          heading: "Late, lost or damaged",
          body: (
            <Text>
              <p>
                Tell us, with the order number and, for damage, a picture. We find out where it is, send it
                again or return your money. What to do with goods that you do not want is on the{" "}
                <a href="/returns">Returns page</a>.
              </p>
            </Text>
          ),
        },
      ]}
    />
  ),
};

function Rates({ rule, currency }: { rule: DeliveryRule; currency: Currency }) {
  return (
    <Table caption="What delivery costs">
      <thead>
        <tr>
          <HeadCell>Delivery to</HeadCell>
          <HeadCell>Order of</HeadCell>
          <HeadCell className="text-right">Cost</HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveryRates(rule, currency).map(({ to, order, cost }) => (
          <tr key={to + order}>
            <RowHead>{to}</RowHead>
            <Cell>{order}</Cell>
            <Cell className="text-right font-medium tabular-nums">{cost}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
