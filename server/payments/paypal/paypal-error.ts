/** PayPal refused a request, or could not be reached. */
export class PayPalError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The most precise code: `details[0].issue`, else the error's `name`. */
  readonly issue: string;
  /** What PayPal's support asks for. */
  readonly debugId: string | undefined;

  constructor(status: number, issue: string, debugId?: string, message?: string) {
    super(message ?? `PayPal answered ${status} ${issue}`);
    this.name = "PayPalError";
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
  }

  /** Whether nobody knows if the request was carried out. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
