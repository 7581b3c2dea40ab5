/** What staff are told when something was saved, and when it was not; the server's words go before. */
export const saveTexts = {
  settings: {
    saved: "Settings updated",
    failed: { title: "Update failed", message: "Failed to update settings" },
  },
  product: {
    saved: "Product updated",
    failed: { title: "Update failed", message: "Failed to update product" },
  },
} as const;
