/** An event that a provider has to be asked to send. */
export interface WebhookEvent<Name extends string = string> {
  name: Name;
  /** What the shop learns from it, for docs/operations.md. */
  tells: string;
  /** Nothing else tells the shop. What the others tell the sweeper finds out by itself within minutes. */
  alone: boolean;
}

export function found<const Name extends string>(name: Name, tells: string): WebhookEvent<Name> {
  return { name, tells, alone: false };
}

export function onlyTold<const Name extends string>(name: Name, tells: string): WebhookEvent<Name> {
  return { name, tells, alone: true };
}

/** Where a provider sends events, as it is set up there. */
export interface ProviderWebhook {
  address: string;
  isEnabled: boolean;
  /** Names of events; `*` is all of them. */
  events: string[];
}
