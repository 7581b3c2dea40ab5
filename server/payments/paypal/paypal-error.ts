interface PayPalErrorDetails {
  message?: string | undefined;
  debugId?: string | undefined;
  redirect?: string | undefined;
  field?: string | undefined;
}

/** PayPal refused a request, or could not be reached. */
export class PayPalError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The most precise code: `details[0].issue`, else the error's `name`. */
  readonly issue: string;
  /** What in the request is at fault, as a JSON pointer. */
  readonly field: string | undefined;
  /** What PayPal's support asks for. */
  readonly debugId: string | undefined;
  /** Where the payer can put it right, when PayPal names an address: the refusal's link "redirect". */
  readonly redirect: string | undefined;

  constructor(status: number, issue: string, more: PayPalErrorDetails = {}) {
    super(more.message ?? `PayPal answered ${status} ${issue}`);
    this.name = "PayPalError";
    this.status = status;
    this.issue = issue;
    this.debugId = more.debugId;
    this.redirect = more.redirect;
    this.field = more.field;
  }

  /** Whether nobody knows if the request was carried out. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Whether the same request, sent twice at once, is still being carried out: PayPal fails the second one. */
  get isUnderWay(): boolean {
    return this.status === 409 && this.issue === "PREVIOUS_REQUEST_IN_PROGRESS";
  }
}
