/** What the sender reads. */
export const contactTexts = {
  sent: {
    title: "Message Sent",
    description: "Thank you for your message. We'll respond as soon as possible.",
  },
  failed: { title: "Error", description: "There was a problem sending your message. Please try again." },
} as const;
