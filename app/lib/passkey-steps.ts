import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { reloadPage } from "#app/lib/document/missing-files.tsx";

export interface PasskeyError {
  message: string;
  /** The form's fields that are at fault. */
  fields?: Record<string, string[]>;
}

/** The shop's response at each of the two steps: first the options for the device, then the address to go to. */
export type PasskeyResult =
  | { options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON }
  | { location: string }
  | { refused: PasskeyError };

const UNANSWERED = "The shop could not be reached. Please try again.";
const NOT_DONE = "Nothing was done: your device did not go on, or you stopped it.";

/** What talks to the device; nothing where its file is not to be had, as after an update of the shop. */
async function deviceSteps() {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    await reloadPage();
    return undefined;
  }
}

/** Adds a passkey of this device or a key: goes to the settings when it is there, else says why it is not. */
export async function addPasskey(form: FormData): Promise<PasskeyError> {
  const begun = await ask("/account/passkeys", form, "begin");
  if (!("options" in begun) || !("user" in begun.options)) return errorIn(begun);
  const device = await deviceSteps();
  if (!device) return { message: UNANSWERED };
  const { startRegistration, WebAuthnError } = device;
  try {
    const made = await startRegistration({ optionsJSON: begun.options });
    return goOn(await ask("/account/passkeys", new FormData(), "add", { made: JSON.stringify(made) }));
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    return { message: isKnown ? "This device has a passkey of your account already." : NOT_DONE };
  }
}

/**
 * A signed response that the shop has not checked yet. Of two sign-ins at once, the later would end the earlier's
 * session.
 */
let sending: Promise<PasskeyError> | undefined;

function signIn(audience: string, next: string | null, signed: unknown): Promise<PasskeyError> {
  sending ??= ask("/login/passkey", new FormData(), "sign-in", signInFields(audience, next, signed))
    .then(goOn)
    .finally(() => {
      sending = undefined;
    });
  return sending;
}

/** Signs in with a passkey: goes to the page behind the sign-in, or returns why not. */
export async function signInWithPasskey(audience: string, next: string | null): Promise<PasskeyError> {
  // A passkey was chosen in the field just before the button was pressed.
  if (sending) return sending;
  const begun = await ask("/login/passkey", new FormData(), "begin");
  if (!("options" in begun) || "user" in begun.options) return errorIn(begun);
  const device = await deviceSteps();
  if (!device) return { message: UNANSWERED };
  try {
    return await signIn(audience, next, await device.startAuthentication({ optionsJSON: begun.options }));
  } catch {
    return { message: NOT_DONE };
  }
}

/** Shorter than the life of a challenge: the field may wait for long. */
const FRESH_MS = 4 * 60 * 1000;

/**
 * Lets the browser offer passkeys where the name is typed, as it offers passwords, until `signal` ends it. Returns
 * undefined when the browser cannot, when there is no passkey and when nobody chooses one; otherwise goes on as the
 * button does, or returns why the chosen passkey is not accepted.
 */
export async function offerPasskeys(
  audience: string,
  next: string | null,
  signal: AbortSignal,
): Promise<PasskeyError | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await import(
    "@simplewebauthn/browser"
  );
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  while (!signal.aborted) {
    await untilSeen();
    const begun = await ask("/login/passkey", new FormData(), "begin");
    if (signal.aborted || !("options" in begun) || "user" in begun.options) return undefined;
    let isOld = false;
    const stop = () => WebAuthnAbortService.cancelCeremony();
    const timer = setTimeout(() => {
      isOld = true;
      stop();
    }, FRESH_MS);
    signal.addEventListener("abort", stop, { once: true });
    try {
      const signed = await startAuthentication({ optionsJSON: begun.options, useBrowserAutofill: true });
      return await signIn(audience, next, signed);
    } catch {
      // Nobody chose one, the button was pressed instead, or the challenge expired.
      if (!isOld) return undefined;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }
  return undefined;
}

/** A hidden tab would replace the challenge of the visible one: a browser keeps one challenge. */
function untilSeen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

function signInFields(audience: string, next: string | null, signed: unknown): Record<string, string> {
  return { audience, signed: JSON.stringify(signed), ...(next === null ? {} : { next }) };
}

async function ask(
  address: string,
  form: FormData,
  intent: string,
  more: Record<string, string> = {},
): Promise<PasskeyResult> {
  for (const [name, value] of Object.entries({ ...more, intent })) form.set(name, value);
  try {
    const body = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === "string") body.set(name, value);
    const response = await fetch(address, { method: "POST", body });
    const result: PasskeyResult = await response.json();
    return result;
  } catch {
    return { refused: { message: UNANSWERED } };
  }
}

/** Loads a new document: everything on it may belong to somebody else now. Nothing more is shown until it comes. */
function goOn(result: PasskeyResult): Promise<PasskeyError> | PasskeyError {
  if (!("location" in result)) return errorIn(result);
  window.location.assign(result.location);
  return new Promise(() => undefined);
}

function errorIn(result: PasskeyResult): PasskeyError {
  return "refused" in result ? result.refused : { message: UNANSWERED };
}
