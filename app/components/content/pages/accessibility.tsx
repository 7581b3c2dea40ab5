import type { ContentPage } from "../content-page.ts";
import { LegalPage } from "../parts/legal-page.tsx";
import { Text } from "../parts/sections.tsx";

export const accessibility: ContentPage = {
  title: "Accessibility",
  description: "How this shop is made to work for everyone, what does not yet, and whom to tell.",
  body: ({ store }) => (
    <LegalPage
      title="Accessibility"
      lead="Everyone should be able to buy a bag of biochar."
      changed="21 November 2026"
      store={store}
      sections={[
        {
          id: "aim",
          heading: "What we aim at",
          body: (
            <Text>
              <p>
                The shop is built to meet the Web Content Accessibility Guidelines 2.2 at level AA. You should
                be able to:
              </p>
              <ul>
                <li>use all of it with the keyboard alone, and see where you are</li>
                <li>
                  enlarge it to four times its size, or read it on a narrow phone, without scrolling sideways
                </li>
                <li>have it read aloud: headings, labels, tables and messages say what they are</li>
                <li>read it in light and in dark, as your device is set</li>
                <li>do without motion, if your device says so</li>
                <li>shop without JavaScript: every form of the shop works without it</li>
                <li>take your time: nothing on a page runs out while you read</li>
              </ul>
            </Text>
          ),
        },
        {
          id: "checked",
          heading: "How it is checked",
          body: (
            <Text>
              <p>
                Before a change goes live, every page is looked at by an automatic checker at the width of a
                phone and of a desk, and buying is tried with JavaScript and without. An automatic checker
                finds some obstacles and misses others; nobody outside has audited the shop so far.
              </p>
            </Text>
          ),
        },
        {
          id: "limits",
          heading: "What may not work for you",
          body: (
            <Text>
              <ul>
                <li>
                  The card fields and PayPal's windows belong to Stripe and PayPal, and look as they make
                  them.
                </li>
                <li>The map on the contact page is Google's. The address stands beside it as text.</li>
                <li>Wide tables scroll sideways within the page on a narrow screen.</li>
                <li>The pictures are illustrations. What matters in them is said in the text.</li>
              </ul>
            </Text>
          ),
        },
        {
          id: "tell",
          heading: "If something stands in your way",
          body: (
            <Text>
              <p>
                Tell us which page it is and what you use to read it. We answer as soon as we can, and
                meanwhile take your order by phone or email, or send you a document in another form. If you
                are not content with the answer, the Equality Advisory and Support Service,{" "}
                <a href="https://www.equalityadvisoryservice.com">equalityadvisoryservice.com</a>, can advise
                you.
              </p>
            </Text>
          ),
        },
      ]}
    />
  ),
};
