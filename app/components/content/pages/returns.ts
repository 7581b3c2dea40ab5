import type { ContentPage } from "../content-page.ts";

export const returns: ContentPage = {
  title: "Returns",
  eyebrow: "Legal",
  description: "How to cancel an order, send goods back, and get your money back.",
  lead: "You have 14 days from delivery to change your mind, and need give no reason.",
  sections: [
    {
      heading: "How to cancel",
      steps: [
        "Tell us within 14 days of the day the goods reached you: by email, by letter or by phone. The words below will do.",
        "Send the goods back within 14 days of telling us, unopened if you can. You pay for the return, unless the goods are faulty.",
        "We refund what you paid, standard delivery included, within 14 days of having the goods back or seeing that you sent them.",
      ],
    },
    {
      heading: "Model cancellation form",
      paragraphs: [
        "To Oxbow Biochar: I hereby give notice that I cancel my contract of sale of the following goods: … Ordered on … / received on … Order number … Name … Address … Date …",
      ],
    },
    {
      heading: "Faulty or damaged",
      paragraphs: [
        "Send us a picture and the order number. We replace the goods or return your money, and pay for the carriage.",
      ],
    },
  ],
  contactDetails: true,
};
