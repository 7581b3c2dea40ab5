/** What the card form and what follows it say. */
export const FILL_IN_FIRST = "Please fill in all required fields above to continue with payment.";
export const CORRECT_FIRST = "Please correct the details above to continue with payment.";
export const CONFIRM_POSTCODE = "Please say above whether the postcode is right to continue with payment.";
export const LOADING_FORM = "Loading payment form...";
export const NOT_OPENED = "Failed to initialize payment";
export const LOAD_FAILED = "Failed to load payment form. Please try again.";
export const PROCESSING = "Processing...";
/** For a shopper who comes back from a provider's page, or closes its window. */
export function leftWithoutPaying(provider: string): string {
  return `You left ${provider} without paying. Nothing was charged, and your cart is as it was.`;
}

export const PAYMENT_FAILED = "Payment failed";
export const NOT_COMPLETED = "Payment was not completed successfully";
